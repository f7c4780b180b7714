/** Who may read what of a game or a round (docs/roles.md). */

import { refusalOf } from '../auth/authorise.ts'
import type { Principal } from '../auth/roles.ts'
import { covers, type ResourceRef } from '../auth/scope.ts'
import type { Ports } from '../ports.ts'
import { type AppResult, refused } from '../refusal.ts'
import { ItemDamaged } from '../store/document-item.ts'
import type { GameReader } from './dependencies.ts'
import { type AsOf, NOW, visibleSeq } from './earlier-states.ts'
import type { FoldedGame, GameRecord } from './games.ts'
import { gameStream, RecordDamaged } from './stored-events.ts'
import type { StreamRecord, Streams } from './streams.ts'
import { readTournament, type Tournament } from './tournaments.ts'

/** `all`: the record with touches, offers, claims and verdicts; `public`: moves, clocks, results and states without them. */
export type Visibility = 'all' | 'public'

/**
 * How much of a place somebody may read with a delay of `delay` minutes. The public is refused (`delayed`) where the tournament
 * has a longer one.
 */
export function visibilityFor(
  principal: Principal | null,
  place: ResourceRef,
  tournament: PublicSettings | null,
  delay = 0,
): AppResult<Visibility> {
  if (refusalOf(principal, 'read', place) === null) return { ok: true, value: 'all' }
  // A board that was restarted reads its own game to go on with it, also where the public sees the game late.
  if (principal?.role === 'board' && covers(principal.scope, place)) return { ok: true, value: 'public' }
  if (tournament === null) return { ok: true, value: 'public' }
  if (tournament.delay > delay)
    return refused(
      'delayed',
      `the public sees this tournament ${tournament.delay} minutes late: the same path under /delayed/${tournament.delay}`,
    )
  return { ok: true, value: tournament.openVerdicts ? 'all' : 'public' }
}

export interface GameAccess {
  readonly record: GameRecord
  readonly reading: Visibility
  /** Seq of the last event the reader may see. */
  readonly seq: number
}

/**
 * A game, with what its reader may see of it: `unknown-game`, `delayed`. Seen late, a game that had not been opened by
 * then is not there.
 */
export async function accessGame(
  service: GameReader,
  principal: Principal | null,
  game: string,
  asOf: AsOf = NOW,
): Promise<AppResult<GameAccess>> {
  const record = await loadCurrent<FoldedGame>(service, service.games, gameStream(game))
  const unknown = refused('unknown-game', `there is no game ${game}`)
  if (record.seq === 0) return unknown
  const { belonging } = record.folded
  const tournament = await publicSettings(service, belonging.tournament)
  const reading = visibilityFor(principal, { ...belonging, game }, tournament, asOf.delay)
  // A refusal that names the delay would reveal that there is a game before the public may know.
  if (!reading.ok) return isPublicByNow(service, record, tournament) ? reading : unknown
  const seq = visibleSeq(record, asOf)
  return seq === 0 ? unknown : { ok: true, value: { record, reading: reading.value, seq } }
}

/** Whether the delay of a tournament has passed for a stream's first event, so that the public may know of the stream. */
export const isPublicByNow = (
  { clock }: Pick<Ports, 'clock'>,
  record: Pick<StreamRecord<unknown>, 'known' | 'seq'>,
  tournament: Pick<Tournament, 'delay'> | null,
): boolean => visibleSeq(record, { delay: tournament?.delay ?? 0, now: clock.now() }) > 0

/** Like `accessGame`, for those who may read all of it: also refuses `not-authenticated` and `not-allowed`. */
export async function accessWholeGame(
  service: GameReader,
  principal: Principal | null,
  game: string,
  asOf: AsOf = NOW,
): Promise<AppResult<GameAccess>> {
  const access = await accessGame(service, principal, game, asOf)
  if (!access.ok || access.value.reading === 'all') return access
  const refusal = refusalOf(principal, 'read', { ...access.value.record.folded.belonging, game })
  return refusal === null ? access : { ok: false, error: refusal }
}

/** A stream's record with everything stored so far. A single writer's record in memory is complete, and nothing is read. */
export async function loadCurrent<Folded>(
  { singleWriter }: Pick<Ports, 'singleWriter'>,
  streams: Pick<Streams<never, Folded>, 'load'>,
  stream: string,
): Promise<StreamRecord<Folded>> {
  return (await streams.load(stream, !singleWriter)).state
}

/**
 * Like `loadCurrent`, for one of many: null for a stream whose commits or personal data are damaged, so that the others are
 * shown.
 */
export async function loadUnlessDamaged<Folded>(
  service: Pick<Ports, 'singleWriter'>,
  streams: Pick<Streams<never, Folded>, 'load'>,
  stream: string,
): Promise<StreamRecord<Folded> | null> {
  try {
    return await loadCurrent<Folded>(service, streams, stream)
  } catch (error) {
    if (error instanceof RecordDamaged || error instanceof ItemDamaged) return null
    throw error
  }
}

/** What the public may see of a tournament's games, and how late (minutes). */
export type PublicSettings = Pick<Tournament, 'delay' | 'openVerdicts'>

/** The settings of a tournament that is not known here: the public sees nothing, however late. */
const NEVER: PublicSettings = { delay: Number.POSITIVE_INFINITY, openVerdicts: false }

/** The settings of a game's tournament; null for a game without one. */
export async function publicSettings(
  service: Pick<Ports, 'registry'>,
  id: string | undefined,
): Promise<PublicSettings | null> {
  if (id === undefined) return null
  const found = await readTournament(service, id)
  return found.ok ? found.value : NEVER
}
