/** Reads games as of a viewpoint: from their views where a process has them, else from the record. */
import { accessGame, publicSettings, visibilityFor } from '../app/access.ts'
import { DELAY_UNIT_MS, stateAfter, visibleSeq } from '../app/earlier-states.ts'
import type { ViewedGame } from '../projections/read-views.ts'
import { type AppResult, refused } from '../refusal.ts'
import { gameSeat } from './game-seat.ts'
import type { GameSnapshot, GameStepsSnapshot, SeatedGameSnapshot } from './snapshots.ts'
import { nameFrom, seenState, stepsOf, type Viewpoint, versionOf, viewsFrom } from './viewpoint.ts'

/**
 * A game that its reader may see. `take` reads its state, which later commits change in place, and so is called without an
 * await after it.
 */
interface FoundGame extends Pick<GameSnapshot, 'belonging'> {
  take(): GameSnapshot
}

/** As it stands, or stood after event `asked`. */
export async function readGameSnapshot(
  viewpoint: Viewpoint,
  game: string,
  asked?: number,
): Promise<AppResult<GameSnapshot>> {
  const found = await findGame(viewpoint, game, asked)
  return found.ok ? { ok: true, value: found.value.take() } : found
}

export async function readSeatedGameSnapshot(
  viewpoint: Viewpoint,
  game: string,
): Promise<AppResult<SeatedGameSnapshot>> {
  const found = await findGame(viewpoint, game)
  if (!found.ok) return found
  const { belonging, take } = found.value
  const seat = await gameSeat(viewpoint, game, belonging)
  return { ok: true, value: { ...take(), seat } }
}

/** With what it was after event `after`. */
export async function readGameStepsSnapshot(
  viewpoint: Viewpoint,
  game: string,
  after: number,
): Promise<AppResult<GameStepsSnapshot>> {
  const viewed = await (await viewsFrom(viewpoint))?.steps(game, viewpoint.viewedAt, [after, after])
  if (viewed == null) return recordedGameSteps(viewpoint, game, after)
  const { known, ...of } = viewed
  const access = await viewedGame(viewpoint, { ...of, viewed: known }, game)
  if (!access.ok) return access
  const { name, version, reading, state } = access.value
  const { earlier, causes, erased } = known!
  return { ok: true, value: { name, version, reading, state, earlier, causes, erased } }
}

async function findGame(viewpoint: Viewpoint, game: string, asked?: number): Promise<AppResult<FoundGame>> {
  if (asked !== undefined) return findGameAfter(viewpoint, game, asked)
  const viewed = await (await viewsFrom(viewpoint))?.game(game, viewpoint.viewedAt)
  if (viewed == null) return recordedGame(viewpoint, game, undefined)
  const seen = await viewedGame(viewpoint, viewed, game)
  return seen.ok ? { ok: true, value: { belonging: seen.value.belonging, take: () => seen.value } } : seen
}

/** A game as it stood after event `asked`. Where the views do not reach so far yet, the record is read. */
async function findGameAfter(
  viewpoint: Viewpoint,
  game: string,
  asked: number,
): Promise<AppResult<FoundGame>> {
  const viewed = await (await viewsFrom(viewpoint))?.steps(game, viewpoint.viewedAt, [asked, asked])
  const [state] = viewed?.known?.earlier ?? []
  if (viewed?.known == null || state === undefined) return recordedGame(viewpoint, game, asked)
  const { belonging, known, knownFrom } = viewed
  const seen = await viewedGame(viewpoint, { belonging, knownFrom, viewed: known }, game)
  if (!seen.ok) return seen
  const version = versionOf(game, known, asked)
  return { ok: true, value: { belonging, take: () => ({ ...seen.value, state, version }) } }
}

async function recordedGame(
  viewpoint: Viewpoint,
  game: string,
  asked: number | undefined,
): Promise<AppResult<FoundGame>> {
  const { service, principal, asOf, follower } = viewpoint
  const access = await accessGame(service, principal, game, asOf)
  if (!access.ok) return access
  const { record, reading, seq: last } = access.value
  if (asked !== undefined && asked > last) return beyond(game, asked, last)
  const { belonging } = record.folded
  const take = (): GameSnapshot => {
    const seq = asked ?? visibleSeq(record, asOf)
    const name = nameFrom(viewpoint, `game ${game}`)
    const { erased } = record
    const { state, version } =
      asked === undefined
        ? seenState(viewpoint, { game, state: stateAfter(record, seq, follower), seq, erased })
        : { state: stateAfter(record, seq, 'asked'), version: versionOf(game, record, seq) }
    return { game, belonging, reading, state, name, version }
  }
  return { ok: true, value: { belonging, take } }
}

async function recordedGameSteps(
  viewpoint: Viewpoint,
  game: string,
  after: number,
): Promise<AppResult<GameStepsSnapshot>> {
  const { service, principal, asOf, follower } = viewpoint
  const access = await accessGame(service, principal, game, asOf)
  if (!access.ok) return access
  const { record, reading, seq } = access.value
  const { erased } = record
  const name = nameFrom(viewpoint, `game ${game}`)
  const steps = stepsOf(viewpoint, record, seq, [after, after])
  const state = stateAfter(record, seq, follower)
  const { version } = seenState(viewpoint, { game, state, seq, erased })
  return { ok: true, value: { name, version, reading, erased, ...steps } }
}

async function viewedGame(
  viewpoint: Viewpoint,
  { belonging, knownFrom, viewed }: ViewedGame,
  game: string,
): Promise<AppResult<GameSnapshot>> {
  const { service, principal, delay } = viewpoint
  const unknown = refused('unknown-game', `there is no game ${game}`)
  const tournament = await publicSettings(service, belonging.tournament)
  const reading = visibilityFor(principal, { ...belonging, game }, tournament, delay)
  const isPublicNow = knownFrom + (tournament?.delay ?? 0) * DELAY_UNIT_MS <= service.clock.now()
  // A refusal that names the delay would reveal that there is a game before the public may know.
  if (!reading.ok) return isPublicNow ? reading : unknown
  if (viewed === null) return unknown
  const name = nameFrom(viewpoint, `game ${game}`)
  const { state, version } = seenState(viewpoint, { game, ...viewed })
  return { ok: true, value: { game, belonging, reading: reading.value, state, name, version } }
}

const beyond = (game: string, seq: number, last: number) =>
  refused('bad-query', `seq is ${seq}; the record of ${game} ends at ${last}`)
