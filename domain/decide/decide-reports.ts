/**
 * Decides what becomes of reports about a game, by the state of the game and the rights of the reporter alone: the events they
 * are recorded as, or a refusal by code. An illegal act is recorded like any other: the Laws' answer to it is a verdict
 * (domain/laws).
 */
import type { Actor, EventType, ReportedEvent, StoredEvent } from '../../events/index.ts'
import { type Fold, resumeFold, step } from '../game/fold.ts'
import type { Result } from '../result.ts'
import type { GameState } from '../state/state.ts'
import { authorityFaults, MAY_NEED_ARBITER, type ReporterRights } from './authority.ts'
import { type Envelope, gameEvent } from './envelope.ts'
import { type DecisionRefusal, type FieldFault, refusedFor } from './refusal.ts'

/** Phases of a game: before its start, from then to its result, after its result. */
export const PHASES = ['before', 'during', 'after'] as const
export type Phase = (typeof PHASES)[number]

export const phaseOf = ({ status }: Pick<GameState, 'status'>): Phase =>
  status === 'scheduled' ? 'before' : status === 'ended' ? 'after' : 'during'

/** What the reporter's role may do. The table of roles is functions/auth/rights.ts. */
export interface RoleRights extends ReporterRights {
  /** Why this may never be reported by the reporter; null: at some time it may. */
  refusal(report: { readonly type: EventType; readonly by: Actor }): string | null
  /** Why this may not be reported in this phase of the game; null: it may. */
  refusalIn(phase: Phase, type: EventType): string | null
}

/** A report that is not recorded yet, with its index in the request. */
export interface IndexedReport {
  readonly report: ReportedEvent
  readonly index: number
}

/** A report that is refused, by its index in the request. */
interface ReportFault extends FieldFault {
  readonly index: number
}

/** Refuses what the role may not report at any time; a correction's replacements count like reports of their own. */
export function roleFaults(
  reports: readonly ReportedEvent[],
  rights: Pick<RoleRights, 'refusal'>,
): ReportFault[] {
  return reports.flatMap((report, index): ReportFault[] => {
    const detail = rights.refusal(report)
    const faults: ReportFault[] = detail === null ? [] : [{ index, pointer: '/type', detail }]
    if (report.type !== 'report-corrected') return faults
    const replaced = (report.data.replacement ?? []).flatMap((event, k): ReportFault[] => {
      const refusal = rights.refusal(event)
      return refusal === null ? [] : [{ index, pointer: `/data/replacement/${k}/type`, detail: refusal }]
    })
    return [...faults, ...replaced]
  })
}

/**
 * The events that new reports become after the game's last event, in their order. It refuses, in this order: what has no place in
 * this phase of the game (`not-allowed`), what refers to nothing (`invalid`), and what is the arbiter's to decide (`not-allowed`).
 */
export function decideReports(
  state: GameState,
  reports: readonly IndexedReport[],
  envelope: Envelope,
  rights: RoleRights,
): Result<StoredEvent[], DecisionRefusal> {
  const untimely = phaseFaults(phaseOf(state), reports, rights)
  if (untimely.length > 0) return refusedFor('not-allowed', untimely)
  const misplaced = referenceFaults(state.seq, reports)
  if (misplaced.length > 0) return refusedFor('invalid', misplaced)
  const events = reports.map(({ report }, place) => gameEvent(report, state.seq + place + 1, envelope))
  const unauthorised = arbiterFaults(state, events, reports, rights)
  return unauthorised.length > 0 ? refusedFor('not-allowed', unauthorised) : { ok: true, value: events }
}

/** Refuses what has no place in a phase. All reports of one request are judged in the phase before it. */
function phaseFaults(phase: Phase, reports: readonly IndexedReport[], rights: RoleRights): ReportFault[] {
  return reports.flatMap(({ report, index }): ReportFault[] => {
    const detail = rights.refusalIn(phase, report.type)
    return detail === null ? [] : [{ index, pointer: '/type', detail }]
  })
}

/** Refuses a second opening, and seqs that the record does not have. `end`: the seq of the record's last event. */
function referenceFaults(end: number, reports: readonly IndexedReport[]): ReportFault[] {
  const faults: ReportFault[] = []
  for (const [place, { report, index }] of reports.entries()) {
    const reference = referenceIn(report)
    const isBare = report.type !== 'game-opened' && report.type !== 'report-corrected'
    if (isBare && reference.field === null) continue
    const last = end + place
    const fault = (pointer: string, detail: string) => faults.push({ index, pointer, detail })
    const missing = (pointer: string, seq: number | undefined) => {
      if (seq !== undefined && seq > last)
        fault(pointer, `there is no event ${seq} before this one; the record is at ${end}`)
    }
    if (report.type === 'game-opened')
      fault('/type', 'the game is open already; details-corrected changes its description')
    missing(`/data/${reference.field}`, reference.seq)
    if (report.type !== 'report-corrected') continue
    if (report.data.seqs.includes(1))
      fault('/data/seqs', 'event 1 opened the game; details-corrected changes its description')
    const { replacement = [], seqs } = report.data
    if (replacement.some(({ type }) => type === 'game-opened'))
      fault('/data/replacement', 'a game is opened once, by its first event')
    for (const [k, event] of replacement.entries()) {
      const { field, seq } = referenceIn(event)
      missing(`/data/replacement/${k}/data/${field}`, seq)
    }
    for (const [k, seq] of seqs.entries()) missing(`/data/seqs/${k}`, seq)
  }
  return faults
}

/** The member in which an event names another event, and what it says there. */
function referenceIn({ type, data }: { readonly type: EventType; readonly data: object }): {
  readonly field: 'seq' | 'claim' | null
  readonly seq: number | undefined
} {
  const bySeq = type === 'position-restored' || type === 'verdict-decided'
  const field = bySeq ? 'seq' : type === 'claim-decided' ? 'claim' : null
  return { field, seq: field === null ? undefined : (data as Record<string, number | undefined>)[field] }
}

/** Refuses what is the arbiter's to decide, each event in the state that those before it leave. */
function arbiterFaults(
  before: GameState,
  events: readonly StoredEvent[],
  reports: readonly IndexedReport[],
  rights: RoleRights,
): ReportFault[] {
  if (rights.isArbiter) return []
  // Most requests have no report that depends on the state: then nothing is folded.
  const last = events.findLastIndex(({ type }) => MAY_NEED_ARBITER.has(type))
  let fold: Fold | null = null
  const faults: ReportFault[] = []
  for (const [place, event] of events.slice(0, last + 1).entries()) {
    for (const { pointer, detail } of authorityFaults(fold?.state ?? before, event, rights))
      faults.push({ index: reports[place]!.index, pointer, detail })
    if (place === last) break
    fold ??= resumeFold(structuredClone(before))
    step(fold, event)
  }
  return faults
}
