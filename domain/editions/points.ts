/** Article 10.1 (2009: 11.1): what a score is worth. */
import type { EventData, Points } from '../../events/index.ts'

type Scoring = NonNullable<EventData<'game-opened'>['regulations']>['scoring']

/** One point, half a point, none, unless the event announced otherwise; a forfeit counts as a win or a loss. */
export function pointsOf(points: Points, scoring: Scoring): number {
  const { win = 1, draw = 0.5, loss = 0, forfeitWin = win, forfeitLoss = loss } = scoring ?? {}
  return { '1': win, '½': draw, '0': loss, '+': forfeitWin, '-': forfeitLoss }[points]
}
