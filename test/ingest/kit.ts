/** A PGN text planned, folded and shown, for tests of the import. */
import { fold, type PublicState, publicState } from '../../domain/game/index.ts'
import { readPgn } from '../../domain/pgn/index.ts'
import { parseReport, parseStoredEvent, type ReportedEvent, type StoredEvent } from '../../events/index.ts'
import { pgnIdentityOf } from '../../functions/ingest/pgn-identity.ts'
import { type PgnPlan, type PgnPlanOptions, planPgn } from '../../functions/ingest/pgn-reports.ts'

/** When the texts are read. */
export const NOW = Date.UTC(2026, 10, 28)

/** The events that the reports become; a report that validation refuses is an error. */
export const stored = (reports: readonly ReportedEvent[]): StoredEvent[] =>
  reports.map((report, index) => {
    const checked = parseReport(report)
    if (!checked.ok) throw new Error(`${report.id}: ${JSON.stringify(checked.errors)}`)
    const event = parseStoredEvent(report, index + 1)
    if (!event.ok) throw new Error(JSON.stringify(event.errors))
    return event.value
  })

export interface Imported {
  readonly plan: PgnPlan
  readonly state: PublicState
  /** Reports of a type. */
  of<T extends ReportedEvent['type']>(type: T): Extract<ReportedEvent, { type: T }>[]
}

export function importText(text: string, reading: Partial<PgnPlanOptions> = {}): Imported[] {
  return readPgn(text).map((game) => {
    const plan = planPgn(game, pgnIdentityOf(game).id, { now: NOW, ...reading })
    return {
      plan,
      state: publicState(fold(stored(plan.reports))),
      of: (type) => plan.reports.filter((report) => report.type === type) as never,
    }
  })
}

export const importOne = (text: string, reading: Partial<PgnPlanOptions> = {}): Imported => {
  const [only] = importText(text, reading)
  if (only === undefined) throw new Error('the text holds no game')
  return only
}
