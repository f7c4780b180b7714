/** Reads a game: its state now, after an event or at an instant, its events, its commits. */

import { type GameState, type PublicState, publicState } from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import { omit } from '../../events/omit.ts'
import type { Principal } from '../auth/roles.ts'
import type { Ports } from '../ports.ts'
import { type AppResult, refused } from '../refusal.ts'
import type { Commit } from '../store/commit.ts'
import { textsOfPage } from '../store/pages.ts'
import { accessGame, accessWholeGame, type Visibility } from './access.ts'
import type { GameReader } from './dependencies.ts'
import { type AsOf, asOfInstant, NOW, seqAt, stateAfter, withPeriodBegun } from './earlier-states.ts'
import { rehydrate } from './personal-data.ts'
import { type ReporterClock, reporterClocks } from './reporter-clocks.ts'
import { gameStream, recordedEvents } from './stored-events.ts'
import { readCommits } from './streams.ts'

/** The event after which, or the instant (ms since 1970) at which a state is asked for; neither: after the last event. */
export interface PointInGame {
  readonly seq?: number | undefined
  readonly at?: number | undefined
}

/** A state with the instant for which its clocks were computed (RFC 3339). */
type Timed<S> = S & { readonly at: string }

/**
 * What everybody may see of a state: no touches (nor a board that shows them), no arrivals, offers, claims, verdicts or free
 * text.
 */
export type RestrictedState = Omit<
  PublicState,
  'mustPlay' | 'offer' | 'counterOffer' | 'verdicts' | 'question' | 'arrived' | 'counters' | 'result'
> & {
  readonly counters: Pick<PublicState['counters'], 'repetitions' | 'quietPlies'>
  readonly result: Omit<NonNullable<PublicState['result']>, 'reason'> | null
}

export interface VisibleState {
  readonly reading: Visibility
  readonly state: Timed<PublicState | RestrictedState>
  /** Empty for readers who may not read all. */
  readonly clockOffsets: readonly ReporterClock[]
}

/**
 * The state as far as its reader may see it, with the clocks at the instant asked for; by default at the last event, or at the
 * start of the clock's period that has begun since, so that the document stays the same until something happens.
 */
export async function readState(
  service: GameReader,
  principal: Principal | null,
  game: string,
  { seq: asked, at }: PointInGame,
  asOf: AsOf = NOW,
): Promise<AppResult<VisibleState>> {
  const access = await accessGame(service, principal, game, asOf)
  if (!access.ok) return access
  const { record, reading, seq: last } = access.value
  if (asked !== undefined && asked > last)
    return refused('bad-query', `seq is ${asked}; the record of ${game} ends at ${last}`)
  const seq = asked ?? (at === undefined ? last : seqAt(record, at, last))
  const isNow = asked === undefined && at === undefined
  const found = stateAfter(record, seq, isNow ? `delay ${asOf.delay}` : 'asked')
  const clockOffsets = reading === 'all' ? reporterClocks(record, seq) : []
  const state = stateVisibleTo(reading, isNow ? withPeriodBegun(found, asOfInstant(asOf)) : found, at)
  return { ok: true, value: { reading, state, clockOffsets } }
}

/** A state as far as its reader may see it; `instant` (ms): that of the clocks, by default that of the last event. */
export function stateVisibleTo(
  reading: Visibility,
  state: GameState,
  instant = state.at,
): Timed<PublicState | RestrictedState> {
  const shown = publicState(state, instant)
  const at = new Date(instant).toISOString()
  return { at, ...(reading === 'all' ? shown : restrictState(shown)) }
}

/**
 * The part of a state that is public, without what sensors saw of the hands. Each member is named, so that a new member of a
 * state is not public until it is named here.
 */
export function restrictState(state: PublicState): RestrictedState {
  const { seq, status, fen, turn, clocks, movesAfterEnd, moves, counters, result } = state
  const { repetitions, quietPlies } = counters
  return {
    seq,
    status,
    fen,
    boardFen: fen.slice(0, fen.indexOf(' ')),
    turn,
    clocks,
    ...(movesAfterEnd !== undefined && { movesAfterEnd }),
    moves: moves.map((move) => omit(move, 'sensed')),
    counters: { repetitions, quietPlies },
    result: resultWithoutReason(result),
  }
}

/** A result without the arbiter's or the importer's words. */
export function resultWithoutReason(result: PublicState['result']): RestrictedState['result'] {
  return result === null ? null : omit(result, 'reason')
}

/** All events of a game with their persons and texts; empty for a game that does not exist. */
export async function gameEvents(
  service: Pick<Ports, 'log' | 'persons'>,
  game: string,
): Promise<StoredEvent[]> {
  const stream = gameStream(game)
  const commits = await readCommits(service, stream)
  const joined = await rehydrate<StoredEvent>(service, stream, commits.flatMap(recordedEvents))
  return joined.map(({ event }) => event)
}

export interface EventPage {
  /** Seq of the game's last event. */
  readonly head: number
  readonly events: readonly StoredEvent[]
}

/** Events after a seq, at most `limit`. */
export async function readEvents(
  service: GameReader & Pick<Ports, 'log' | 'persons'>,
  principal: Principal | null,
  game: string,
  { after, limit }: { readonly after: number; readonly limit: number },
  asOf: AsOf = NOW,
): Promise<AppResult<EventPage>> {
  const access = await accessWholeGame(service, principal, game, asOf)
  if (!access.ok) return access
  const head = access.value.seq
  const events = (await gameEvents(service, game)).slice(0, head)
  return { ok: true, value: { head, events: events.slice(after, after + limit) } }
}

export interface Audit {
  readonly stream: string
  /** As stored and hashed: persons and texts are references. */
  readonly commits: readonly Commit[]
  /** `n` of the last of these, where there are others after them. */
  readonly next?: number
}

/** Commits after a number, at most `limit` and so many bytes of JSON. */
interface CommitPageRequest {
  readonly after?: number | undefined
  readonly limit?: number | undefined
  readonly maxBytes?: number | undefined
}

/**
 * A page of the commits with their hashes, reporters and clock offsets; with a delay only of those of which all events are
 * visible.
 */
export async function readAudit(
  service: GameReader & Pick<Ports, 'log'>,
  principal: Principal | null,
  game: string,
  asOf: AsOf = NOW,
  { after = 0, limit, maxBytes }: CommitPageRequest = {},
): Promise<AppResult<Audit>> {
  const access = await accessWholeGame(service, principal, game, asOf)
  if (!access.ok) return access
  const stream = gameStream(game)
  let last = 0
  const visible = (await readCommits(service, stream)).filter(({ events }) => {
    last += events.length
    return last <= access.value.seq
  })
  const behind = visible.filter(({ n }) => n > after)
  const fitting = textsOfPage(behind.slice(0, limit), maxBytes).length
  const commits = behind.slice(0, fitting)
  const next = fitting < behind.length ? commits.at(-1)?.n : undefined
  return { ok: true, value: { stream, commits, ...(next !== undefined && { next }) } }
}
