/** What hands do on the board and at the clock: mostly moves, often not as the Laws want them. */
import {
  clone,
  letterOf,
  type Move,
  moveFrom,
  moveTo,
  nameOf,
  pieceAt,
  play as playOn,
  sideOf,
  squareOf,
  uciOf,
  writePlacement,
} from '../../../domain/chess/index.ts'
import { pathOf } from '../../../domain/game/index.ts'
import type { EventData, PieceLetter, Side } from '../../../events/index.ts'
import { anySquare, type Desk, dataOf, other, plain } from './desk.ts'

const EMPTY = 0

const squares = Array.from({ length: 64 }, (_, square) => square)

/** The squares of one side's men. */
export const menOf = (desk: Desk, side: Side): string[] =>
  squares
    .filter((square) => {
      const piece = pieceAt(desk.position, square)
      return piece !== EMPTY && sideOf(piece) === side
    })
    .map(nameOf)

/** A legal move: one of those he is bound to, going back where he came from, or any. */
export function choose(desk: Desk, back = 20): Move | null {
  const { legal, state, position } = desk
  if (legal.length === 0) return null
  const { mustPlay } = state.act
  if (mustPlay !== null && desk.chance(80)) {
    const bound = legal.filter((move) => mustPlay.includes(uciOf(position, move)))
    if (bound.length > 0) return desk.one(bound)
  }
  if (desk.chance(back)) {
    const own = pathOf(state).findLast(({ move }) => move?.side === desk.turn)?.move
    const returns = legal.find(
      (move) => nameOf(moveFrom(move)) === own?.to && nameOf(moveTo(move)) === own?.from,
    )
    if (returns !== undefined) return returns
  }
  return desk.one(legal)
}

export function press(desk: Desk, side: Side): void {
  desk.report('clock-pressed', side, desk.chance(4) ? { hand: 'other' } : {})
}

const think = (desk: Desk): void => desk.wait(500 + desk.pick(desk.chance(5) ? 120_000 : 9000))

/** The move as a board tells it that sees only which squares are filled. */
function byEdges(desk: Desk, move: Move): void {
  const before = desk.position
  const after = clone(before)
  playOn(after, move)
  const changed = squares.filter((square) => pieceAt(before, square) !== pieceAt(after, square))
  for (const square of changed) {
    if (pieceAt(before, square) !== EMPTY) desk.report('piece-lifted', 'board', { square: nameOf(square) })
  }
  desk.wait(desk.pick(1500))
  for (const square of changed) {
    const piece = pieceAt(after, square)
    if (piece !== EMPTY)
      desk.report('piece-placed', 'board', { square: nameOf(square), piece: letterOf(piece) as PieceLetter })
  }
}

/** The move as a witness tells it: touched, taken, let go. */
function byHands(desk: Desk, move: Move): void {
  const side = desk.turn
  const { from, to, castling } = dataOf(move)
  if (castling !== undefined && desk.chance(50)) desk.report('castling-announced', side, { side: castling })
  desk.report('piece-touched', side, { squares: [from] })
  if (pieceAt(desk.position, squareOf(to)) !== EMPTY && castling === undefined)
    desk.report('piece-lifted', side, { square: to })
  desk.report('piece-released', side, { square: to })
  if (castling === undefined) return
  const rook = nameOf(moveTo(move))
  if (desk.chance(80)) desk.report('piece-touched', side, { squares: [rook] })
  desk.report('piece-released', side, { square: `${castling === 'king-side' ? 'f' : 'd'}${to.charAt(1)}` })
}

/** A move made, however it is told; `hands` for one made with both. */
export function make(desk: Desk, move: Move, hands?: 2): void {
  const way = desk.pick(20)
  const side = desk.turn
  if (way === 0) byEdges(desk, move)
  else if (way === 1) byHands(desk, move)
  else {
    const by = way === 2 ? 'board' : side
    const data = desk.chance(50) ? plain(desk, move) : dataOf(move)
    desk.report('move-made', by, { ...data, ...(hands === undefined ? {} : { hands }) })
  }
}

/** A legal move and, mostly, its press. */
export function moves(desk: Desk, back?: number): void {
  const side = desk.turn
  const move = choose(desk, back)
  if (move === null) return
  think(desk)
  make(desk, move, desk.chance(4) ? 2 : undefined)
  if (desk.chance(8)) desk.report('draw-offered', side, {})
  if (!desk.chance(7)) press(desk, side)
}

/** What the player did that Article 3 forbids: any piece anywhere, a pawn left on the last rank, castling regardless. */
function lawless(desk: Desk): EventData<'move-made'> | null {
  const side = desk.turn
  const men = menOf(desk, side)
  if (men.length === 0) return null
  const pawns = desk.legal.filter((move) => dataOf(move).promotion !== undefined)
  if (pawns.length > 0 && desk.chance(60)) {
    const { from, to } = dataOf(desk.one(pawns))
    return { from, to }
  }
  const rank = side === 'white' ? '1' : '8'
  if (desk.chance(15)) return { from: `e${rank}`, to: `${desk.one(['g', 'c'])}${rank}` }
  const from = desk.one(men)
  if (desk.chance(10)) {
    const king = squares.find(
      (square) =>
        letterOf(pieceAt(desk.position, square)).toLowerCase() === 'k' &&
        sideOf(pieceAt(desk.position, square)) !== side,
    )
    if (king !== undefined) return { from, to: nameOf(king) }
  }
  const to = anySquare(desk)
  return from === to ? null : { from, to }
}

export function illegal(desk: Desk): void {
  const side = desk.turn
  const data = lawless(desk)
  if (data === null) return
  think(desk)
  desk.report('move-made', side, { ...data, ...(desk.chance(10) ? { hands: 2 as const } : {}) })
  if (desk.chance(70)) press(desk, side)
  if (desk.chance(30)) desk.report('claim-made', other(side), { about: 'illegal-move' })
  else if (desk.chance(40))
    desk.report('irregularity-noticed', 'arbiter', {
      kind: data.promotion === undefined && /[18]$/.test(data.to) ? 'unpromoted-pawn' : 'illegal-move',
    })
}

/** Touches that bind or do not: several men, both colours, at once, by accident, after an announcement, out of turn. */
export function touches(desk: Desk): void {
  const side = desk.chance(85) ? desk.turn : other(desk.turn)
  const own = menOf(desk, side)
  const theirs = menOf(desk, other(side))
  if (own.length === 0 || theirs.length === 0) return
  const touched = Array.from({ length: 1 + desk.pick(2) }, () => desk.one(desk.chance(70) ? own : theirs))
  if (desk.chance(15)) desk.report('adjust-announced', side, desk.chance(50) ? {} : { squares: touched })
  desk.wait(desk.pick(3000))
  desk.report('piece-touched', side, {
    squares: touched,
    ...(desk.chance(20) ? { simultaneous: true } : {}),
    ...(desk.chance(10) ? { intent: 'accidental' as const } : {}),
  })
}

/** Touches one man, moves another, presses; the opponent says so, in time or too late. */
export function breaksTouch(desk: Desk): void {
  const side = desk.turn
  const movable = [...new Set(desk.legal.map((move) => nameOf(moveFrom(move))))]
  if (movable.length < 2) return
  const touched = desk.one(movable)
  const rest = desk.legal.filter((move) => nameOf(moveFrom(move)) !== touched)
  desk.report('piece-touched', side, { squares: [touched] })
  think(desk)
  desk.report('move-made', side, dataOf(desk.one(rest)))
  if (desk.chance(80)) press(desk, side)
  if (desk.chance(20)) touches(desk)
  if (desk.chance(50)) desk.report('claim-made', other(side), { about: 'touch-move' })
}

/** King and rook in hand, or an enemy man that could be taken; then, now and then, another move than is due. */
export function binds(desk: Desk): void {
  const side = desk.turn
  const castling = desk.legal.filter((move) => dataOf(move).castling !== undefined)
  const takes = desk.legal.filter((move) => pieceAt(desk.position, moveTo(move)) !== EMPTY)
  const move = desk.one([...castling, ...castling, ...takes])
  if (move === undefined) return
  const [from, to] = [nameOf(moveFrom(move)), nameOf(moveTo(move))]
  const way = desk.pick(4)
  if (way === 0) desk.report('piece-touched', side, { squares: [to] })
  else if (way < 3) desk.report('piece-touched', side, { squares: desk.chance(70) ? [from, to] : [to, from] })
  else desk.report('piece-released', side, { square: dataOf(move).to })
  const { mustPlay } = desk.state.act
  const free = desk.legal.filter((other) => !mustPlay?.includes(uciOf(desk.position, other)))
  if (free.length > 0 && desk.chance(60)) make(desk, desk.one(free))
  else make(desk, move)
  if (desk.chance(80)) press(desk, side)
  if (desk.chance(30)) desk.report('claim-made', other(side), { about: 'touch-move' })
}

export const latePress = (desk: Desk): void => press(desk, desk.one(['white', 'black']))

export function outOfTurn(desk: Desk): void {
  const side = other(desk.turn)
  const men = menOf(desk, side)
  if (men.length === 0) return
  const from = desk.one(men)
  const to = anySquare(desk)
  if (from !== to) desk.report('move-made', side, { from, to })
  if (desk.chance(50)) press(desk, side)
}

/** A promotion by hand, finished or broken off. */
export function promotes(desk: Desk): void {
  const side = desk.turn
  const pawns = desk.legal.filter((move) => dataOf(move).promotion !== undefined)
  if (pawns.length === 0) return
  const { from, to, promotion = 'Q' } = dataOf(desk.one(pawns))
  const piece = (side === 'white' ? promotion : promotion.toLowerCase()) as PieceLetter
  if (desk.chance(50)) desk.report('piece-touched', side, { squares: [from] })
  if (desk.chance(20)) desk.report('clocks-stopped', side, { reason: 'a piece, please' })
  if (desk.chance(80)) desk.report('piece-lifted', side, { square: from })
  if (pieceAt(desk.position, squareOf(to)) !== EMPTY) desk.report('piece-lifted', side, { square: to })
  desk.report('piece-placed', side, { square: to, piece })
  if (desk.chance(80)) desk.report('piece-released', side, { square: to })
  if (desk.chance(15)) desk.report('move-made', side, { from, to, promotion, inverted: true })
  if (desk.chance(70)) press(desk, side)
}

/** Men are knocked over, and put back as they stood or not. */
export function knocksOver(desk: Desk): void {
  const men = [...menOf(desk, 'white'), ...menOf(desk, 'black')]
  if (men.length === 0) return
  desk.report('pieces-displaced', desk.one(['white', 'black', 'board']), {
    squares: [desk.one(men)],
    ...(desk.chance(50) ? { accidental: true } : {}),
  })
  if (desk.chance(50)) press(desk, other(desk.turn))
  if (desk.chance(40)) desk.report('irregularity-noticed', 'arbiter', { kind: 'displaced-piece' })
  if (desk.chance(60))
    desk.report(
      'pieces-restored',
      desk.turn,
      desk.chance(50) ? {} : { fen: `${writePlacement(desk.position)} w - - 0 1` },
    )
}

/** What a sensor sees between moves. */
export function edges(desk: Desk): void {
  const men = menOf(desk, desk.chance(80) ? desk.turn : other(desk.turn))
  if (men.length === 0) return
  const square = desk.one(men)
  desk.report('piece-lifted', desk.one(['board', desk.turn, 'assistant']), { square })
  desk.wait(desk.pick(2000))
  const piece = letterOf(pieceAt(desk.position, squareOf(square))) as PieceLetter
  const back = desk.chance(60) ? square : anySquare(desk)
  if (desk.chance(80)) desk.report('piece-placed', 'board', { square: back, piece })
}
