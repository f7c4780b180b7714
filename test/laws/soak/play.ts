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
import { anySquare, dataOf, type GameGenerator, other, plain } from './generator.ts'

const EMPTY = 0

const squares = Array.from({ length: 64 }, (_, square) => square)

/** The squares of one side's pieces. */
export const piecesOf = (generator: GameGenerator, side: Side): string[] =>
  squares
    .filter((square) => {
      const piece = pieceAt(generator.position, square)
      return piece !== EMPTY && sideOf(piece) === side
    })
    .map(nameOf)

/** A legal move: one of those the player is bound to, going back where the piece came from, or any. */
export function choose(generator: GameGenerator, back = 20): Move | null {
  const { legal, state, position } = generator
  if (legal.length === 0) return null
  const { mustPlay } = state.act
  if (mustPlay !== null && generator.chance(80)) {
    const bound = legal.filter((move) => mustPlay.includes(uciOf(position, move)))
    if (bound.length > 0) return generator.one(bound)
  }
  if (generator.chance(back)) {
    const own = pathOf(state).findLast(({ move }) => move?.side === generator.turn)?.move
    const returns = legal.find(
      (move) => nameOf(moveFrom(move)) === own?.to && nameOf(moveTo(move)) === own?.from,
    )
    if (returns !== undefined) return returns
  }
  return generator.one(legal)
}

export function press(generator: GameGenerator, side: Side): void {
  generator.report('clock-pressed', side, generator.chance(4) ? { hand: 'other' } : {})
}

const think = (generator: GameGenerator): void =>
  generator.wait(500 + generator.pick(generator.chance(5) ? 120_000 : 9000))

/** The move as a board reports it that senses only which squares are filled. */
function byEdges(generator: GameGenerator, move: Move): void {
  const before = generator.position
  const after = clone(before)
  playOn(after, move)
  const changed = squares.filter((square) => pieceAt(before, square) !== pieceAt(after, square))
  for (const square of changed) {
    if (pieceAt(before, square) !== EMPTY)
      generator.report('piece-lifted', 'board', { square: nameOf(square) })
  }
  generator.wait(generator.pick(1500))
  for (const square of changed) {
    const piece = pieceAt(after, square)
    if (piece !== EMPTY)
      generator.report('piece-placed', 'board', {
        square: nameOf(square),
        piece: letterOf(piece) as PieceLetter,
      })
  }
}

/** The move as a witness reports it: touched, taken, released. */
function byHands(generator: GameGenerator, move: Move): void {
  const side = generator.turn
  const { from, to, castling } = dataOf(move)
  if (castling !== undefined && generator.chance(50))
    generator.report('castling-announced', side, { side: castling })
  generator.report('piece-touched', side, { squares: [from] })
  if (pieceAt(generator.position, squareOf(to)) !== EMPTY && castling === undefined)
    generator.report('piece-lifted', side, { square: to })
  generator.report('piece-released', side, { square: to })
  if (castling === undefined) return
  const rook = nameOf(moveTo(move))
  if (generator.chance(80)) generator.report('piece-touched', side, { squares: [rook] })
  generator.report('piece-released', side, {
    square: `${castling === 'king-side' ? 'f' : 'd'}${to.charAt(1)}`,
  })
}

/** A move that is made, as one report or by its edges; `hands` for one made with both hands. */
export function make(generator: GameGenerator, move: Move, hands?: 2): void {
  const way = generator.pick(20)
  const side = generator.turn
  if (way === 0) byEdges(generator, move)
  else if (way === 1) byHands(generator, move)
  else {
    const by = way === 2 ? 'board' : side
    const data = generator.chance(50) ? plain(generator, move) : dataOf(move)
    generator.report('move-made', by, { ...data, ...(hands === undefined ? {} : { hands }) })
  }
}

/** A legal move and, mostly, its press. */
export function moves(generator: GameGenerator, back?: number): void {
  const side = generator.turn
  const move = choose(generator, back)
  if (move === null) return
  think(generator)
  make(generator, move, generator.chance(4) ? 2 : undefined)
  if (generator.chance(8)) generator.report('draw-offered', side, {})
  if (!generator.chance(7)) press(generator, side)
}

/** What the player did that Article 3 forbids: any piece anywhere, a pawn left on the last rank, castling regardless. */
function lawless(generator: GameGenerator): EventData<'move-made'> | null {
  const side = generator.turn
  const pieces = piecesOf(generator, side)
  if (pieces.length === 0) return null
  const pawns = generator.legal.filter((move) => dataOf(move).promotion !== undefined)
  if (pawns.length > 0 && generator.chance(60)) {
    const { from, to } = dataOf(generator.one(pawns))
    return { from, to }
  }
  const rank = side === 'white' ? '1' : '8'
  if (generator.chance(15)) return { from: `e${rank}`, to: `${generator.one(['g', 'c'])}${rank}` }
  const from = generator.one(pieces)
  if (generator.chance(10)) {
    const king = squares.find(
      (square) =>
        letterOf(pieceAt(generator.position, square)).toLowerCase() === 'k' &&
        sideOf(pieceAt(generator.position, square)) !== side,
    )
    if (king !== undefined) return { from, to: nameOf(king) }
  }
  const to = anySquare(generator)
  return from === to ? null : { from, to }
}

export function illegal(generator: GameGenerator): void {
  const side = generator.turn
  const data = lawless(generator)
  if (data === null) return
  think(generator)
  generator.report('move-made', side, { ...data, ...(generator.chance(10) ? { hands: 2 as const } : {}) })
  if (generator.chance(70)) press(generator, side)
  if (generator.chance(30)) generator.report('claim-made', other(side), { about: 'illegal-move' })
  else if (generator.chance(40))
    generator.report('irregularity-noticed', 'arbiter', {
      kind: data.promotion === undefined && /[18]$/.test(data.to) ? 'unpromoted-pawn' : 'illegal-move',
    })
}

/** Touches that bind or do not: several pieces, both colours, at once, by accident, after an announcement, out of turn. */
export function touches(generator: GameGenerator): void {
  const side = generator.chance(85) ? generator.turn : other(generator.turn)
  const own = piecesOf(generator, side)
  const theirs = piecesOf(generator, other(side))
  if (own.length === 0 || theirs.length === 0) return
  const touched = Array.from({ length: 1 + generator.pick(2) }, () =>
    generator.one(generator.chance(70) ? own : theirs),
  )
  if (generator.chance(15))
    generator.report('adjust-announced', side, generator.chance(50) ? {} : { squares: touched })
  generator.wait(generator.pick(3000))
  generator.report('piece-touched', side, {
    squares: touched,
    ...(generator.chance(20) ? { simultaneous: true } : {}),
    ...(generator.chance(10) ? { intent: 'accidental' as const } : {}),
  })
}

/** Touches one man, moves another, presses; the opponent says so, in time or too late. */
export function breaksTouch(generator: GameGenerator): void {
  const side = generator.turn
  const movable = [...new Set(generator.legal.map((move) => nameOf(moveFrom(move))))]
  if (movable.length < 2) return
  const touched = generator.one(movable)
  const rest = generator.legal.filter((move) => nameOf(moveFrom(move)) !== touched)
  generator.report('piece-touched', side, { squares: [touched] })
  think(generator)
  generator.report('move-made', side, dataOf(generator.one(rest)))
  if (generator.chance(80)) press(generator, side)
  if (generator.chance(20)) touches(generator)
  if (generator.chance(50)) generator.report('claim-made', other(side), { about: 'touch-move' })
}

/** King and rook in hand, or an enemy man that could be taken; then, now and then, another move than is due. */
export function binds(generator: GameGenerator): void {
  const side = generator.turn
  const castling = generator.legal.filter((move) => dataOf(move).castling !== undefined)
  const takes = generator.legal.filter((move) => pieceAt(generator.position, moveTo(move)) !== EMPTY)
  const move = generator.one([...castling, ...castling, ...takes])
  if (move === undefined) return
  const [from, to] = [nameOf(moveFrom(move)), nameOf(moveTo(move))]
  const way = generator.pick(4)
  if (way === 0) generator.report('piece-touched', side, { squares: [to] })
  else if (way < 3)
    generator.report('piece-touched', side, { squares: generator.chance(70) ? [from, to] : [to, from] })
  else generator.report('piece-released', side, { square: dataOf(move).to })
  const { mustPlay } = generator.state.act
  const free = generator.legal.filter((other) => !mustPlay?.includes(uciOf(generator.position, other)))
  if (free.length > 0 && generator.chance(60)) make(generator, generator.one(free))
  else make(generator, move)
  if (generator.chance(80)) press(generator, side)
  if (generator.chance(30)) generator.report('claim-made', other(side), { about: 'touch-move' })
}

export const latePress = (generator: GameGenerator): void =>
  press(generator, generator.one(['white', 'black']))

export function outOfTurn(generator: GameGenerator): void {
  const side = other(generator.turn)
  const pieces = piecesOf(generator, side)
  if (pieces.length === 0) return
  const from = generator.one(pieces)
  const to = anySquare(generator)
  if (from !== to) generator.report('move-made', side, { from, to })
  if (generator.chance(50)) press(generator, side)
}

/** A promotion by hand, finished or broken off. */
export function promotes(generator: GameGenerator): void {
  const side = generator.turn
  const pawns = generator.legal.filter((move) => dataOf(move).promotion !== undefined)
  if (pawns.length === 0) return
  const { from, to, promotion = 'Q' } = dataOf(generator.one(pawns))
  const piece = (side === 'white' ? promotion : promotion.toLowerCase()) as PieceLetter
  if (generator.chance(50)) generator.report('piece-touched', side, { squares: [from] })
  if (generator.chance(20)) generator.report('clocks-stopped', side, { reason: 'a piece, please' })
  if (generator.chance(80)) generator.report('piece-lifted', side, { square: from })
  if (pieceAt(generator.position, squareOf(to)) !== EMPTY)
    generator.report('piece-lifted', side, { square: to })
  generator.report('piece-placed', side, { square: to, piece })
  if (generator.chance(80)) generator.report('piece-released', side, { square: to })
  if (generator.chance(15)) generator.report('move-made', side, { from, to, promotion, inverted: true })
  if (generator.chance(70)) press(generator, side)
}

/** Men are knocked over, and put back as they stood or not. */
export function knocksOver(generator: GameGenerator): void {
  const pieces = [...piecesOf(generator, 'white'), ...piecesOf(generator, 'black')]
  if (pieces.length === 0) return
  generator.report('pieces-displaced', generator.one(['white', 'black', 'board']), {
    squares: [generator.one(pieces)],
    ...(generator.chance(50) ? { accidental: true } : {}),
  })
  if (generator.chance(50)) press(generator, other(generator.turn))
  if (generator.chance(40)) generator.report('irregularity-noticed', 'arbiter', { kind: 'displaced-piece' })
  if (generator.chance(60))
    generator.report(
      'pieces-restored',
      generator.turn,
      generator.chance(50) ? {} : { fen: `${writePlacement(generator.position)} w - - 0 1` },
    )
}

/** What a sensor sees between moves. */
export function edges(generator: GameGenerator): void {
  const pieces = piecesOf(generator, generator.chance(80) ? generator.turn : other(generator.turn))
  if (pieces.length === 0) return
  const square = generator.one(pieces)
  generator.report('piece-lifted', generator.one(['board', generator.turn, 'assistant']), { square })
  generator.wait(generator.pick(2000))
  const piece = letterOf(pieceAt(generator.position, squareOf(square))) as PieceLetter
  const back = generator.chance(60) ? square : anySquare(generator)
  if (generator.chance(80)) generator.report('piece-placed', 'board', { square: back, piece })
}
