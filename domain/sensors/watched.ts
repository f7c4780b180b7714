/** What a sensor board is read against: the position where the game stands, or the one before its last move. */

import type { EventOf } from '../../events/index.ts'
import {
  castlingSide,
  kingTarget,
  legalMoves,
  type Move,
  moveFrom,
  movePromotion,
  moveTo,
  nameOf,
  pieceAt,
  sideOf,
  squareOf,
  turnOf,
} from '../chess/index.ts'
import { boardHas, positionHas } from '../state/board.ts'
import { isAnnounced, mayGoOn } from '../state/castling960.ts'
import { type Game, legalOf, pointOf, positionAt } from '../state/game.ts'
import type { MoveReport } from '../state/state.ts'
import { changesOf, differencesFrom } from './differences.ts'
import type { Watched } from './reading.ts'

const EMPTY = 0

/** The board as it is to be read from the position where the game stands. */
export function watchedNow(game: Game): Watched {
  const { astray, edges = [], edgesFrom = {} } = game.state
  const since = pointOf(game.state).move?.seq ?? 0
  return {
    position: game.position,
    legal: legalOf(game),
    board: astray,
    before: edgesFrom,
    edges,
    since,
    put: {},
  }
}

/** The board as it is to be read from an earlier point, of which what was seen before the pending edges is known. */
export function watchedFrom(game: Game, index: number): Watched {
  const { state } = game
  const position = positionAt(state, state.points[index]) ?? game.position
  const { edges = [], edgesFrom = {} } = state
  const differences = (seen: (square: string) => string) =>
    differencesFrom(
      position,
      Array.from({ length: 64 }, (_, square) => seen(nameOf(square))),
    )
  const board = differences((square) => boardHas(game, square))
  const before = differences((square) => edgesFrom[square] ?? positionHas(game, square))
  const since = state.points[index]?.move?.seq ?? 0
  const put = differences((square) => positionHas(game, square))
  return { position, legal: legalMoves(position), board, before, edges, since, put }
}

/** Might this move be half a castling of Chess960? Not once its player has done with the board, unless they announced it. */
export function goesOn(game: Game, move: Move, over: boolean): boolean {
  if (castlingSide(move) !== null || !mayGoOn(game, moveFrom(move), moveTo(move))) return false
  return !over || legalOf(game).some((castling) => isAnnounced(game, castling))
}

/** Does an event show that the player on move has done with the board: a press, or the opponent's hand on a piece of their own? */
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
  // A legal move that leaves just this and was not read has something against it: that is for people to say.
  const leavesThis = (move: Move) =>
    nameOf(moveFrom(move)) === from &&
    nameOf(moveTo(move)) === to &&
    changesOf(position, move)[to] === state.astray[to]
  if (legalOf(game).some(leavesThis)) return null
  const promoted = state.act.placed?.square === to ? state.act.placed.promotion : null
  return { side, from, to, ...(promoted === null ? {} : { promotion: promoted }) }
}

/** A legal move as a report of it would read: castling goes from the king's square to the king's. */
export function reportOf(game: Game, move: Move): MoveReport {
  const castling = castlingSide(move)
  const promotion = movePromotion(move)
  return {
    side: turnOf(game.position),
    from: nameOf(moveFrom(move)),
    to: nameOf(castling === null ? moveTo(move) : kingTarget(move)),
    ...(promotion === null ? {} : { promotion }),
    ...(castling === null ? {} : { castling }),
  }
}
