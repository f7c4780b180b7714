/** What hands do that is no whole legal move: half a castling, or a piece put where it may not go. */
import type { EventOf } from '../../events/index.ts'
import {
  castlingSide,
  type Move,
  moveFrom,
  moveTo,
  nameOf,
  pieceAt,
  sideOf,
  squareOf,
  turnOf,
} from '../chess/index.ts'
import { isAnnounced, mayGoOn } from '../state/castling960.ts'
import { type Game, legalOf } from '../state/game.ts'
import type { MoveReport } from '../state/state.ts'
import { changesOf, letterAt } from './differences.ts'

const EMPTY = 0

/** Whether this move may be half a castling of Chess960. `over`: its player has finished; then only where they announced castling. */
export function mayBecomeCastling(game: Game, move: Move, over: boolean): boolean {
  if (castlingSide(move) !== null || !mayGoOn(game, moveFrom(move), moveTo(move))) return false
  return !over || legalOf(game).some((castling) => isAnnounced(game, castling))
}

/** Whether the opponent of the player to move has lifted a piece, or made a report. */
export function hasOpponentActed(game: Game, event: EventOf): boolean {
  const side = turnOf(game.position)
  if (event.by === 'white' || event.by === 'black') return event.by !== side
  if (event.type !== 'piece-lifted') return false
  const piece = pieceAt(game.position, squareOf(event.data.square))
  return piece !== EMPTY && sideOf(piece) !== side
}

/**
 * The move of hands where no legal move explains the board and the clock was pressed all the same: one own piece is gone from
 * its square, and one other square has changed. Null for anything else, which the arbiter is asked about.
 */
export function recogniseHands(game: Game): MoveReport | null {
  const { state, position } = game
  const side = turnOf(position)
  const isOwn = (square: string) => {
    const piece = pieceAt(position, squareOf(square))
    return piece !== EMPTY && sideOf(piece) === side
  }
  const changed = Object.keys(state.astray)
  const gone = changed.filter((square) => state.astray[square] === '' && isOwn(square))
  const filled = changed.filter((square) => state.astray[square] !== '' && !isOwn(square))
  const [from, to] = [gone[0], filled[0]]
  if (from === undefined || to === undefined || changed.length !== 2) return null
  // Another piece that stands there has not come from that square, save what a pawn becomes on its last rank.
  const moved = letterAt(position, squareOf(from))
  const mayPromote = moved.toLowerCase() === 'p' && (to[1] === '8' || to[1] === '1')
  if (state.astray[to] !== moved && !mayPromote) return null
  // The decoder had a reason not to read a legal move that leaves just this board: the arbiter is asked.
  const leavesThis = (move: Move) =>
    nameOf(moveFrom(move)) === from &&
    nameOf(moveTo(move)) === to &&
    changesOf(position, move)[to] === state.astray[to]
  if (legalOf(game).some(leavesThis)) return null
  const promoted = state.act.placed?.square === to ? state.act.placed.promotion : null
  return { side, from, to, ...(promoted === null ? {} : { promotion: promoted }) }
}
