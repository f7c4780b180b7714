/** Writes a game's reports one after another and folds them as they come, so that its writer knows how the game stands. */
import type { ActorOf, EventData, EventType, ReportedEvent } from '../../events/index.ts'
import { gameEvent } from '../decide/envelope.ts'
import { type Fold, openFold, step } from '../game/index.ts'

export interface GameReporter {
  readonly fold: Fold
  readonly reports: readonly ReportedEvent[]
  /** Milliseconds since the epoch; reports carry it as `at`. */
  readonly now: number
  /** Lets time pass. */
  wait(ms: number): void
  report<T extends EventType>(id: string, type: T, by: ActorOf<T>, data: EventData<T>): void
}

/** Starts at `start` (ms) with nothing reported. Fractions of a millisecond are dropped. */
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
      const received = { receivedAt: at, recordedAt: at, principal: 'witness' }
      step(fold, gameEvent(report, reports.length, { game, ...received }))
    },
  }
}
