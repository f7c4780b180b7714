/** Event ids and the bodies that came with them: the same id with the same body is the same event. */
import type { ReportedEvent, RoundReport } from '../../events/index.ts'
import { type FieldFault, type Refusal, refused } from '../refusal.ts'
import { canonicalJson } from '../store/canonical.ts'
import { sha256OfText } from '../store/hash.ts'

/** `digest`: of what its reporter sent; null where that cannot be compared any more, since something was erased. */
export interface RecordedId {
  readonly seq: number
  readonly digest: string | null
}

/** Where a report of a request stands: recorded already, or new. */
export interface DedupedReport<R> {
  readonly report: R
  readonly digest: string | null
  /** Of an event recorded before; null for a new one. */
  readonly seq: number | null
}

/** 128 bits are enough to tell two bodies under one id apart. */
const DIGEST_DIGITS = 32

/** Digest of what the reporter sets, whatever the order of its members. */
export function reportDigest({ type, at, by, data }: ReportedEvent | RoundReport): string | null {
  const text = canonicalJson({ type, at, by, data })
  return text.ok ? sha256OfText(text.value).slice(0, DIGEST_DIGITS) : null
}

/** Of reports under way: each is placed when it comes, and again when it is recorded. */
const digests = new WeakMap<ReportedEvent | RoundReport, string | null>()

function digestOnce(report: ReportedEvent | RoundReport): string | null {
  const before = digests.get(report)
  if (before !== undefined) return before
  const digest = reportDigest(report)
  digests.set(report, digest)
  return digest
}

/** Tells new reports from those recorded already; an id that stands for another body is refused (`id-reused`). */
export function dedupeReports<R extends ReportedEvent | RoundReport>(
  seen: ReadonlyMap<string, RecordedId>,
  reports: readonly R[],
):
  | { readonly ok: true; readonly value: DedupedReport<R>[] }
  | { readonly ok: false; readonly error: Refusal } {
  const errors: FieldFault[] = []
  const value = reports.map((report, index): DedupedReport<R> => {
    const digest = digestOnce(report)
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

/** Refuses one id for two bodies within a request; the same event twice counts once. */
export function withoutDuplicates<R extends ReportedEvent | RoundReport>(
  reports: readonly R[],
): { readonly ok: true; readonly value: R[] } | { readonly ok: false; readonly error: Refusal } {
  const first = new Map<string, R>()
  for (const [index, report] of reports.entries()) {
    const earlier = first.get(report.id)
    if (earlier === undefined) first.set(report.id, report)
    else if (reportDigest(earlier) !== reportDigest(report)) {
      const detail = `the id ${report.id} stands for two events of this request; each needs an id of its own`
      return refused('id-reused', detail, { errors: [{ index, pointer: '/id', detail }] })
    }
  }
  return { ok: true, value: [...first.values()] }
}
