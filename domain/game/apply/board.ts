/** Applies what happens on the board: pieces touched, lifted, placed, released, moved and displaced. */
import type { Actor, EventData, PieceLetter, Promotion, Side } from '../../../events/index.ts'
import { findLegal, pieceAt, roleOf, sideOf, squareOf, turnOf, writePlacement } from '../../chess/index.ts'
import { boardHas, positionHas, resetBoard, setOnBoard } from '../../state/board.ts'
import { announcedAs, mayGoOn, releaseInCastling } from '../../state/castling960.ts'
import { type Game, pointOf, positionAt } from '../../state/game.ts'
import { notCompleted } from '../../state/history.ts'
import { inForce } from '../../state/in-force.ts'
import type { MoveReport, Touch } from '../../state/state.ts'
import { isBlind } from '../../state/unannounced.ts'
import { recordMoveAfterEnd } from '../after-end.ts'
import { castlingMeant, makeMove, takeBack } from '../moves.ts'
import type { AppliersOf } from './appliers-of.ts'

const EMPTY = 0
const PROMOTED = /^[QRBN]$/

const isSide = (by: string): by is Side => by === 'white' || by === 'black'

/** The owner of the piece on a square of the position, else the side on move. */
function ownerOf(game: Game, square: string): Side {
  const piece = pieceAt(game.position, squareOf(square))
  return piece === EMPTY ? turnOf(game.position) : sideOf(piece)
}

/** Records that the player on move touched the piece on a square, unless they are adjusting it or no piece stands there. */
function touch(game: Game, side: Side, square: string, seq: number, simultaneous: boolean): void {
  const { act, result } = game.state
  if (result !== null || side !== turnOf(game.position)) return
  const piece = pieceAt(game.position, squareOf(square))
  if (piece === EMPTY) return
  const { adjusting, touches } = act
  if (
    adjusting !== null &&
    inForce(game, 'adjust-j-adoube') &&
    (adjusting.squares === null || adjusting.squares.includes(square))
  )
    return
  if (touches.some((earlier) => earlier.square === square)) return
  const entry: Touch = { square, own: sideOf(piece) === side, seq }
  if (simultaneous) entry.simultaneous = true
  touches.push(entry)
}

/** The square of the piece that the player on move has in hand: lifted from the board, else touched last; null for none. */
function inHand(game: Game, to: string): string | null {
  const { state } = game
  const side = turnOf(game.position)
  const own = (square: string) => {
    const piece = pieceAt(game.position, squareOf(square))
    return piece !== EMPTY && sideOf(piece) === side
  }
  const lifted = Object.keys(state.astray).filter((square) => state.astray[square] === '' && own(square))
  const touched = state.act.touches.filter((entry) => entry.own).map((entry) => entry.square)
  return [...touched, ...lifted].reverse().find((square) => square !== to) ?? null
}

/** Whose touch a lift is: that of the player who reports it, or for whom an assistant moves (4.9). A sensor cannot show it. */
function toucherOf(game: Game, by: Actor): Side | null {
  if (isSide(by)) return by
  const turn = turnOf(game.position)
  const moves = game.state.assistants.some(({ side, duties }) => side === turn && duties.includes('moves'))
  return by === 'assistant' && moves && inForce(game, 'assistant-moves-pieces') ? turn : null
}

/** Completes a capture or promotion whose piece was released before the captured piece, or the pawn, was removed (4.7). */
function finishReleased(game: Game, seq: number): void {
  const { released, placed } = game.state.act
  if (released === null || game.state.result !== null) return
  const side = turnOf(game.position)
  if (placed?.square === released.to) {
    if (boardHas(game, released.from) === '')
      makeMove(game, { side, ...released, promotion: placed.promotion }, seq)
  } else if (isMadeByRelease(game, released.from, released.to)) {
    makeMove(game, { side, from: released.from, to: released.to }, seq)
  }
}

/** Completes a promotion: a pawn left on the last rank is exchanged for a piece before the press. */
function finishPromotion(game: Game, square: string, promotion: Promotion, seq: number): void {
  const last = pointOf(game.state).move
  if (last === null || last.to !== square || last.completedSeq !== null) return
  if (last.illegality?.rule !== 'promotion' || game.state.astray[square] === undefined) return
  makeMove(game, { side: last.side, from: last.from, to: last.to, promotion }, seq)
}

/** Makes the castling when the rook is released on the square that the king, released two squares away, has crossed (4.7.2). */
function finishCastling(game: Game, to: string, seq: number): boolean {
  const { released } = game.state.act
  if (released === null) return false
  const castling = castlingMeant(game, squareOf(released.from), squareOf(released.to))
  if (castling === null || to !== `${castling === 'king-side' ? 'f' : 'd'}${released.to.charAt(1)}`)
    return false
  makeMove(game, { side: turnOf(game.position), from: released.from, to: released.to, castling }, seq)
  return true
}

/** What a pawn is promoted to: an upside-down rook is a rook, whatever its player calls it (manual to 3.7.5.3). */
function promotedTo(game: Game, { promotion, inverted, announcedAs }: EventData<'move-made'>) {
  if (inverted !== true || promotion === undefined) return promotion
  if (inForce(game, 'promotion-inverted-rook')) return 'R'
  return announcedAs?.toLowerCase() === 'queen' ? 'Q' : promotion
}

/** Is the move made with this release: is there nothing left to remove, no rook to move and no pawn to promote? */
function isMadeByRelease(game: Game, from: string, to: string): boolean {
  const { position, state } = game
  const piece = pieceAt(position, squareOf(from))
  if (piece === EMPTY || castlingMeant(game, squareOf(from), squareOf(to)) !== null) return false
  if (mayGoOn(game, squareOf(from), squareOf(to))) return false
  if (roleOf(piece) === 'P' && /[18]$/.test(to)) return false
  const gone = (square: string) => state.astray[square] !== undefined || !inForce(game, 'move-made-capture')
  if (pieceAt(position, squareOf(to)) !== EMPTY) return gone(to)
  const enPassantSquare = `${to.charAt(0)}${from.charAt(1)}`
  const isEnPassant =
    roleOf(piece) === 'P' &&
    from.charAt(0) !== to.charAt(0) &&
    findLegal(position, squareOf(from), squareOf(to), null) !== null
  return !isEnPassant || gone(enPassantSquare)
}

/** Has a piece on the last rank moved there, since a like one has been lifted from another square? Then no pawn became it. */
function cameFromAnotherSquare(game: Game, to: string, letter: PieceLetter): boolean {
  const { astray } = game.state
  return Object.keys(astray).some(
    (square) => square !== to && astray[square] === '' && positionHas(game, square) === letter,
  )
}

export const boardAppliers: AppliersOf<
  | 'adjust-announced'
  | 'piece-touched'
  | 'piece-lifted'
  | 'piece-placed'
  | 'piece-released'
  | 'move-made'
  | 'castling-announced'
  | 'pieces-displaced'
  | 'pieces-restored'
> = {
  'adjust-announced': (game, event) => {
    const { state } = game
    if (event.by !== turnOf(game.position)) return
    state.act.adjusting = { squares: event.data.squares ?? null, seq: event.seq }
  },

  /** A blind player feels the pieces: one is touched when it leaves its hole (D.2.2), which a lift reports. */
  'piece-touched': (game, event) => {
    if (event.data.intent === 'accidental' || !isSide(event.by)) return
    const side = event.by
    if (isBlind(game, side) && inForce(game, 'blind-touch')) return
    event.data.squares.forEach((square, i) => {
      touch(game, side, square, event.seq, i > 0 && event.data.simultaneous === true)
    })
  },

  /** A person's report of a lift is a touch. A sensor's is none: it does not show who took the piece, nor in which order. */
  'piece-lifted': (game, event) => {
    const toucher = toucherOf(game, event.by)
    if (toucher !== null) touch(game, toucher, event.data.square, event.seq, false)
    setOnBoard(game, event.data.square, '')
    finishReleased(game, event.seq)
  },

  'piece-placed': (game, event) => {
    const { state, position } = game
    const { square, piece } = event.data
    const stood = boardHas(game, square)
    // A sensor's repeated report of what stands there is nothing new: it shows that the board is quiet.
    if (event.by === 'board' && stood === piece) return
    setOnBoard(game, square, piece)
    if (event.by === 'board' && cameFromAnotherSquare(game, square, piece)) return
    const letter = piece.toUpperCase()
    const owner = piece === letter ? 'white' : 'black'
    const lastRank = owner === 'white' ? '8' : '1'
    if (square.charAt(1) !== lastRank || !PROMOTED.test(letter) || state.result !== null) return
    const promotion = letter as Promotion
    // 4.6: the pawn need not be put on the square of arrival first.
    if (!inForce(game, 'promotion-procedure') && stood.toUpperCase() !== 'P') return
    if (owner === turnOf(position)) state.act.placed ??= { square, promotion, seq: event.seq }
    else finishPromotion(game, square, promotion, event.seq)
  },

  'piece-released': (game, event) => {
    const { state, position } = game
    const { square: to } = event.data
    if (state.result !== null || (isSide(event.by) && event.by !== turnOf(position))) return
    const { placed } = state.act
    if (placed?.square === to) {
      const pawn = inHand(game, to)
      const off = pawn !== null && (boardHas(game, pawn) === '' || !inForce(game, 'move-made-promotion'))
      if (pawn !== null && !off) state.act.released = { from: pawn, to, seq: event.seq }
      if (pawn !== null && off) {
        makeMove(game, { side: turnOf(position), from: pawn, to, promotion: placed.promotion }, event.seq)
      }
      return
    }
    if (finishCastling(game, to, event.seq)) return
    const from = inHand(game, to)
    if (from === null || ownerOf(game, from) !== turnOf(position)) return
    const castling = releaseInCastling(game, from, to, event.seq)
    if (castling === 'goes-on') return
    if (castling !== null) {
      makeMove(game, castling, event.seq)
      return
    }
    if (isMadeByRelease(game, from, to)) makeMove(game, { side: turnOf(position), from, to }, event.seq)
    else state.act.released ??= { from, to, seq: event.seq }
  },

  'move-made': (game, event) => {
    const side = isSide(event.by) ? event.by : ownerOf(game, event.data.from)
    const { from, to, hands } = event.data
    const promotion = promotedTo(game, event.data)
    const castling = event.data.castling ?? announcedAs(game, from, to)
    const report: MoveReport = { side, from, to }
    if (promotion !== undefined) report.promotion = promotion
    if (castling !== undefined) report.castling = castling
    if (hands !== undefined) report.hands = hands
    if (game.state.result === null) makeMove(game, report, event.seq)
    else recordMoveAfterEnd(game.state, report, event.seq)
  },

  'castling-announced': (game, event) => {
    const { side } = event.data
    if (event.by !== turnOf(game.position)) return
    game.state.act.castling = {
      side: side === 'king-side' || side === 'queen-side' ? side : null,
      seq: event.seq,
    }
  },

  'pieces-displaced': (game, event) => {
    for (const square of event.data.squares ?? []) game.state.astray[square] = '?'
    game.state.displacedSeq ??= event.seq
  },

  /**
   * The real board gets what the player puts back; the position of the game is the arbiter's to change. Only an illegal move that
   * is not completed may be taken back by its player: that is meant where nothing else was displaced or the FEN shows it.
   */
  'pieces-restored': (game, event) => {
    const placement = event.data.fen?.split(' ')[0]
    const illegal = notCompleted(game)
    if (illegal !== null && illegal.move.side === event.by) {
      const before = positionAt(game.state, game.state.points[illegal.parent])
      const meant =
        placement === undefined
          ? game.state.displacedSeq === null
          : before !== null && writePlacement(before) === placement
      if (meant) takeBack(game, illegal, event.seq)
    }
    resetBoard(game)
    if (placement === undefined) return
    placement.split('/').forEach((row, i) => {
      let file = 0
      for (const char of row) {
        const gap = Number(char)
        const squares = gap > 0 ? gap : 1
        for (let k = 0; k < squares; k++, file++) {
          setOnBoard(game, `${'abcdefgh'.charAt(file)}${8 - i}`, (gap > 0 ? '' : char) as '')
        }
      }
    })
  },
}
