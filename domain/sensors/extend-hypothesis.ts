/** Which moves may be added to a hypothesis: one that the board shows, one that was reported, or one whose piece no sensor saw land. What that costs is in `add-move.ts`. */
import {
  castlingSide,
  isChess960,
  kingTarget,
  type Move,
  moveFrom,
  movePromotion,
  nameOf,
  squareOf,
  turnOf,
} from '../chess/index.ts'
import type { Observation, ReportedMove } from '../state/sensor-state.ts'
import { withMove } from './add-move.ts'
import { changesOf, type Differences, disagreements } from './differences.ts'
import { SENSOR_LATENCY_MS } from './durations.ts'
import { type DecodedMove, type Hypothesis, sideOfLetter } from './hypotheses.ts'
import { isReported, type ObservedBoard } from './observed-board.ts'
import { MOST_PLIES } from './weights.ts'

/**
 * The hypothesis with each move that the board shows after an observation, or that a person reported. `isNew`: the observation
 * has just added a move, so that the next one need not be on its square.
 */
export function withNextMove(
  board: ObservedBoard,
  hypothesis: Hypothesis,
  index: number,
  isNew: boolean,
): Hypothesis[] {
  const trigger = board.seen[index] as Observation
  if (hypothesis.made.length >= MOST_PLIES || (!('square' in trigger) && board.reported.length === 0))
    return []
  const found: Hypothesis[] = []
  const on = 'square' in trigger ? squareOf(trigger.square) : -1
  for (const move of hypothesis.legal()) {
    if (board.reported.length === 0 && isElsewhere(board, hypothesis, move, isNew ? null : on)) continue
    const hint = board.reported.find(
      ({ reported, index: at }) =>
        at >= index &&
        isReported(move, reported) &&
        board.isPlyOf(hypothesis.made.length, reported) &&
        !hypothesis.made.some((placed) => placed.reported?.seq === reported.seq),
    )
    if (hint !== undefined) {
      found.push(withMove(board, hypothesis, move, index, hint.reported))
      continue
    }
    if (!('square' in trigger)) continue
    if (!mayStand(board, hypothesis, move)) continue
    const changes = changesOf(hypothesis.position, move)
    if (!isNew && !(trigger.square in changes)) continue
    if (castlingSide(move) === null && isCastlingToo(hypothesis, changes)) continue
    if (stands(board, hypothesis, changes, index)) found.push(withMove(board, hypothesis, move, index, null))
  }
  return found
}

/** Hypotheses with a move that another reader reported, though no square has shown it. */
export function withReportedMove(
  board: ObservedBoard,
  hypotheses: readonly Hypothesis[],
  reported: ReportedMove,
  index: number,
): Hypothesis[] {
  const seen = new Set(hypotheses.map(({ key }) => key))
  return hypotheses.flatMap((hypothesis) => {
    if (hypothesis.made.length >= MOST_PLIES || !board.isPlyOf(hypothesis.made.length, reported)) return []
    const moves = hypothesis.legal().filter((move) => isReported(move, reported))
    return moves
      .map((move) => withMove(board, hypothesis, move, index, reported))
      .filter(({ key }) => !seen.has(key))
  })
}

/** Do both squares of a move show no change, or (`on`: the square of an edge) is the edge on neither? Never so of castling. */
function isElsewhere(board: ObservedBoard, hypothesis: Hypothesis, move: Move, on: number | null): boolean {
  if (castlingSide(move) !== null) return false
  const [from, to] = [moveFrom(move), kingTarget(move)]
  const isStill =
    board.letters[from] === hypothesis.letters[from] && board.letters[to] === hypothesis.letters[to]
  const isPawnsCapture = (from - to) % 8 !== 0 && hypothesis.letters[to] === ''
  return isStill || (on !== null && on !== from && on !== to && !isPawnsCapture)
}

/**
 * Hypotheses on which a lifted piece has landed, though no sensor reported where. `now`: an instant, ms, whose lifts do not count,
 * since edges of one instant have no order.
 */
export function withUnseenMove(
  board: ObservedBoard,
  hypothesis: Hypothesis,
  now: number | null = null,
): Hypothesis[] {
  if (hypothesis.made.length >= MOST_PLIES) return []
  const lifted = hypothesis.legal().filter((move) => board.letters[moveFrom(move)] === '')
  const shown = new Set(lifted.filter((move) => isShown(board, hypothesis, move)).map(moveFrom))
  return lifted.flatMap((move) => {
    const lift = board.last.get(nameOf(moveFrom(move)))
    if (lift === undefined || lift <= (hypothesis.made.at(-1)?.stood ?? -1) || board.at(lift) === now)
      return []
    if (isContradicted(board, hypothesis, move, lift)) return []
    if (castlingSide(move) === null)
      return shown.has(moveFrom(move)) ? [] : [withMove(board, hypothesis, move, lift, null, true)]
    const landed = isShownWhole(board, hypothesis, move) ? null : halfCastledAt(board, hypothesis, move)
    return landed === null ? [] : [withMove(board, hypothesis, move, landed, null, true)]
  })
}

/** Does the lifted piece stand where the move puts it, by an edge since the move before, and can it be no other? Then its move is seen. */
function isShown(board: ObservedBoard, hypothesis: Hypothesis, move: Move): boolean {
  if (castlingSide(move) !== null || !mayStand(board, hypothesis, move)) return false
  const { letters, made } = hypothesis
  const [from, to] = [moveFrom(move), kingTarget(move)]
  if ((board.last.get(nameOf(to)) ?? -1) <= (made.at(-1)?.stood ?? -1)) return false
  return !letters.some(
    (letter, square) => square !== from && letter === letters[from] && board.letters[square] === '',
  )
}

/** Do all squares show the castling, by edges since the move before? Then it is not unseen. */
function isShownWhole(board: ObservedBoard, { position, made }: Hypothesis, move: Move): boolean {
  const since = made.at(-1)?.stood ?? -1
  return Object.entries(changesOf(position, move)).every(
    ([square, letter]) => board.observed(square) === letter && (board.last.get(square) ?? -1) > since,
  )
}

/** Hypotheses on which the player has castled, though no sensor saw the king, or the rook, land. */
export const withHalfCastling = (board: ObservedBoard, hypothesis: Hypothesis): Hypothesis[] =>
  withUnseenMove(board, hypothesis).filter(
    ({ made }) => castlingSide((made.at(-1) as DecodedMove).move) !== null,
  )

/** Hypotheses on which a lifted piece has captured one that is lifted too, by an edge after the edge `since`. */
export const withUnseenCapture = (
  board: ObservedBoard,
  hypothesis: Hypothesis,
  since: number,
): Hypothesis[] =>
  withUnseenMove(board, hypothesis).filter(({ made }) => {
    const { move, taken } = made.at(-1) as DecodedMove
    const target = kingTarget(move)
    return taken !== '' && board.letters[target] === '' && (board.last.get(nameOf(target)) ?? -1) > since
  })

/** Index of the last edge of king and rook, where both have left their squares and one shows where castling puts it; else null. */
function halfCastledAt(board: ObservedBoard, { position, made }: Hypothesis, move: Move): number | null {
  const since = made.at(-1)?.stood ?? -1
  const changes = Object.entries(changesOf(position, move))
  const isEmptied = changes.every(([square, letter]) => letter !== '' || board.observed(square) === '')
  const isSeen = changes.some(
    ([square, letter]) =>
      letter !== '' && board.observed(square) === letter && (board.last.get(square) ?? -1) > since,
  )
  return isEmptied && isSeen ? Math.max(...changes.map(([square]) => board.last.get(square) ?? -1)) : null
}

/** Since the lift, has another piece of the same side shown on the square to which the move goes? */
function isContradicted(board: ObservedBoard, hypothesis: Hypothesis, move: Move, lift: number): boolean {
  const to = nameOf(kingTarget(move))
  const seen = board.observed(to)
  if (seen === '' || seen === '?' || (board.last.get(to) ?? -1) < lift) return false
  return (
    sideOfLetter(seen) === turnOf(hypothesis.position) && seen !== changesOf(hypothesis.position, move)[to]
  )
}

/** Does the board show a reply to an unseen move? A captured piece that is pushed aside is none. */
export function isAnswered(
  board: ObservedBoard,
  before: Hypothesis,
  hypothesis: Hypothesis,
  index: number,
): boolean {
  const from = moveFrom((hypothesis.made.at(-1) as DecodedMove).move)
  const takes = before.legal().filter((move) => moveFrom(move) === from)
  return withNextMove(board, hypothesis, index, false).some(({ made }) => {
    const reply = (made.at(-1) as DecodedMove).move
    return !takes.some((move) => kingTarget(move) === moveFrom(reply))
  })
}

/** Has the side that is not on move put a piece somewhere, or lifted one for long? `until`: only squares unchanged since then count, ms. */
export function isReplied(
  board: ObservedBoard,
  hypothesis: Hypothesis,
  until = Number.POSITIVE_INFINITY,
): boolean {
  const turn = turnOf(hypothesis.position)
  return Object.keys(hypothesis.paid).some((square) => {
    const edge = board.last.get(square)
    if (edge !== undefined && board.at(edge) > until) return false
    const letter = board.observed(square) || (hypothesis.letters[squareOf(square)] as string)
    return (
      hypothesis.paid[square]?.kind !== 'agreed' &&
      letter !== '?' &&
      letter !== '' &&
      sideOfLetter(letter) !== turn
    )
  })
}

/** In Chess960 a castling may change the same squares as a move of the rook: then it is castling. */
function isCastlingToo(hypothesis: Hypothesis, changes: Differences): boolean {
  if (!isChess960(hypothesis.position)) return false
  return hypothesis.legal().some((move) => {
    if (castlingSide(move) === null) return false
    return disagreements(changesOf(hypothesis.position, move), changes, 0).length === 0
  })
}

/** A cheap test before the changes of a move are computed: does its target show the piece that would arrive? */
function mayStand(board: ObservedBoard, { letters }: Hypothesis, move: Move): boolean {
  if (castlingSide(move) !== null) return true
  const [from, to] = [letters[moveFrom(move)] as string, board.letters[kingTarget(move)] as string]
  return movePromotion(move) === null ? to === from : to !== '' && to !== '?'
}

/** Do all pieces of the move show on their new squares, by edges since the move before, and is at most one old square not yet empty? */
function stands(board: ObservedBoard, hypothesis: Hypothesis, changes: Differences, index: number): boolean {
  let full = 0
  const since = hypothesis.made.at(-1)?.stood ?? -1
  const earlier = hypothesis.made.at(-2)?.stood ?? -1
  for (const square in changes) {
    const letter = changes[square] as string
    const seen = board.observed(square)
    if (letter === '') {
      if (seen !== '' && ++full > 1) return false
      continue
    }
    if (seen !== letter) return false
    const last = board.last.get(square) ?? -1
    const isCrossed =
      last > earlier && last !== since && board.at(index) - board.at(Math.max(0, last)) <= SENSOR_LATENCY_MS
    // Edges of one instant have no order.
    const isAtOnce = since >= 0 && last !== since && board.at(Math.max(0, last)) === board.at(since)
    if (last < 0 || !(last > since || isCrossed || isAtOnce)) return false
  }
  return true
}
