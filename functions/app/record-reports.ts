/** Reports into a stream: all or nothing, each once, under the conditions of its kind of stream. */
import {
  currentVersion,
  type ReportedEvent,
  type RoundEvent,
  type RoundReport,
  type StoredEvent,
} from '../../events/index.ts'
import type { Principal } from '../auth/roles.ts'
import type { Ports } from '../ports.ts'
import { type AppResult, type Refusal, refused } from '../refusal.ts'
import { type AppendDecision, appendTo, type Loaded } from '../store/append.ts'
import { type CommitEvent, decodeCommit, type HashedCommit } from '../store/commit.ts'
import { watchErasures } from './erasures.ts'
import { type DedupedReport, dedupeReports, withoutDuplicates } from './idempotency.ts'
import {
  discardPersonalData,
  type ExtractedEvent,
  extractPersonalData,
  hasPersonalData,
  type PersonalDataContext,
  rehydrateWith,
} from './personal-data.ts'
import { type Belonging, RecordDamaged, recordedEvents, recordedForm } from './stored-events.ts'
import type { StreamRecord, Streams } from './streams.ts'

type AnyEvent = StoredEvent | RoundEvent
type AnyReport = ReportedEvent | RoundReport

export interface RecordRequest<Folded> {
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
  /** Written beside the stream's first event. */
  readonly belonging?: Belonging
  /** Ids of the stream: what the contract's envelope has besides. */
  readonly ids: { readonly game: string } | { readonly tournament: string; readonly round: string }
  /** Turns away who has no business with the stream, before anything of what it holds is told. */
  checkAccess?(record: StreamRecord<Folded>): Refusal | null
  /** Refuses new reports because of the state. `fresh` are those not recorded yet, with their index in the request. */
  checkState(
    record: StreamRecord<Folded>,
    fresh: readonly { report: AnyReport; index: number }[],
  ): Refusal | null
  personalContext(record: StreamRecord<Folded>): Omit<PersonalDataContext, 'stream'>
}

export interface ReportReceipt {
  readonly id: string
  readonly seq: number
  /** It was recorded before this request. */
  readonly replayed: boolean
}

export interface Recording<Noted> {
  /** Seq of the stream's last event. */
  readonly head: number
  readonly results: readonly ReportReceipt[]
  /** What `note` said of the state before the new events; null if there were none. */
  readonly before: Noted | null
}

type Decided<Noted> =
  | { readonly ok: false; readonly error: Refusal }
  | { readonly ok: true; readonly results: ReportReceipt[]; readonly before: Noted | null }

/**
 * Records what is new of the request. Refusals: `id-reused`, `stale-version`, `too-large`, `invalid`, `unavailable`, and
 * what `admission` and `objection` say. `note` looks at the state just before the new events are taken.
 */
export function recordReports<E extends AnyEvent, Folded, Noted>(
  ports: Ports,
  streams: Streams<E, Folded>,
  request: RecordRequest<Folded>,
  note: (folded: Folded) => Noted,
): Promise<AppResult<Recording<Noted>>> {
  return streams.inTurn(request.stream, () => recordInTurn(ports, streams, request, note))
}

async function recordInTurn<E extends AnyEvent, Folded, Noted>(
  ports: Ports,
  streams: Streams<E, Folded>,
  request: RecordRequest<Folded>,
  note: (folded: Folded) => Noted,
): Promise<AppResult<Recording<Noted>>> {
  const unique = withoutDuplicates(request.reports)
  if (!unique.ok) return unique
  const reports = unique.value
  const load = (reread: boolean) => streams.load(request.stream, reread)

  let first = await load(false)
  let early = checkRequest(first.state, reports, request)
  if (!early.ok && !first.fresh) {
    first = await load(true)
    early = checkRequest(first.state, reports, request)
  }
  if (!early.ok) return early

  const nobodyErased = watchErasures(ports)
  const taken = await extractAll<E, Folded>(ports, request, first, early.value)
  const decide = ({ state }: Loaded<StreamRecord<Folded>>): AppendDecision<Decided<Noted>> => {
    const placed = checkRequest(state, reports, request)
    if (!placed.ok) return { kind: 'refuse', outcome: placed }
    const at = laterInstant(new Date(ports.clock.now()).toISOString(), state.lastCommitAt)
    const { results, events } = compose(state, placed.value, taken, request)
    if (events.length === 0) return { kind: 'replay', outcome: { ok: true, results, before: null } }
    const { principal, clockOffset } = request
    const entry = { at, principal: principal.id, clockOffset, events }
    return { kind: 'commit', entry, outcome: { ok: true, results, before: note(state.folded) } }
  }

  const { log, doubtful } = trackUncertainAppends(ports.log)
  // What was read to take the reports in is not read again to decide: the put at its head tells whether it was the last.
  let known: Loaded<StreamRecord<Folded>> | null = first
  const loadOnce = async (reread: boolean) => {
    const loaded = reread || known === null ? await load(reread) : known
    known = null
    return loaded
  }
  const done = await appendTo(log, request.stream, loadOnce, decide, ports.pause)
  if (done.kind === 'busy') {
    ports.notify?.(request.stream)
    // The commit may be stored all the same: what was taken into keeping stays.
    return refused('unavailable', 'the record could not be written just now; send the same request again')
  }
  // A replay may be of our own commit, whose answer was lost: what was taken into keeping is then what it refers to.
  if (done.kind !== 'committed' && !doubtful())
    for (const each of taken.values()) await discardPersonalData(ports, each)
  if (done.kind === 'malformed')
    return refused(done.problem.code === 'commit-too-large' ? 'too-large' : 'invalid', done.problem.message)
  if (!done.outcome.ok) return done.outcome
  const { results, before } = done.outcome
  // What was taken in may be gone again: then the record is read anew, as everybody else reads it.
  if (done.kind === 'committed')
    if (nobodyErased()) absorb(streams, done.commit, taken)
    else streams.forget(request.stream)
  // A replay rings too: the first time the commit's answer may have been lost, and with it the ring.
  ports.notify?.(request.stream)
  const { state } = await load(false)
  return { ok: true, value: { head: state.seq, results, before } }
}

/** The log, and whether a commit was sent to it of which nobody knows whether it was stored. */
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

/** Takes our own commit as it would be read back, so that a warm state and a fresh one are the same to the byte. */
function absorb<E extends AnyEvent, Folded>(
  streams: Streams<E, Folded>,
  sealed: HashedCommit,
  taken: ReadonlyMap<string, ExtractedEvent<E>>,
): void {
  const commit = decodeCommit(sealed)
  if (!commit.ok) throw new RecordDamaged(commit.error.message)
  const kept = new Map([...taken.values()].flatMap((each) => [...each.kept]))
  streams.absorb(commit.value, rehydrateWith<E>(kept, recordedEvents(commit.value)))
}

interface Composed {
  readonly results: ReportReceipt[]
  /** The new events as they are recorded. */
  readonly events: CommitEvent[]
}

/** What the commit after this head would hold. */
function compose<E extends AnyEvent, Folded>(
  record: StreamRecord<Folded>,
  placed: readonly DedupedReport<AnyReport>[],
  taken: ReadonlyMap<string, ExtractedEvent<E>>,
  request: RecordRequest<Folded>,
): Composed {
  const composed: Composed = { results: [], events: [] }
  let seq = record.seq
  for (const { report, seq: known } of placed) {
    composed.results.push({ id: report.id, seq: known ?? ++seq, replayed: known !== null })
    if (known !== null) continue
    const { event, margin } = taken.get(report.id)!
    composed.events.push(recordedForm({ ...event, seq }, { ...(seq === 1 && request.belonging), ...margin }))
  }
  return composed
}

/** What of the request is new, unless the state forbids it. */
function checkRequest<Folded>(
  record: StreamRecord<Folded>,
  reports: readonly AnyReport[],
  { expectedSeq, checkAccess: admission, checkState: objection }: RecordRequest<Folded>,
): AppResult<DedupedReport<AnyReport>[]> {
  const stranger = admission?.(record) ?? null
  if (stranger !== null) return { ok: false, error: stranger }
  const placed = dedupeReports(record.recordedIds, reports)
  if (!placed.ok) return placed
  const fresh = placed.value.flatMap(({ report, seq }, index) => (seq === null ? [{ report, index }] : []))
  // A request whose answer was lost comes again with the version its sender saw then.
  if (fresh.length === 0) return placed
  if (expectedSeq !== undefined && expectedSeq !== record.seq)
    return refused(
      'stale-version',
      `the request expects version ${expectedSeq}; the record is at ${record.seq}`,
      {
        head: record.seq,
      },
    )
  const refusal = objection(record, fresh)
  return refusal === null ? placed : { ok: false, error: refusal }
}

const NO_PERSONAL_DATA = new Map<string, never>()

/** The new reports with their persons and texts in keeping, by id. */
async function extractAll<E extends AnyEvent, Folded>(
  ports: Ports,
  request: RecordRequest<Folded>,
  { state }: Loaded<StreamRecord<Folded>>,
  placed: readonly DedupedReport<AnyReport>[],
): Promise<Map<string, ExtractedEvent<E>>> {
  const taken = new Map<string, ExtractedEvent<E>>()
  const added = envelopeOf(request)
  for (const { report, seq } of placed) {
    if (seq !== null) continue
    const event = { ...report, ...added, v: currentVersion(report.type) } as unknown as E
    const plain = {
      event: event as unknown as ExtractedEvent<E>['event'],
      kept: NO_PERSONAL_DATA,
      locations: [],
      margin: {},
    }
    const context = { stream: request.stream, ...request.personalContext(state) }
    taken.set(
      report.id,
      hasPersonalData(report.type) ? await extractPersonalData(ports, event, context) : plain,
    )
  }
  return taken
}

/**
 * What the service adds to each report of a request, save its version: together they are an event of the report's stream.
 * `seq` and `recordedAt` are set once they are known.
 */
const envelopeOf = ({ principal, receivedAt, ids }: RecordRequest<never>) => ({
  ...ids,
  seq: 0,
  receivedAt: new Date(receivedAt).toISOString(),
  recordedAt: '',
  principal: principal.id,
})

/** Of two instants in the one form that commits have, which sorts as text. */
export const laterInstant = (a: string, b: string): string => (a > b ? a : b)
