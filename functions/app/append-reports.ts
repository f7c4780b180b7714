/** Records reports about a game, where the token's role and scope allow it; domain/decide decides what events they become. */

import { decideReports, type IndexedReport, roleFaults } from '../../domain/decide/decide-reports.ts'
import { refusedFor } from '../../domain/decide/refusal.ts'
import type { Verdict } from '../../domain/game/index.ts'
import { parseReports } from '../../events/index.ts'
import { refusalByScope } from '../auth/authorise.ts'
import { reporterRights } from '../auth/rights.ts'
import { type Principal, roleMay } from '../auth/roles.ts'
import { type AppResult, type Refusal, refused } from '../refusal.ts'
import type { GameLoader, Recorder } from './dependencies.ts'
import type { GameRecord } from './games.ts'
import { gameScope } from './personal-data.ts'
import { envelopeOf, MAX_REPORTS, type ReportReceipt, recordReports } from './record-reports.ts'
import { countVerdicts, reportClockOffset } from './report-metrics.ts'
import { gameStream } from './stored-events.ts'

export interface AppendRequest {
  readonly game: string
  /** As they came: validated here. */
  readonly events: readonly unknown[]
  readonly expectedSeq?: number | undefined
  /** When the reporter's clock says it was sent, ms since 1970. */
  readonly sentAt?: number | undefined
  readonly receivedAt: number
  readonly principal: Principal | null
}

export interface AppendAnswer {
  /** Seq of the game's last event. */
  readonly head: number
  readonly results: readonly ReportReceipt[]
  /** The verdicts that arose with these events; empty for a reporter who may not read verdicts. */
  readonly verdicts: readonly Verdict[]
}

/** Records reports about a game: all or nothing, each id once. */
export async function appendReports(
  service: Recorder & GameLoader,
  request: AppendRequest,
): Promise<AppResult<AppendAnswer>> {
  const { principal, receivedAt, sentAt } = request
  if (principal === null) return refused('not-authenticated', 'reporting needs a token')
  if (request.events.length === 0)
    return refusedFor('invalid', [{ pointer: '/events', detail: 'there are no events; 1 to 50 are taken' }])
  if (request.events.length > MAX_REPORTS)
    return refused(
      'too-large',
      `the request has ${request.events.length} events; ${MAX_REPORTS} are taken at a time`,
    )
  const reports = parseReports(request.events, { receivedAt })
  if (!reports.ok) return refusedFor('invalid', reports.errors)
  const forbidden = roleFaults(
    reports.value,
    reporterRights(principal, () => false),
  )
  if (forbidden.length > 0) return refusedFor('not-allowed', forbidden)

  const recording = await recordReports(
    service,
    service.games,
    {
      stream: gameStream(request.game),
      reports: reports.value,
      principal,
      receivedAt,
      expectedSeq: request.expectedSeq,
      clockOffset: sentAt === undefined ? undefined : receivedAt - sentAt,
      checkAccess: (record) => strangerFault(record, principal, request.game),
      decide(record, fresh) {
        const rights = reporterRights(principal, (seq) => isOwn(record, seq, principal))
        const envelope = { game: request.game, ...envelopeOf(record, principal, receivedAt) }
        return decideReports(record.folded.fold.state, fresh as readonly IndexedReport[], envelope, rights)
      },
      personalContext: (record) => personalContextOf(record, request.game),
    },
    ({ fold }) => new Set(fold.state.verdicts.map(verdictKey)),
  )
  if (!recording.ok) return recording
  const { record, head, results, before } = recording.value
  const replayed = new Set(results.filter((each) => each.replayed).map(({ seq }) => seq))
  const arose = (verdict: Verdict) => before !== null && !before.has(verdictKey(verdict))
  const verdicts = record.folded.fold.state.verdicts.filter(
    (verdict) => replayed.has(verdict.seq) || arose(verdict),
  )
  countVerdicts(service, verdicts.filter(arose))
  if (sentAt !== undefined) reportClockOffset(service, principal, receivedAt - sentAt)
  // What the Laws say of a report is not for the devices at the board: there it would be advice.
  const shown = roleMay(principal.role, 'read') ? verdicts : []
  return { ok: true, value: { head, results, verdicts: shown } }
}

/** Identifies a verdict: one arises once for a rule, an event, a side and its evidence. */
const verdictKey = ({ rule, seq, against, evidence }: Verdict): string =>
  JSON.stringify([rule, seq, against, evidence])

/**
 * Refuses a game that the token's scope does not hold, or that does not exist; only a token for everything learns which of the
 * two. It is checked first, so that no other token can find out which ids or versions a record has.
 */
function strangerFault(record: GameRecord, principal: Principal, game: string): Refusal | null {
  const elsewhere = refusalByScope(principal, { ...record.folded.belonging, game })
  if (elsewhere !== null) return elsewhere
  return record.seq === 0 ? refused('unknown-game', `there is no game ${game}`).error : null
}

/** Whether the principal reported event `seq`; events after the record's end are those of this request. */
const isOwn = (record: GameRecord, seq: number, principal: Principal): boolean =>
  (record.reporters[seq - 1] ?? principal.id) === principal.id

/** The context in which a game's names are recognised: its tournament, or the game itself where it has none. */
export function personalContextOf(record: GameRecord, game: string) {
  const { details } = record.folded.fold.state
  return {
    scope: record.folded.belonging.tournament ?? gameScope(game),
    ...(details !== null && { currentEntries: { white: details.white, black: details.black } }),
  }
}
