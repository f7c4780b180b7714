/** What a hypothesis pays for a press: for one beside its move, and for squares that differ from it when the player presses. */
import type { Side } from '../../events/index.ts'
import { squareOf, turnOf } from '../chess/index.ts'
import { chargesFor, isBeingTaken, withCharges } from './charges.ts'
import { SENSOR_LATENCY_MS } from './durations.ts'
import type { DecodedMove, Hypothesis } from './hypotheses.ts'
import type { ObservedBoard } from './observed-board.ts'
import { WEIGHTS } from './weights.ts'

/** Charges for a press, and gives it to the move that it is for. */
export function chargedForPress(
  board: ObservedBoard,
  hypothesis: Hypothesis,
  side: Side,
  index: number,
): Hypothesis {
  const open = pressedMove(board, hypothesis, side, index)
  const placed = hypothesis.made[open]
  if (placed === undefined)
    return pressedLater(board, hypothesis, side, index) ?? chargedForEarlyPress(hypothesis, side, index)
  const away = Object.keys(placed.changes).filter(
    (square) => placed.changes[square] !== '' && board.observed(square) === '' && placed.reported === null,
  )
  const isGone = away.some((square) => !isBeingTaken(board, hypothesis, square))
  const isLast = open === hypothesis.made.length - 1
  const made = hypothesis.made.map((each, ply) =>
    ply === open ? { ...each, press: index, ...(isGone && isLast ? { isGone } : {}) } : each,
  )
  if (!isLast) {
    const late = isOverdue(board, hypothesis.made[open + 1], index) ? WEIGHTS.overduePress : WEIGHTS.latePress
    return { ...hypothesis, made, cost: hypothesis.cost + late }
  }
  const charges = chargesFor(board, hypothesis, {
    gone: (square) =>
      away.includes(square)
        ? [square, 'gone', isGone ? WEIGHTS.gone : WEIGHTS.lifted]
        : [square, 'paid', isKing(hypothesis, square) ? WEIGHTS.missing : WEIGHTS.lifted],
    displaced: (square) => [square, 'paid', WEIGHTS.displaced],
    hovering: () => null,
  })
  return withCharges({ ...hypothesis, made }, charges)
}

/** Charges for a press for which no move stands: the player owes the move, or it is one press too many. */
function chargedForEarlyPress(hypothesis: Hypothesis, side: Side, index: number): Hypothesis {
  const { position, owed, cost } = hypothesis
  const isTheirs = turnOf(position) !== side && owed[turnOf(position)] === undefined
  if (isTheirs || owed[side] !== undefined) return { ...hypothesis, cost: cost + WEIGHTS.secondPress }
  return { ...hypothesis, cost: cost + WEIGHTS.earlyPress, owed: { ...owed, [side]: index } }
}

/** Is it the square of a king? It has to be on the board when its player presses. */
const isKing = ({ letters }: Hypothesis, square: string): boolean =>
  letters[squareOf(square)]?.toLowerCase() === 'k'

/** Once a reply has stood this long, ms, no press for the move before it is expected any more. */
const OVERDUE_MS = 2000

/**
 * The index of the move that a press is for; -1: none. It is the player's oldest move without a press. Where a later move waits, one
 * whose reply has long stood is left out: its press was never reported.
 */
function pressedMove(board: ObservedBoard, { made }: Hypothesis, side: Side, index: number): number {
  const open = made.flatMap((placed, ply) => (placed.side === side && placed.press === null ? [ply] : []))
  return open.find((ply) => !isOverdue(board, made[ply + 1], index)) ?? open[0] ?? -1
}

/** Has the reply stood so long that a press for the move before it would have been reported? */
const isOverdue = (board: ObservedBoard, reply: DecodedMove | undefined, index: number): boolean =>
  reply !== undefined && board.at(index) - board.at(reply.stood) > OVERDUE_MS

/** A move that came long after its player had pressed without one is completed by their next press. Null: there is no such move. */
function pressedLater(
  board: ObservedBoard,
  hypothesis: Hypothesis,
  side: Side,
  index: number,
): Hypothesis | null {
  const last = hypothesis.made.at(-1)
  if (last === undefined || last.side !== side || last.press === null || last.reported !== null) return null
  if (board.at(last.stood) - board.at(last.press) <= SENSOR_LATENCY_MS) return null
  return { ...hypothesis, made: [...hypothesis.made.slice(0, -1), { ...last, press: index }] }
}
