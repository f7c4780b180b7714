/** Idempotency of reports: the same id with the same body is the same event. */
import type { ReportedEvent, RoundReport } from '../../events/index.ts'
import { type AppResult, type FieldFault, refused } from '../refusal.ts'
import { canonicalJson } from '../store/canonical.ts'

/** The fields that a reporter sets, besides the id. */
export type ReportBody = Pick<ReportedEvent | RoundReport, 'type' | 'at' | 'by' | 'data'>

/** An event id on record. `body`: as it was reported; null where part of it was erased, so that it cannot be compared. */
export interface RecordedId {
  readonly seq: number
  readonly body: ReportBody | null
}

/** A report of a request, and whether it is recorded already. */
export interface DedupedReport<R> {
  readonly report: R
  /** Seq of the event, where it is recorded already; null for a new one. */
  readonly seq: number | null
}

/** Whether two reports say the same, in whatever order of members. Few ids come twice, so that bodies are compared only then. */
const isSameBody = (a: ReportBody, b: ReportBody): boolean => bodyText(a) === bodyText(b)

/** Null for what has no canonical JSON. */
function bodyText({ type, at, by, data }: ReportBody): string | null {
  const text = canonicalJson({ type, at, by, data })
  return text.ok ? text.value : null
}

/** Finds those reports that are recorded already; an id that stands for another body is refused (`id-reused`). */
export function dedupeReports<R extends ReportedEvent | RoundReport>(
  seen: ReadonlyMap<string, RecordedId>,
  reports: readonly R[],
): AppResult<DedupedReport<R>[]> {
  const errors: FieldFault[] = []
  const value = reports.map((report, index): DedupedReport<R> => {
    const recorded = seen.get(report.id)
    if (recorded === undefined) return { report, seq: null }
    if (recorded.body !== null && !isSameBody(recorded.body, report))
      errors.push({
        index,
        pointer: '/id',
        detail: `the id ${report.id} is that of event ${recorded.seq}, which has another body; a new event needs an id of its own`,
      })
    return { report, seq: recorded.seq }
  })
  if (errors.length === 0) return { ok: true, value }
  return refused('id-reused', errors.map(({ detail }) => detail).join('; '), { errors })
}

/** The reports of a request without repetitions; one id with two bodies is refused (`id-reused`). */
export function withoutDuplicates<R extends ReportedEvent | RoundReport>(
  reports: readonly R[],
): AppResult<R[]> {
  const first = new Map<string, R>()
  for (const [index, report] of reports.entries()) {
    const { id } = report
    const earlier = first.get(id)
    if (earlier === undefined) first.set(id, report)
    else if (!isSameBody(earlier, report)) {
      const detail = `the id ${id} stands for two events of this request; each needs an id of its own`
      return refused('id-reused', detail, { errors: [{ index, pointer: '/id', detail }] })
    }
  }
  return { ok: true, value: [...first.values()] }
}
