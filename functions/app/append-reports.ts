/** Records reports about a game. What becomes of them decides domain/decide; whose game it is, the token's scope. */

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
  /** Those that arose with these events; none for a reporter who may not read them. */
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

/** A verdict arises once for a rule, a side and an event. */
const verdictKey = ({ rule, seq, against, evidence }: Verdict): string =>
  JSON.stringify([rule, seq, against, evidence])

/**
 * A game that is not there or out of the token's reach: only a token that reaches everything learns which of the two.
 * Whether an id, a body or a version is that of the record is for nobody to try out from elsewhere.
 */
function strangerFault(record: GameRecord, principal: Principal, game: string): Refusal | null {
  const elsewhere = refusalByScope(principal, { ...record.folded.belonging, game })
  if (elsewhere !== null) return elsewhere
  return record.seq === 0 ? refused('unknown-game', `there is no game ${game}`).error : null
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
