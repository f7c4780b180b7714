/** Reports about a game go into its record, illegal as what they tell may be: refused is what is malformed or not theirs to say. */
import { authorityFaults, MAY_NEED_ARBITER } from '../../domain/decide/authority.ts'
import { reduce, type Verdict } from '../../domain/game/index.ts'
import { currentVersion, parseReports, type ReportedEvent, type StoredEvent } from '../../events/index.ts'
import { refusalByScope } from '../auth/authorise.ts'
import { mayCorrectAll, type Phase, refusalNow, refusalToReport } from '../auth/rights.ts'
import { type Principal, roleMay } from '../auth/roles.ts'
import { type AppResult, type FieldFault, type Refusal, refused } from '../refusal.ts'
import { MAX_EVENTS } from '../store/commit.ts'
import type { GameRecord } from './games.ts'
import { laterInstant, type ReportReceipt, recordReports } from './record-reports.ts'
import { countVerdicts, reportClockOffset } from './report-metrics.ts'
import type { Service } from './service.ts'
import { gameStream } from './stored-events.ts'

export interface AppendRequest {
  readonly game: string
  /** As they came: validated here. */
  readonly events: readonly unknown[]
  readonly expectedSeq?: number | undefined
  /** When the reporter's clock says he sent it, ms since 1970. */
  readonly sentAt?: number | undefined
  readonly receivedAt: number
  readonly principal: Principal | null
}

export interface AppendAnswer {
  /** Seq of the game's last event. */
  readonly head: number
  readonly results: readonly ReportReceipt[]
  /** Those that arose with these events; none for a reporter who may not read them. */
  readonly verdicts: readonly Verdict[]
}

/** Records reports about a game: all or nothing, each id once. */
export async function appendReports(
  service: Service,
  request: AppendRequest,
): Promise<AppResult<AppendAnswer>> {
  const { principal, receivedAt, sentAt } = request
  if (principal === null) return refused('not-authenticated', 'reporting needs a token')
  if (request.events.length === 0)
    return malformed([{ pointer: '/events', detail: 'there are no events; 1 to 50 are taken' }])
  if (request.events.length > MAX_EVENTS)
    return refused(
      'too-large',
      `the request has ${request.events.length} events; ${MAX_EVENTS} are taken at a time`,
    )
  const reports = parseReports(request.events, { receivedAt })
  if (!reports.ok) return malformed(reports.errors)
  const forbidden = rightsFault(principal, reports.value)
  if (forbidden !== null) return forbidden

  const recording = await recordReports(
    service,
    service.games,
    {
      stream: gameStream(request.game),
      ids: { game: request.game },
      reports: reports.value,
      principal,
      receivedAt,
      expectedSeq: request.expectedSeq,
      clockOffset: sentAt === undefined ? undefined : receivedAt - sentAt,
      checkAccess: (record) => strangerFault(record, principal, request.game),
      checkState: (record, fresh) => objection(record, fresh as Fresh[], request),
      personalContext: (record) => personalContextOf(record, request.game),
    },
    ({ fold }) => new Set(fold.state.verdicts.map(verdictKey)),
  )
  if (!recording.ok) return recording
  const { head, results, before } = recording.value
  const { state } = await service.games.load(gameStream(request.game), false)
  const replayed = new Set(results.filter((each) => each.replayed).map(({ seq }) => seq))
  const arose = (verdict: Verdict) => before !== null && !before.has(verdictKey(verdict))
  const verdicts = state.folded.fold.state.verdicts.filter(
    (verdict) => replayed.has(verdict.seq) || arose(verdict),
  )
  countVerdicts(service, verdicts.filter(arose))
  if (sentAt !== undefined) reportClockOffset(service, principal, receivedAt - sentAt)
  // What the Laws say of a report is not for the devices at the board: there it would be advice.
  const shown = roleMay(principal.role, 'read') ? verdicts : []
  return { ok: true, value: { head, results, verdicts: shown } }
}

interface Fresh {
  readonly report: ReportedEvent
  readonly index: number
}

const malformed = (errors: readonly FieldFault[]) =>
  refused('invalid', errors.map(({ detail }) => detail).join('; '), { errors })

/** A verdict arises once for a rule, a side and an event. */
const verdictKey = ({ rule, seq, against, evidence }: Verdict): string =>
  JSON.stringify([rule, seq, against, evidence])

function rightsFault(
  principal: Principal,
  reports: readonly ReportedEvent[],
): { ok: false; error: Refusal } | null {
  const errors = reports.flatMap((report, index): FieldFault[] => {
    const detail = refusalToReport(principal, report)
    const faults: FieldFault[] = detail === null ? [] : [{ index, pointer: '/type', detail }]
    if (report.type !== 'report-corrected') return faults
    // What a role may not report it may not bring in as the right reading of something else either.
    const replaced = (report.data.replacement ?? []).flatMap((event, k): FieldFault[] => {
      const refusal = refusalToReport(principal, event)
      return refusal === null ? [] : [{ index, pointer: `/data/replacement/${k}/type`, detail: refusal }]
    })
    return [...faults, ...replaced]
  })
  return errors.length === 0
    ? null
    : refused('not-allowed', errors.map(({ detail }) => detail).join('; '), { errors })
}

/**
 * A game that is not there or out of the token's reach: which of the two is told only to a token that reaches everything.
 * Whether an id, a body or a version is that of the record is for nobody to try out from elsewhere.
 */
function strangerFault(record: GameRecord, principal: Principal, game: string): Refusal | null {
  const elsewhere = refusalByScope(principal, { ...record.folded.belonging, game })
  if (elsewhere !== null) return elsewhere
  return record.seq === 0 ? refused('unknown-game', `there is no game ${game}`).error : null
}

/** What the state forbids: a second opening, a correction of others' reports, what has no place in this phase of the game. */
function objection(record: GameRecord, fresh: readonly Fresh[], request: AppendRequest): Refusal | null {
  const principal = request.principal as Principal
  const untimely = untimelyFault(record, fresh, principal)
  if (untimely !== null) return untimely
  const errors: FieldFault[] = []
  fresh.forEach(({ report, index }, place) => {
    if (report.type === 'game-opened')
      errors.push({
        index,
        pointer: '/type',
        detail: 'the game is open already; details-corrected changes its description',
      })
    const reach = { index, end: record.seq, last: record.seq + place }
    errors.push(...unreached(report, '/data', reach))
    if (report.type !== 'report-corrected') return
    if (report.data.seqs.includes(1))
      errors.push({
        index,
        pointer: '/data/seqs',
        detail: 'event 1 opened the game; details-corrected changes its description',
      })
    if (report.data.replacement?.some(({ type }) => type === 'game-opened'))
      errors.push({
        index,
        pointer: '/data/replacement',
        detail: 'a game is opened once, by its first event',
      })
    report.data.replacement?.forEach((event, k) => {
      errors.push(...unreached(event, `/data/replacement/${k}/data`, reach))
    })
    report.data.seqs.forEach((seq, k) => {
      const pointer = `/data/seqs/${k}`
      if (seq > record.seq + place)
        errors.push({
          index,
          pointer,
          detail: `there is no event ${seq} before this one; the record is at ${record.seq}`,
        })
    })
  })
  if (errors.length > 0) return malformed(errors).error
  const unauthorised = authorityFault(record, fresh, request)
  if (unauthorised.length === 0) return null
  const detail = unauthorised.map((fault) => fault.detail).join('; ')
  return refused('not-allowed', detail, { errors: unauthorised }).error
}

/** What is the arbiter's to decide, of each report in the state that those before it leave. */
function authorityFault(
  record: GameRecord,
  fresh: readonly Fresh[],
  { game, principal, receivedAt }: AppendRequest,
): FieldFault[] {
  if (principal === null || mayCorrectAll(principal.role)) return []
  const rights = { isArbiter: false, isOwn: (seq: number) => isOwn(record, seq, principal) }
  const instant = new Date(receivedAt).toISOString()
  const stored = fresh.map(({ report }, place) => ({
    ...report,
    ...{ game, seq: record.seq + place + 1, receivedAt: instant, principal: principal.id },
    recordedAt: laterInstant(instant, record.lastCommitAt),
    v: currentVersion(report.type),
  })) as StoredEvent[]
  let state = record.folded.fold.state
  const faults: FieldFault[] = []
  for (const [place, event] of stored.entries()) {
    for (const { pointer, detail } of authorityFaults(state, event, rights))
      faults.push({ index: fresh[place]!.index, pointer, detail })
    // Most requests hold nothing that is looked at: then nothing is folded for them.
    if (stored.slice(place + 1).some(({ type }) => MAY_NEED_ARBITER.has(type))) state = reduce(state, event)
  }
  return faults
}

/** What a role may report, but not in this phase of the game: as it stood when the request came. */
function untimelyFault(record: GameRecord, fresh: readonly Fresh[], principal: Principal): Refusal | null {
  const phase = phaseOf(record)
  const errors = fresh.flatMap(({ report, index }): FieldFault[] => {
    const detail = refusalNow(principal, report.type, phase)
    return detail === null ? [] : [{ index, pointer: '/type', detail }]
  })
  if (errors.length === 0) return null
  return refused('not-allowed', errors.map(({ detail }) => detail).join('; '), { errors }).error
}

function phaseOf(record: GameRecord): Phase {
  const { status } = record.folded.fold.state
  return status === 'scheduled' ? 'before' : status === 'ended' ? 'after' : 'during'
}

/** A seq that the record has not reached names nothing. */
function unreached(
  { type, data }: { readonly type: string; readonly data: object },
  pointer: string,
  { index, end, last }: { readonly index: number; readonly end: number; readonly last: number },
): FieldFault[] {
  const bySeq = type === 'position-restored' || type === 'verdict-decided'
  const field = bySeq ? 'seq' : type === 'claim-decided' ? 'claim' : null
  const seq = field === null ? undefined : (data as Record<string, number | undefined>)[field]
  if (seq === undefined || seq <= last) return []
  return [
    {
      index,
      pointer: `${pointer}/${field}`,
      detail: `there is no event ${seq} before this one; the record is at ${end}`,
    },
  ]
}

/** What comes after the record's end is of this request. */
const isOwn = (record: GameRecord, seq: number, principal: Principal): boolean =>
  (record.reporters[seq - 1] ?? principal.id) === principal.id

/** Names are known again within the tournament, or within the game where it has none. */
export function personalContextOf(record: GameRecord, game: string) {
  const { details } = record.folded.fold.state
  return {
    scope: record.folded.belonging.tournament ?? `game:${game}`,
    ...(details !== null && { currentEntries: { white: details.white, black: details.black } }),
  }
}
