/** Records reports in a stream: all or nothing, each once, under the conditions of its kind of stream. */

import type { ReportedEvent, RoundEvent, RoundReport, StoredEvent } from '../../events/index.ts'
import type { Principal } from '../auth/roles.ts'
import { failureFields } from '../observability/log.ts'
import type { Ports } from '../ports.ts'
import { type AppResult, type Refusal, refused } from '../refusal.ts'
import { type AppendDecision, appendTo, type Loaded } from '../store/append.ts'
import type { CommitEvent, HashedCommit } from '../store/commit.ts'
import { StoreUnavailable } from '../store/commit-log.ts'
import type { Recorder } from './dependencies.ts'
import { type DedupedReport, dedupeReports, withoutDuplicates } from './idempotency.ts'
import {
  discardPersonalData,
  type ExtractedEvent,
  extractPersonalData,
  hasPersonalData,
  type PersonalDataContext,
  type PersonalDataWriter,
  rehydrateOwn,
} from './personal-data.ts'
import { type Belonging, recordedEvents, recordedForm } from './stored-events.ts'
import type { StreamRecord, Streams } from './streams.ts'

type AnyEvent = StoredEvent | RoundEvent
type AnyReport = ReportedEvent | RoundReport

/** Reports that a request about one stream brings; a whole game may have more (whole-games.ts). */
export const MAX_REPORTS = 50

/** A report that is not recorded yet, with its index among the request's distinct reports. */
export interface NewReport {
  readonly report: AnyReport
  readonly index: number
}

export interface RecordRequest<E extends AnyEvent, Folded> {
  readonly stream: string
  /** At least one, and no more than a commit holds. */
  readonly reports: readonly AnyReport[]
  readonly principal: Principal
  /** When the request came, ms since 1970. */
  readonly receivedAt: number
  /** The version its sender saw; another head refuses the request (`stale-version`). */
  readonly expectedSeq?: number | undefined
  /** Our clock minus the reporter's at the time of sending, ms. */
  readonly clockOffset?: number | undefined
  /** The stream is presumed new and not read; the put of its first commit shows whether it is. */
  readonly isNew?: true
  /** Stored with the stream's first event. */
  readonly belonging?: Belonging
  /** Refuses reporters who have no access to the stream, before they learn anything of what it holds. */
  checkAccess?(record: StreamRecord<Folded>): Refusal | null
  /** The events that new reports become, in their order after the record's last event; or why the state forbids them. */
  decide(record: StreamRecord<Folded>, fresh: readonly NewReport[]): AppResult<readonly E[]>
  personalContext(record: StreamRecord<Folded>): Omit<PersonalDataContext, 'stream'>
}

export interface ReportReceipt {
  readonly id: string
  readonly seq: number
  /** Whether it was recorded before this request. */
  readonly replayed: boolean
}

export interface Recording<Folded, Noted> {
  /** The stream's record with the new events. */
  readonly record: StreamRecord<Folded>
  /** Seq of the stream's last event. */
  readonly head: number
  readonly results: readonly ReportReceipt[]
  /** What `note` returned for the state before the new events; null if there were none. */
  readonly before: Noted | null
}

type Decided<Noted> =
  | { readonly ok: false; readonly error: Refusal }
  | { readonly ok: true; readonly results: ReportReceipt[]; readonly before: Noted | null }

/**
 * Records what is new of the request. Refused: `id-reused`, `stale-version`, `too-large`, `invalid`, `unavailable`, and
 * what `checkAccess` and `decide` refuse. `note` is called with the state just before the new events are applied.
 */
export function recordReports<E extends AnyEvent, Folded, Noted>(
  ports: Recorder,
  streams: Streams<E, Folded>,
  request: RecordRequest<E, Folded>,
  note: (folded: Folded) => Noted,
): Promise<AppResult<Recording<Folded, Noted>>> {
  return streams.inTurn(request.stream, () => recordInTurn(ports, streams, request, note))
}

async function recordInTurn<E extends AnyEvent, Folded, Noted>(
  ports: Recorder,
  streams: Streams<E, Folded>,
  request: RecordRequest<E, Folded>,
  note: (folded: Folded) => Noted,
): Promise<AppResult<Recording<Folded, Noted>>> {
  const unique = withoutDuplicates(request.reports)
  if (!unique.ok) return unique
  const reports = unique.value
  const load = (reread: boolean) => streams.load(request.stream, reread)

  let first = request.isNew ? streams.presumeNew(request.stream) : await load(false)
  let early = checkRequest(first.state, reports, request)
  if (!early.ok && !first.fresh) {
    first = await load(true)
    early = checkRequest(first.state, reports, request)
  }
  if (!early.ok) return early

  const considered = early
  const decidedAt = first.state.head.n
  const nobodyErased = ports.erasures.watch()
  const taken = await extractAll(ports, request, first.state, considered.value.events)
  const decide = ({ state }: Loaded<StreamRecord<Folded>>): AppendDecision<Decided<Noted>> => {
    // The decision holds while the record has the same head; a reader of this process may have loaded others' commits.
    const placed =
      state === first.state && state.head.n === decidedAt ? considered : checkRequest(state, reports, request)
    if (!placed.ok) return { kind: 'refuse', outcome: placed }
    const at = laterInstant(new Date(ports.clock.now()).toISOString(), state.lastCommitAt)
    const { results, events } = compose(state, placed.value, taken, request.belonging)
    if (events.length === 0) return { kind: 'replay', outcome: { ok: true, results, before: null } }
    const { principal, clockOffset } = request
    const entry = { at, principal: principal.id, clockOffset, events }
    return { kind: 'commit', entry, outcome: { ok: true, results, before: note(state.folded) } }
  }

  const { log, doubtful } = trackUncertainAppends(ports.log)
  // The record is not loaded again to decide: the put at its head shows whether that was the last commit.
  let known: Loaded<StreamRecord<Folded>> | null = first
  const loadOnce = async (reread: boolean) => {
    const loaded = reread || known === null ? await load(reread) : known
    known = null
    return loaded
  }
  const done = await appendTo(log, request.stream, loadOnce, decide, ports.pause)
  if (done.kind === 'busy') {
    ports.notify?.(request.stream)
    reportUnavailable(ports, request.stream, done.cause)
    // The commit may be stored all the same, so its personal data stay.
    return refused('unavailable', 'the record could not be written just now; send the same request again')
  }
  // A replay may be of our own commit, whose answer was lost: it then refers to these personal data.
  if (done.kind !== 'committed' && !doubtful())
    for (const each of taken.values()) await discardPersonalData(ports, each)
  if (done.kind === 'malformed')
    return refused(done.problem.code === 'commit-too-large' ? 'too-large' : 'invalid', done.problem.message)
  if (!done.outcome.ok) return done.outcome
  const { results, before } = done.outcome
  // Personal data may have been erased meanwhile: then the record is read anew, as other processes read it.
  if (done.kind === 'committed')
    if (nobodyErased()) absorb(streams, done.commit, taken)
    else streams.forget(request.stream)
  // A replay notifies too: the first time the commit's answer may have been lost, and the notification with it.
  ports.notify?.(request.stream)
  const { state } = await load(false)
  return { ok: true, value: { record: state, head: state.seq, results, before } }
}

/** Counts and logs an append that failed in the end as a fault of the service. */
function reportUnavailable(
  { metrics, alertLog }: Pick<Ports, 'alertLog' | 'metrics'>,
  stream: string,
  cause: StoreUnavailable | null,
): void {
  metrics?.count('touchmove_faults_total', { kind: 'unavailable' })
  const why = cause ?? new StoreUnavailable('others wrote to the stream each time')
  alertLog?.write('warn', 'store-unavailable', { stream, ...failureFields(why) })
}

/** The log, and whether an append to it threw, so that its commit may be stored or not. */
function trackUncertainAppends(log: Ports['log']): {
  log: Pick<Ports['log'], 'append'>
  doubtful: () => boolean
} {
  let doubted = false
  const append: Ports['log']['append'] = async (commit) => {
    try {
      return await log.append(commit)
    } catch (error) {
      doubted = true
      throw error
    }
  }
  return { log: { append }, doubtful: () => doubted }
}

/**
 * Applies our own commit to the cached record. Nothing is parsed or hashed again: `hashCommit` gives events as they are read
 * back.
 */
function absorb<E extends AnyEvent, Folded>(
  streams: Streams<E, Folded>,
  commit: HashedCommit,
  taken: ReadonlyMap<string, ExtractedEvent<E>>,
): void {
  const personalData = new Map([...taken.values()].flatMap((each) => [...each.personalData]))
  streams.absorb(commit, rehydrateOwn<E>(personalData, recordedEvents(commit)))
}

interface Composed {
  readonly results: ReportReceipt[]
  /** The new events as they are recorded. */
  readonly events: CommitEvent[]
}

/** The receipts and the events of the commit that would follow the record's head. */
function compose<E extends AnyEvent>(
  record: StreamRecord<unknown>,
  { placed, events }: Considered<E>,
  taken: ReadonlyMap<string, ExtractedEvent<E>>,
  belonging: Belonging | undefined,
): Composed {
  let seq = record.seq
  const results = placed.map(({ report, seq: known }) => ({
    id: report.id,
    seq: known ?? ++seq,
    replayed: known !== null,
  }))
  const recorded = events.map(({ id, seq }) => {
    const { event, margin } = taken.get(id)!
    return recordedForm(event, seq, { ...(seq === 1 && belonging), ...margin })
  })
  return { results, events: recorded }
}

/** Which reports of a request are new, and the events that the new ones become. */
interface Considered<E> {
  readonly placed: readonly DedupedReport<AnyReport>[]
  readonly events: readonly E[]
}

/** What of the request is new; or the refusal, where access, version or state forbid it. */
function checkRequest<E extends AnyEvent, Folded>(
  record: StreamRecord<Folded>,
  reports: readonly AnyReport[],
  { expectedSeq, checkAccess, decide }: RecordRequest<E, Folded>,
): AppResult<Considered<E>> {
  const stranger = checkAccess?.(record) ?? null
  if (stranger !== null) return { ok: false, error: stranger }
  const found = dedupeReports(record.recordedIds, reports)
  if (!found.ok) return found
  const placed = found.value
  const fresh = placed.flatMap(({ report, seq }, index) => (seq === null ? [{ report, index }] : []))
  // A request whose answer was lost comes again with the version its sender saw then.
  if (fresh.length === 0) return { ok: true, value: { placed, events: [] } }
  if (expectedSeq !== undefined && expectedSeq !== record.seq)
    return refused(
      'stale-version',
      `the request expects version ${expectedSeq}; the record is at ${record.seq}`,
      { head: record.seq },
    )
  const events = decide(record, fresh)
  return events.ok ? { ok: true, value: { placed, events: events.value } } : events
}

const NO_PERSONAL_DATA = new Map<string, never>()

/** The new events by id, with their persons and texts stored separately. */
async function extractAll<E extends AnyEvent, Folded>(
  ports: PersonalDataWriter,
  request: RecordRequest<E, Folded>,
  record: StreamRecord<Folded>,
  events: readonly E[],
): Promise<Map<string, ExtractedEvent<E>>> {
  const taken = new Map<string, ExtractedEvent<E>>()
  for (const event of events) {
    const plain: ExtractedEvent<E> = {
      event: event as unknown as ExtractedEvent<E>['event'],
      personalData: NO_PERSONAL_DATA,
      locations: [],
      margin: {},
    }
    const context = { stream: request.stream, ...request.personalContext(record) }
    taken.set(
      event.id,
      hasPersonalData(event.type) ? await extractPersonalData(ports, event, context) : plain,
    )
  }
  return taken
}

/** What the service adds to each event of a request, besides the ids of its stream and its seq. */
export const envelopeOf = (
  record: Pick<StreamRecord<unknown>, 'lastCommitAt'>,
  principal: Principal,
  receivedAt: number,
): { receivedAt: string; recordedAt: string; principal: string } => {
  const instant = new Date(receivedAt).toISOString()
  return {
    receivedAt: instant,
    recordedAt: laterInstant(instant, record.lastCommitAt),
    principal: principal.id,
  }
}

/** The later of two instants in the form that commits have, which sorts as text. */
const laterInstant = (a: string, b: string): string => (a > b ? a : b)
