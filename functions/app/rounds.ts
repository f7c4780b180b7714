/** Rounds: reads them, and records in a round's own stream its boards, description, publication and closing. */

import {
  decideRoundChange,
  type RoundChange,
  type RoundDraft,
  refuseForeignSeats,
  refuseLeaving,
} from '../../domain/decide/decide-round.ts'
import { roundEvent } from '../../domain/decide/envelope.ts'
import { type DecisionRefusal, refusedFor } from '../../domain/decide/refusal.ts'
import type { Result } from '../../domain/result.ts'
import { type BoardSeat, boardsOf, type RoundId, type RoundState } from '../../domain/state/round.ts'
import { parseRoundReport, type RoundEvent, type RoundReport } from '../../events/index.ts'
import { refusalOf } from '../auth/authorise.ts'
import type { Permission, Principal } from '../auth/roles.ts'
import type { Ports } from '../ports.ts'
import { type AppResult, type FieldFault, refused } from '../refusal.ts'
import { withRetries } from '../retries.ts'
import type { Documents } from '../store/documents.ts'
import { loadCurrent } from './access.ts'
import type { GameLoader, GameReader, Recorder, RoundLoader, RoundReader } from './dependencies.ts'
import { type AsOf, NOW, visibleSeq } from './earlier-states.ts'
import { envelopeOf, MAX_REPORTS, recordReports } from './record-reports.ts'
import { type RoundRecord, roundAfter } from './round-streams.ts'
import { type Belonging, gameStream, roundStream } from './stored-events.ts'
import { readTournament, type Tournament } from './tournaments.ts'

export interface RoundView extends RoundId {
  readonly start: string | null
  readonly publishedAt: string | null
  readonly closedAt: string | null
  readonly boards: readonly BoardSeat[]
}

/** Attempts of a change while other processes change the same round. */
const MAX_TRIES = 8

export const roundViewOf = ({ tournament, round }: RoundId, folded: RoundState): RoundView => ({
  tournament,
  round,
  start: folded.start,
  publishedAt: folded.publishedAt,
  closedAt: folded.closedAt,
  boards: boardsOf(folded),
})

/** `folded` is the round after event `seq`, the last one that is visible. */
interface VisibleRound {
  readonly record: RoundRecord
  readonly folded: RoundState
  readonly seq: number
}

/** The round as it stands, or as of an earlier time. Refused: `unknown-tournament`, `unknown-round`. */
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
  const record = await loadCurrent<RoundState>(service, service.rounds, streamOf(id))
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
    const record = await loadCurrent<RoundState>(service, service.rounds, roundStream(tournament, round))
    if (visibleSeq(record, asOf) > 0) rounds.push(round)
  }
  return rounds
}

/** Orders boards, removes pairs, publishes, closes, or corrects the description. A round that does not exist yet is opened. */
export async function changeRound(
  service: Recorder & GameReader & RoundReader,
  principal: Principal | null,
  id: RoundId,
  change: RoundChange,
  receivedAt: number,
): Promise<AppResult<RoundView>> {
  // Rights are checked before the games are read, so that others cannot find out where games belong.
  const refusal = refusalOf(principal, 'manage-round', id)
  if (refusal !== null) return { ok: false, error: refusal }
  const games = (change.boards ?? []).map(({ game }) => ({ id: game }))
  const foreign = refuseForeignSeats(id, await withBelongings(service, games))
  if (!foreign.ok) return foreign
  const leaving = refuseLeaving(id, await withProgress(service, change.removed ?? []))
  if (!leaving.ok) return leaving
  const record = await writeRound(service, principal, id, 'manage-round', receivedAt, (round) =>
    decideRoundChange(round, id, change),
  )
  return record.ok ? { ok: true, value: roundViewOf(id, record.value.folded) } : record
}

/** Records what `decide` returns for the round as it stands; it is called again when another process was faster. */
export async function writeRound(
  service: Recorder & RoundReader,
  principal: Principal | null,
  id: RoundId,
  act: Permission,
  receivedAt: number,
  decide: (round: RoundState) => Result<readonly RoundDraft[], DecisionRefusal>,
): Promise<AppResult<RoundRecord>> {
  const refusal = refusalOf(principal, act, id)
  if (refusal !== null || principal === null) return { ok: false, error: refusal! }
  const tournament = await readTournament(service, id.tournament)
  if (!tournament.ok) return tournament
  const record = await withRetries<AppResult<RoundRecord>>(MAX_TRIES, service.pause, async (attempt) => {
    const { state } = await service.rounds.load(streamOf(id), attempt > 0 || !service.singleWriter)
    const wanted = decide(state.folded)
    if (!wanted.ok) return wanted
    if (state.seq === 0) await roundNames(service).put(`rounds#${id.tournament}`, id.round, {})
    const written = await writeDrafts(service, principal, id, receivedAt, state.seq, wanted.value)
    if (written.ok) return { ok: true, value: (await service.rounds.load(streamOf(id), false)).state }
    return written.error.code === 'stale-version' ? null : written
  })
  return record ?? refused('unavailable', 'others keep changing the round; send the request again')
}

/** Records drafts in commits of MAX_REPORTS; each commit expects the version that the one before it made. */
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
  if (errors.length > 0) return refusedFor('invalid', errors)
  for (let next = 0; next < reports.length; next += MAX_REPORTS) {
    const part = reports.slice(next, next + MAX_REPORTS)
    const recording = await recordReports<RoundEvent, RoundState, true>(
      service,
      service.rounds,
      {
        stream: streamOf(id),
        reports: part,
        principal,
        receivedAt,
        expectedSeq: seq + next,
        decide(record, fresh) {
          const envelope = { ...id, ...envelopeOf(record, principal, receivedAt) }
          return {
            ok: true,
            value: fresh.map(({ report }, place) =>
              roundEvent(report as RoundReport, record.seq + place + 1, envelope),
            ),
          }
        },
        personalContext: () => ({ scope: id.tournament }),
      },
      () => true,
    )
    if (!recording.ok) return recording
  }
  return { ok: true, value: seq + reports.length }
}

/** Games with where they belong and whether play has begun in them. */
async function withProgress({ games: streams }: GameLoader, games: readonly string[]) {
  const known = []
  for (const id of games) {
    const { seq, folded } = (await streams.load(gameStream(id), true)).state
    const { startedAt, result, points } = folded.fold.state
    const hasBegun = startedAt !== null || result !== null || points.length > 1
    known.push({ id, belonging: seq === 0 ? null : folded.belonging, hasBegun })
  }
  return known
}

/** Games with where they belong, which never changes; null: there is no such game. */
export async function withBelongings<G extends { readonly id: string }>(
  { games: streams }: GameLoader,
  games: readonly G[],
): Promise<(G & { readonly belonging: Belonging | null })[]> {
  const known: (G & { readonly belonging: Belonging | null })[] = []
  for (const game of games) {
    const { seq, folded } = (await streams.load(gameStream(game.id), false)).state
    known.push({ ...game, belonging: seq === 0 ? null : folded.belonging })
  }
  return known
}

const streamOf = ({ tournament, round }: RoundId): string => roundStream(tournament, round)

const roundNames = (service: Pick<Ports, 'registry'>) => service.registry as Documents<Record<string, never>>
