/** What a hypothesis pays where a move was reported that it does not have, by a person or by another reader of the board. */
import type { ReportedMove } from '../state/sensor-state.ts'
import type { Hypothesis } from './hypotheses.ts'
import { isReported, type ObservedBoard } from './observed-board.ts'
import { WEIGHTS } from './weights.ts'

/** Charges for a move that a person reported. */
export function chargedForReport(
  board: ObservedBoard,
  hypothesis: Hypothesis,
  reported: ReportedMove,
): Hypothesis {
  const ply = hypothesis.made.findIndex(
    (placed, index) =>
      placed.reported?.seq === reported.seq ||
      (isReported(placed.move, reported) && board.isPlyOf(index, reported)),
  )
  if (ply < 0) return { ...hypothesis, cost: hypothesis.cost + WEIGHTS.missingReport }
  const before = hypothesis.made[ply - 1]
  if (before !== undefined && reported.after !== undefined && before.uci !== reported.after)
    return { ...hypothesis, cost: hypothesis.cost + WEIGHTS.otherBefore }
  // The report makes an unseen move certain. A move that the board showed stays a move of the board.
  return hypothesis.made[ply]?.isUnseen === true ? withSeenMove(hypothesis, ply, reported) : hypothesis
}

/** Charges for a move that another reader of the board reported: it is evidence, and an unseen move then counts as seen. */
export function chargedForOtherReader(
  board: ObservedBoard,
  hypothesis: Hypothesis,
  reported: ReportedMove,
): Hypothesis {
  const ply = hypothesis.made.findIndex(
    ({ move }, index) => isReported(move, reported) && board.isPlyOf(index, reported),
  )
  if (ply < 0) return { ...hypothesis, cost: hypothesis.cost + WEIGHTS.otherReader }
  if (hypothesis.made[ply]?.isUnseen !== true) return hypothesis
  return { ...withSeenMove(hypothesis, ply, reported), cost: hypothesis.cost - WEIGHTS.lostPlace }
}

/** The hypothesis, in which an unseen move counts as seen because it was reported. */
function withSeenMove(hypothesis: Hypothesis, ply: number, reported: ReportedMove): Hypothesis {
  const made = hypothesis.made.map((placed, at) =>
    at === ply ? { ...placed, reported, isUnseen: false } : placed,
  )
  return { ...hypothesis, made }
}
