/** Article 10.1 (2009: 11.1): the points that a result is worth in an event's scoring. */
import type { EventData, Points } from '../../events/index.ts'

type Scoring = NonNullable<EventData<'game-opened'>['regulations']>['scoring']

/** 1, 0.5 or 0 unless the event announced otherwise; a forfeit counts as a win or a loss. */
export function pointsOf(points: Points, scoring: Scoring): number {
  const { win = 1, draw = 0.5, loss = 0, forfeitWin = win, forfeitLoss = loss } = scoring ?? {}
  return { '1': win, '½': draw, '0': loss, '+': forfeitWin, '-': forfeitLoss }[points]
}
