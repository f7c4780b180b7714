/**
 * Recognising a move from what stands on the board: sensor boards report lifts and placings only.
 * A move is taken as made when the clock is pressed, or when the board has been quiet for a while; and only where
 * exactly one legal move explains all that stands there.
 */
import type { EventOf } from '../../events/index.ts'
import {
  castlingSide,
  clone,
  type Move,
  moveFrom,
  movePromotion,
  moveTo,
  nameOf,
  pieceAt,
  play,
  sideOf,
  squareOf,
  turnOf,
  writePlacement,
} from '../chess/index.ts'
import { boardFen } from './board.ts'
import { isAnnounced, mayGoOn } from './castling960.ts'
import { type Game, legalOf } from './game.ts'
import type { MoveReport } from './state.ts'

const EMPTY = 0

/** Ms without an edge after which the board counts as settled: a scan takes 250 ms, a slow hand a little longer. */
export const QUIET = 1000

/**
 * The legal move that turns the position into what stands on the board, or null where none or several would. `over`: the
 * player has done with it, so a king beside its square is no castling begun.
 */
export function recognise(game: Game, over: boolean): MoveReport | null {
  const { state, position } = game
  if (state.edgeAt === null || state.result !== null) return null
  const changed = Object.keys(state.astray)
  if (changed.length < 2) return null
  const wanted = boardFen(game)
  const fits = legalOf(game).filter((move) => {
    if (state.astray[nameOf(moveFrom(move))] === undefined && castlingSide(move) === null) return false
    const after = clone(position)
    play(after, move)
    return writePlacement(after) === wanted
  })
  const [move] = fits
  if (move === undefined || fits.length > 1) return null
  const goesOn = castlingSide(move) === null && mayGoOn(game, moveFrom(move), moveTo(move))
  return goesOn && (!over || legalOf(game).some((castling) => isAnnounced(game, castling)))
    ? null
    : reportOf(game, move)
}

/** Does an event show that the player on move has done with the board: a press, or the opponent's hand on a piece of his own? */
export function showsOver(game: Game, event: EventOf): boolean {
  if (event.type === 'clock-pressed') return true
  const side = turnOf(game.position)
  if (event.by === 'white' || event.by === 'black') return event.by !== side
  if (event.type !== 'piece-lifted') return false
  const piece = pieceAt(game.position, squareOf(event.data.square))
  return piece !== EMPTY && sideOf(piece) !== side
}

/**
 * What hands did where no legal move explains the board and the clock was pressed all the same: one own piece gone from
 * its square, one other square changed. Anything less plain is left to people.
 */
export function recogniseHands(game: Game): MoveReport | null {
  const { state, position } = game
  if (state.edgeAt === null || state.result !== null) return null
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
  const promoted = state.act.placed?.square === to ? state.act.placed.promotion : null
  return { side, from, to, ...(promoted === null ? {} : { promotion: promoted }) }
}

function reportOf(game: Game, move: Move): MoveReport {
  const castling = castlingSide(move)
  const promotion = movePromotion(move)
  return {
    side: turnOf(game.position),
    from: nameOf(moveFrom(move)),
    to: nameOf(moveTo(move)),
    ...(promotion === null ? {} : { promotion }),
    ...(castling === null ? {} : { castling }),
  }
}
