/** What stands in a game's record: its state now, after an event or at an instant, its events, its commits. */
import {
  foldToInstant,
  foldToSeq,
  type GameState,
  type PublicState,
  publicState,
} from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import type { Principal } from '../auth/roles.ts'
import { type Outcome, refused } from '../refusal.ts'
import type { Commit } from '../store/commit.ts'
import { accessGame, accessWholeGame, type Reading } from './access.ts'
import { join } from './door.ts'
import { gameStream, recordedEvents } from './recorded.ts'
import type { Service } from './service.ts'
import { readCommits } from './streams.ts'

/** After which event, or at which instant (ms since 1970); neither: after the last event. */
export interface Moment {
  readonly seq?: number | undefined
  readonly at?: number | undefined
}

/** A state and the instant its clocks were computed for (RFC 3339): a running clock has run on since. */
type Timed<S> = S & { readonly at: string }

/** What everybody may see of a state: no touches (nor a board that shows them), no offers, claims, verdicts or free text. */
export type OpenState = Omit<PublicState, 'mustPlay' | 'offer' | 'verdicts' | 'counters' | 'result'> & {
  readonly counters: Pick<PublicState['counters'], 'repetitions' | 'quietPlies'>
  readonly result: Omit<NonNullable<PublicState['result']>, 'reason'> | null
}

export interface GameReading {
  readonly reading: Reading
  readonly state: Timed<PublicState | OpenState>
}

/**
 * The state as far as its reader may see it, with the clocks of that moment: of the last event's instant where none is
 * asked for, so that the document stays the same until something happens.
 */
export async function readState(
  service: Service,
  principal: Principal | null,
  game: string,
  moment: Moment,
): Promise<Outcome<GameReading>> {
  const access = await accessGame(service, principal, game)
  if (!access.ok) return access
  const { record, reading } = access.value
  if (moment.seq !== undefined && moment.seq > record.seq)
    return refused('bad-query', `seq is ${moment.seq}; the record of ${game} ends at ${record.seq}`)
  const state = await stateAt(service, game, record.folded.fold.state, moment)
  const instant = moment.at ?? state.at
  const shown = publicState(state, instant)
  const at = new Date(instant).toISOString()
  return { ok: true, value: { reading, state: { at, ...(reading === 'all' ? shown : openPart(shown)) } } }
}

async function stateAt(
  service: Service,
  game: string,
  now: GameState,
  { seq, at }: Moment,
): Promise<GameState> {
  if (seq === undefined && at === undefined) return now
  const events = await gameEvents(service, game)
  return seq === undefined ? foldToInstant(events, at!) : foldToSeq(events, seq)
}

/** The part of a state that is public. */
export function openPart(state: PublicState): OpenState {
  const { mustPlay: _, offer: __, verdicts: ___, counters, result, ...open } = state
  const { repetitions, quietPlies } = counters
  const score = result === null ? null : withoutReason(result)
  return {
    ...open,
    boardFen: open.fen.slice(0, open.fen.indexOf(' ')),
    counters: { repetitions, quietPlies },
    result: score,
  }
}

const withoutReason = ({ reason: _, ...score }: NonNullable<PublicState['result']>) => score

/** All events of a game, persons and texts joined; empty for one that is not there. */
export async function gameEvents(service: Service, game: string): Promise<StoredEvent[]> {
  const stream = gameStream(game)
  const commits = await readCommits(service, stream)
  const joined = await join<StoredEvent>(service, stream, commits.flatMap(recordedEvents))
  return joined.map(({ event }) => event)
}

export interface EventPage {
  /** Seq of the game's last event. */
  readonly head: number
  readonly events: readonly StoredEvent[]
}

/** Events after a seq, at most `limit`. */
export async function readEvents(
  service: Service,
  principal: Principal | null,
  game: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Outcome<EventPage>> {
  const access = await accessWholeGame(service, principal, game)
  if (!access.ok) return access
  const events = await gameEvents(service, game)
  return { ok: true, value: { head: events.length, events: events.slice(after, after + limit) } }
}

export interface Audit {
  readonly stream: string
  /** As stored and hashed: persons and texts are references. */
  readonly commits: readonly Commit[]
}

/** The commits with their links, who reported them and how far his clock was off. */
export async function readAudit(
  service: Service,
  principal: Principal | null,
  game: string,
): Promise<Outcome<Audit>> {
  const access = await accessWholeGame(service, principal, game)
  if (!access.ok) return access
  const stream = gameStream(game)
  return { ok: true, value: { stream, commits: await readCommits(service, stream) } }
}
