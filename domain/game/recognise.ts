/**
 * Recognising a move from what stands on the board: sensor boards report lifts and placings only.
 * A move is taken as made when the clock is pressed, or when the board has been quiet for a while; and only where
 * exactly one legal move explains all that stands there.
 */
import {
  castlingSide,
  clone,
  type Move,
  moveFrom,
  movePromotion,
  moveTo,
  nameOf,
  play,
  turnOf,
  writePlacement,
} from '../chess/index.ts'
import { boardFen } from './board.ts'
import { type Game, legalOf } from './game.ts'
import type { MoveReport } from './moves.ts'

/** Ms without an edge after which the board counts as settled: a scan takes 250 ms, a slow hand a little longer. */
export const QUIET = 1000

/** The legal move that turns the position into what stands on the board, or null where none or several would. */
export function recognise(game: Game): MoveReport | null {
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
  return fits.length === 1 ? reportOf(game, fits[0] as Move) : null
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
