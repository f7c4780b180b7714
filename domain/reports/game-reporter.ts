/** Makes the reports of a game one after another, and folds them, so that its caller can read the state. */
import type { ActorOf, EventData, EventType, ReportedEvent } from '../../events/index.ts'
import { gameEvent } from '../decide/envelope.ts'
import { type Fold, openFold, step } from '../game/index.ts'

export interface GameReporter {
  readonly fold: Fold
  readonly reports: readonly ReportedEvent[]
  /** Milliseconds since the epoch; reports carry it as `at`. */
  readonly now: number
  /** Advances `now` by so many ms. */
  wait(ms: number): void
  report<T extends EventType>(id: string, type: T, by: ActorOf<T>, data: EventData<T>): void
}

/** A reporter that starts at `start` (ms since the epoch) with nothing reported. Fractions of a millisecond are dropped. */
export function openGameReporter(game: string, start: number): GameReporter {
  const fold = openFold()
  const reports: ReportedEvent[] = []
  let now = start
  return {
    fold,
    reports,
    get now() {
      return now
    },
    wait(ms) {
      now += Math.trunc(ms)
    },
    report(id, type, by, data) {
      const at = new Date(now).toISOString()
      const report = { id, type, at, by, data } as ReportedEvent
      reports.push(report)
      const received = { receivedAt: at, recordedAt: at, principal: 'reporter' }
      step(fold, gameEvent(report, reports.length, { game, ...received }))
    },
  }
}
