/** Idempotency of reports: the same id with the same body is the same event. */
import type { ReportedEvent, RoundReport } from '../../events/index.ts'
import { type AppResult, type FieldFault, refused } from '../refusal.ts'
import { canonicalJson } from '../store/canonical.ts'
import { sha256OfText } from '../store/hash.ts'

/** An event id on record. `digest`: of the reported body; null where part of it was erased, so that it cannot be compared. */
export interface RecordedId {
  readonly seq: number
  readonly digest: string | null
}

/** A report of a request, and whether it is recorded already. */
export interface DedupedReport<R> extends Digested<R> {
  /** Seq of the event, where it is recorded already; null for a new one. */
  readonly seq: number | null
}

/** 128 bits are enough to distinguish two bodies under one id. */
const DIGEST_DIGITS = 32

/** Digest of the fields that a reporter sets, independent of the order of members; null for what has no canonical JSON. */
export function reportDigest({ type, at, by, data }: ReportedEvent | RoundReport): string | null {
  const text = canonicalJson({ type, at, by, data })
  return text.ok ? sha256OfText(text.value).slice(0, DIGEST_DIGITS) : null
}

/** A report with the digest of its body, taken once for each request. */
export interface Digested<R> {
  readonly report: R
  readonly digest: string | null
}

export const digested = <R extends ReportedEvent | RoundReport>(reports: readonly R[]): Digested<R>[] =>
  reports.map((report) => ({ report, digest: reportDigest(report) }))

/** Finds those reports that are recorded already; an id that stands for another body is refused (`id-reused`). */
export function dedupeReports<R extends ReportedEvent | RoundReport>(
  seen: ReadonlyMap<string, RecordedId>,
  reports: readonly Digested<R>[],
): AppResult<DedupedReport<R>[]> {
  const errors: FieldFault[] = []
  const value = reports.map(({ report, digest }, index): DedupedReport<R> => {
    const recorded = seen.get(report.id)
    if (recorded === undefined) return { report, digest, seq: null }
    if (recorded.digest !== null && recorded.digest !== digest)
      errors.push({
        index,
        pointer: '/id',
        detail: `the id ${report.id} is that of event ${recorded.seq}, which has another body; a new event needs an id of its own`,
      })
    return { report, digest, seq: recorded.seq }
  })
  if (errors.length === 0) return { ok: true, value }
  return refused('id-reused', errors.map(({ detail }) => detail).join('; '), { errors })
}

/** The reports of a request without repetitions; one id with two bodies is refused (`id-reused`). */
export function withoutDuplicates<R extends ReportedEvent | RoundReport>(
  reports: readonly Digested<R>[],
): AppResult<Digested<R>[]> {
  const first = new Map<string, Digested<R>>()
  for (const [index, each] of reports.entries()) {
    const { id } = each.report
    const earlier = first.get(id)
    if (earlier === undefined) first.set(id, each)
    else if (earlier.digest !== each.digest) {
      const detail = `the id ${id} stands for two events of this request; each needs an id of its own`
      return refused('id-reused', detail, { errors: [{ index, pointer: '/id', detail }] })
    }
  }
  return { ok: true, value: [...first.values()] }
}
