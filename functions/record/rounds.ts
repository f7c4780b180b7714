/** Rounds: their games are opened, seated at boards, published and closed; a round's own stream says so. */
import { parseRoundReport, type RoundEvent, type RoundReport } from '../../events/index.ts'
import { refusalOf } from '../auth/authorise.ts'
import type { Act, Principal } from '../auth/roles.ts'
import { type FieldFault, type Outcome, refused } from '../refusal.ts'
import { MAX_EVENTS } from '../store/commit.ts'
import type { Documents } from '../store/documents.ts'
import { current } from './access.ts'
import { recordReports } from './record-reports.ts'
import { roundStream } from './recorded.ts'
import { boardsOf, type FoldedRound, type RoundRecord } from './round-record.ts'
import type { Service } from './service.ts'
import { readTournament, type Tournament } from './tournaments.ts'

export interface RoundId {
  readonly tournament: string
  readonly round: string
}

/** A change of a round; what is done already is done once. */
export interface RoundChange {
  readonly boards?: readonly { readonly board: number; readonly game: string }[] | undefined
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
  readonly boards: readonly { readonly board: number; readonly game: string }[]
}

/** A report without what every report of a round has. */
type Draft = { readonly type: RoundReport['type']; readonly data: Readonly<Record<string, unknown>> }

/** Tries of a change that others overtake. */
const TRIES = 8

export const viewOf = ({ tournament, round }: RoundId, folded: FoldedRound): RoundView => ({
  tournament,
  round,
  start: folded.start,
  publishedAt: folded.publishedAt,
  closedAt: folded.closedAt,
  boards: boardsOf(folded),
})

/** The round as it stands: `unknown-tournament`, `unknown-round`. */
export async function readRound(
  service: Service,
  id: RoundId,
): Promise<Outcome<{ tournament: Tournament; record: RoundRecord }>> {
  const tournament = await readTournament(service, id.tournament)
  if (!tournament.ok) return tournament
  const record = await current<FoldedRound>(service, service.rounds, streamOf(id))
  if (record.seq === 0)
    return refused('unknown-round', `tournament ${id.tournament} has no round ${id.round} yet`)
  return { ok: true, value: { tournament: tournament.value, record } }
}

/** Ids of a tournament's rounds. */
export async function listRounds(service: Service, tournament: string): Promise<string[]> {
  const rounds: string[] = []
  for await (const { sk } of roundNames(service).query(`rounds#${tournament}`)) rounds.push(sk)
  return rounds
}

/** Orders boards, publishes, closes, mends the description. A round that is not there yet is opened. */
export async function changeRound(
  service: Service,
  principal: Principal | null,
  id: RoundId,
  change: RoundChange,
  receivedAt: number,
): Promise<Outcome<RoundView>> {
  const twice = repeated(change.boards ?? [])
  if (twice !== null) return refused('invalid', twice.detail, { errors: [twice] })
  const record = await writeRound(service, principal, id, 'manage-round', receivedAt, (round) =>
    draftsOf(round, change),
  )
  return record.ok ? { ok: true, value: viewOf(id, record.value.folded) } : record
}

/** Writes what `drafts` wants of the round as it stands; asked again when others were faster. */
export async function writeRound(
  service: Service,
  principal: Principal | null,
  id: RoundId,
  act: Act,
  receivedAt: number,
  drafts: (round: FoldedRound) => readonly Draft[],
): Promise<Outcome<RoundRecord>> {
  const refusal = refusalOf(principal, act, id)
  if (refusal !== null || principal === null) return { ok: false, error: refusal! }
  const tournament = await readTournament(service, id.tournament)
  if (!tournament.ok) return tournament
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (attempt > 0) await service.pause(attempt)
    const { state } = await service.rounds.load(streamOf(id), attempt > 0 || !service.soleWriter)
    const opening: Draft[] = state.seq === 0 ? [{ type: 'round-opened', data: { ...id } }] : []
    const wanted = [...opening, ...drafts(state.folded)]
    if (opening.length > 0) await roundNames(service).put(`rounds#${id.tournament}`, id.round, {})
    const written = await writeDrafts(service, principal, id, receivedAt, state.seq, wanted)
    if (written.ok) return { ok: true, value: (await service.rounds.load(streamOf(id), false)).state }
    if (written.error.code !== 'stale-version') return written
  }
  return refused('unavailable', 'others keep changing the round; send the request again')
}

/** Commit by commit; each expects the one before it to be the last. */
async function writeDrafts(
  service: Service,
  principal: Principal,
  id: RoundId,
  receivedAt: number,
  seq: number,
  drafts: readonly Draft[],
): Promise<Outcome<number>> {
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
        ids: { ...id },
        reports: part,
        principal,
        receivedAt,
        expectedSeq: seq + next,
        objection: () => null,
        door: () => ({ scope: id.tournament }),
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
): Draft[] {
  const moved = boards.filter(({ board, game }) => round.boards.get(board) !== game)
  const fields = { ...(start !== undefined && { start }), ...(defaults !== undefined && { defaults }) }
  const corrected = Object.keys(fields).length > 0
  return [
    ...(corrected ? [{ type: 'details-corrected' as const, data: { fields, reason: reason ?? '' } }] : []),
    ...moved.map(({ board, game }) => ({ type: 'board-assigned' as const, data: { board, game } })),
    ...(published === true && round.publishedAt === null
      ? [{ type: 'round-published' as const, data: {} }]
      : []),
    ...(closed === true && round.closedAt === null ? [{ type: 'round-closed' as const, data: {} }] : []),
  ]
}

function repeated(boards: readonly { board: number; game: string }[]): FieldFault | null {
  const [seats, games] = [new Set<number>(), new Set<string>()]
  for (const [k, { board, game }] of boards.entries()) {
    if (seats.has(board))
      return { pointer: `/boards/${k}/board`, detail: `board ${board} is given to two games` }
    if (games.has(game))
      return { pointer: `/boards/${k}/game`, detail: `the game ${game} is given two boards` }
    seats.add(board)
    games.add(game)
  }
  return null
}

const streamOf = ({ tournament, round }: RoundId): string => roundStream(tournament, round)

const roundNames = (service: Service) => service.registry as Documents<Record<string, never>>
