/** Rounds: their games are opened, seated at boards, published and closed; a round's own stream says so. */

import { currentVersion, parseRoundReport, type RoundEvent, type RoundReport } from '../../events/index.ts'
import { refusalOf } from '../auth/authorise.ts'
import type { Permission, Principal } from '../auth/roles.ts'
import type { Ports } from '../ports.ts'
import { type AppResult, type FieldFault, refused } from '../refusal.ts'
import { withRetries } from '../retries.ts'
import { MAX_EVENTS } from '../store/commit.ts'
import type { Documents } from '../store/documents.ts'
import { loadCurrent } from './access.ts'
import type { GameLoader, GameReader, Recorder, RoundLoader, RoundReader } from './dependencies.ts'
import { type AsOf, NOW, visibleSeq } from './earlier-states.ts'
import type { FoldedGame } from './games.ts'
import { envelopeOf, recordReports } from './record-reports.ts'
import { boardsOf, type FoldedRound, type RoundRecord, roundAfter } from './round-state.ts'
import { type BoardSeat, seatChanges } from './seats.ts'
import { gameStream, roundStream } from './stored-events.ts'
import { readTournament, type Tournament } from './tournaments.ts'

export interface RoundId {
  readonly tournament: string
  readonly round: string
}

/** A change of a round; what is done already is done once. */
export interface RoundChange {
  readonly boards?: readonly BoardSeat[] | undefined
  readonly published?: true | undefined
  readonly closed?: true | undefined
  readonly start?: string | undefined
  readonly defaults?: Readonly<Record<string, unknown>> | undefined
  /** Why its description was wrong. */
  readonly reason?: string | undefined
}

export interface RoundView extends RoundId {
  readonly start: string | null
  readonly publishedAt: string | null
  readonly closedAt: string | null
  readonly boards: readonly BoardSeat[]
}

/** A report without what every report of a round has. */
type RoundDraft = { readonly type: RoundReport['type']; readonly data: Readonly<Record<string, unknown>> }

/** Tries of a change that others overtake. */
const MAX_TRIES = 8

export const roundViewOf = ({ tournament, round }: RoundId, folded: FoldedRound): RoundView => ({
  tournament,
  round,
  start: folded.start,
  publishedAt: folded.publishedAt,
  closedAt: folded.closedAt,
  boards: boardsOf(folded),
})

/** `folded` is the round after event `seq` of its own stream, as far as it was seen. */
interface VisibleRound {
  readonly record: RoundRecord
  readonly folded: FoldedRound
  readonly seq: number
}

/** The round as it stands, or as it was seen from behind: `unknown-tournament`, `unknown-round`. */
export async function readRound(
  service: RoundReader,
  id: RoundId,
  asOf: AsOf = NOW,
): Promise<AppResult<VisibleRound & { readonly tournament: Tournament }>> {
  const tournament = await readTournament(service, id.tournament)
  if (!tournament.ok) return tournament
  const round = await roundAsOf(service, id, asOf)
  return round === null ? unknownRound(id) : { ok: true, value: { tournament: tournament.value, ...round } }
}

/** The round alone; null: it was not opened by then. */
export async function roundAsOf(service: RoundLoader, id: RoundId, asOf: AsOf): Promise<VisibleRound | null> {
  const record = await loadCurrent<FoldedRound>(service, service.rounds, streamOf(id))
  const seq = visibleSeq(record, asOf)
  return seq === 0 ? null : { record, folded: roundAfter(record, seq), seq }
}

export const unknownRound = ({ tournament, round }: RoundId) =>
  refused('unknown-round', `tournament ${tournament} has no round ${round} yet`)

/** Ids of a tournament's rounds. */
export async function listRounds(service: Pick<Ports, 'registry'>, tournament: string): Promise<string[]> {
  const rounds: string[] = []
  for await (const { sk } of roundNames(service).query(`rounds#${tournament}`)) rounds.push(sk)
  return rounds
}

/** Those of them that are visible as of a time. */
export async function visibleRounds(service: RoundReader, tournament: string, asOf: AsOf): Promise<string[]> {
  const rounds: string[] = []
  for (const round of await listRounds(service, tournament)) {
    const record = await loadCurrent<FoldedRound>(service, service.rounds, roundStream(tournament, round))
    if (visibleSeq(record, asOf) > 0) rounds.push(round)
  }
  return rounds
}

/** Orders boards, publishes, closes, mends the description. A round that is not there yet is opened. */
export async function changeRound(
  service: Recorder & GameReader & RoundReader,
  principal: Principal | null,
  id: RoundId,
  change: RoundChange,
  receivedAt: number,
): Promise<AppResult<RoundView>> {
  // Before the games are looked at: where they were opened is not for everybody to try out.
  const refusal = refusalOf(principal, 'manage-round', id)
  if (refusal !== null) return { ok: false, error: refusal }
  const strangers = await foreignGames(service, id, change.boards ?? [])
  if (strangers.length > 0)
    return refused('invalid', strangers.map(({ detail }) => detail).join('; '), { errors: strangers })
  const record = await writeRound(service, principal, id, 'manage-round', receivedAt, (round) =>
    draftsOf(round, change),
  )
  return record.ok ? { ok: true, value: roundViewOf(id, record.value.folded) } : record
}

/** Writes what `drafts` wants of the round as it stands; asked again when others were faster. */
export async function writeRound(
  service: Recorder & RoundReader,
  principal: Principal | null,
  id: RoundId,
  act: Permission,
  receivedAt: number,
  drafts: (round: FoldedRound) => AppResult<readonly RoundDraft[]>,
): Promise<AppResult<RoundRecord>> {
  const refusal = refusalOf(principal, act, id)
  if (refusal !== null || principal === null) return { ok: false, error: refusal! }
  const tournament = await readTournament(service, id.tournament)
  if (!tournament.ok) return tournament
  const record = await withRetries<AppResult<RoundRecord>>(MAX_TRIES, service.pause, async (attempt) => {
    const { state } = await service.rounds.load(streamOf(id), attempt > 0 || !service.singleWriter)
    const opening: RoundDraft[] = state.seq === 0 ? [{ type: 'round-opened', data: { ...id } }] : []
    const wanted = drafts(state.folded)
    if (!wanted.ok) return wanted
    if (opening.length > 0) await roundNames(service).put(`rounds#${id.tournament}`, id.round, {})
    const written = await writeDrafts(service, principal, id, receivedAt, state.seq, [
      ...opening,
      ...wanted.value,
    ])
    if (written.ok) return { ok: true, value: (await service.rounds.load(streamOf(id), false)).state }
    return written.error.code === 'stale-version' ? null : written
  })
  return record ?? refused('unavailable', 'others keep changing the round; send the request again')
}

/** Commit by commit; each expects the one before it to be the last. */
async function writeDrafts(
  service: Recorder & RoundLoader,
  principal: Principal,
  id: RoundId,
  receivedAt: number,
  seq: number,
  drafts: readonly RoundDraft[],
): Promise<AppResult<number>> {
  const reports: RoundReport[] = []
  const errors: FieldFault[] = []
  for (const draft of drafts) {
    const by = principal.role === 'operator' ? 'operator' : 'arbiter'
    const at = new Date(receivedAt).toISOString()
    const parsed = parseRoundReport({ id: service.ids.next(), at, by, ...draft })
    if (parsed.ok) reports.push(parsed.value)
    else
      errors.push(
        ...parsed.errors.map(({ pointer, detail }) => ({
          pointer: pointer.replace(/^\/data(\/fields)?/, ''),
          detail,
        })),
      )
  }
  if (errors.length > 0) return refused('invalid', errors.map(({ detail }) => detail).join('; '), { errors })
  for (let next = 0; next < reports.length; next += MAX_EVENTS) {
    const part = reports.slice(next, next + MAX_EVENTS)
    const recording = await recordReports<RoundEvent, FoldedRound, true>(
      service,
      service.rounds,
      {
        stream: streamOf(id),
        reports: part,
        principal,
        receivedAt,
        expectedSeq: seq + next,
        decide: (record, fresh) => ({
          ok: true,
          value: fresh.map(
            ({ report }, place) =>
              ({
                ...(report as RoundReport),
                ...id,
                ...envelopeOf(record, principal, receivedAt),
                seq: record.seq + place + 1,
                v: currentVersion(report.type),
              }) as RoundEvent,
          ),
        }),
        personalContext: () => ({ scope: id.tournament }),
      },
      () => true,
    )
    if (!recording.ok) return recording
  }
  return { ok: true, value: seq + reports.length }
}

/** What of a change is not so yet. */
function draftsOf(
  round: FoldedRound,
  { boards = [], published, closed, start, defaults, reason }: RoundChange,
): AppResult<RoundDraft[]> {
  const moved = seatChanges(round, boards)
  if (!moved.ok) return moved
  const fields = { ...(start !== undefined && { start }), ...(defaults !== undefined && { defaults }) }
  const corrected = Object.keys(fields).length > 0
  const drafts: RoundDraft[] = [
    ...(corrected ? [{ type: 'details-corrected' as const, data: { fields, reason: reason ?? '' } }] : []),
    ...moved.value.map((seat) => ({ type: 'board-assigned' as const, data: { ...seat } })),
    ...(published === true && round.publishedAt === null
      ? [{ type: 'round-published' as const, data: {} }]
      : []),
    ...(closed === true && round.closedAt === null ? [{ type: 'round-closed' as const, data: {} }] : []),
  ]
  return { ok: true, value: drafts }
}

/** Games that were not opened in this round: who may read them is not for it to say. */
async function foreignGames(
  service: GameLoader,
  id: RoundId,
  seats: readonly BoardSeat[],
): Promise<FieldFault[]> {
  const faults: FieldFault[] = []
  for (const [k, { game }] of seats.entries()) {
    const { folded } = await loadCurrent<FoldedGame>(service, service.games, gameStream(game))
    if (!isOfRound(folded, id))
      faults.push({ pointer: `/boards/${k}/game`, detail: `the game ${game} was not opened in this round` })
  }
  return faults
}

/** Whether a game was opened in this round: where it belongs never changes. */
export const isOfRound = (
  { belonging }: Pick<FoldedGame, 'belonging'>,
  { tournament, round }: RoundId,
): boolean => belonging.tournament === tournament && belonging.round === round

const streamOf = ({ tournament, round }: RoundId): string => roundStream(tournament, round)

const roundNames = (service: Pick<Ports, 'registry'>) => service.registry as Documents<Record<string, never>>
