/** What a hypothesis pays for squares that still differ from it once no edge comes any more. */
import { chargesFor, withCharges } from './charges.ts'
import type { Hypothesis } from './hypotheses.ts'
import type { ObservedBoard } from './observed-board.ts'
import { WEIGHTS } from './weights.ts'

/** Charges for squares that differ while the board is quiet. */
export function chargedForQuiet(board: ObservedBoard, hypothesis: Hypothesis): Hypothesis {
  const last = hypothesis.made.at(-1)
  const isPressed = last !== undefined && last.press !== null
  const charges = chargesFor(board, hypothesis, {
    gone: (square) => {
      const isMissing =
        (board.last.get(square) ?? -1) < (last?.stood ?? -1) && last?.changes[square] === undefined
      return [square, 'paid', isMissing ? WEIGHTS.missing : WEIGHTS.lifted]
    },
    displaced: (square) => [square, 'paid', isPressed ? WEIGHTS.displacedAfterPress : WEIGHTS.displaced],
    hovering: (square) =>
      isWaitingPawn(board.observed(square), square) || hypothesis.paid[square] !== undefined
        ? null
        : [square, 'open', WEIGHTS.hover],
  })
  return withCharges(hypothesis, charges)
}

/** Is it a pawn on its last rank, which the new piece has not replaced yet? */
const isWaitingPawn = (letter: string, square: string): boolean =>
  (letter === 'P' && square[1] === '8') || (letter === 'p' && square[1] === '1')
