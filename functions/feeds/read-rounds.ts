/** Rounds as they are seen: from their views where a process has them, else from the record. */
import type { RoundId } from '../../domain/state/round.ts'
import { isPublicByNow, type Visibility, visibilityFor } from '../app/access.ts'
import { DELAY_UNIT_MS } from '../app/earlier-states.ts'
import { type RoundView, readRound, unknownRound } from '../app/rounds.ts'
import { gameStream } from '../app/stored-events.ts'
import { readTournament, type Tournament } from '../app/tournaments.ts'
import { batchesOf } from '../batches.ts'
import type { ViewedState, ViewReader } from '../projections/read-views.ts'
import type { RoundIndex, ViewedSeat } from '../projections/round-index.ts'
import type { AppResult } from '../refusal.ts'
import { sha256OfText } from '../store/hash.ts'
import { seeRound } from './seen-rounds.ts'
import type {
  BoardSnapshot,
  GameExtractor,
  GameReading,
  LazyRound,
  RoundSnapshot,
  SeenRound,
  SeenSeat,
  Snapshot,
} from './snapshots.ts'
import {
  nameFrom,
  recordedState,
  seenState,
  stateOfRecord,
  type Viewpoint,
  versionOf,
  versionsDigest,
  viewpointAt,
  viewsFrom,
} from './viewpoint.ts'

/** A round without its games. */
interface RoundOutline extends Snapshot {
  readonly place: Place
}

interface OpenableRound extends RoundOutline {
  /** Opened games in the order of the boards. */
  readonly seats: readonly SeenSeat[]
  open<G>(reading: GameReading<G>): Promise<AppResult<RoundSnapshot<G>>>
}

/** From the round's views. */
export interface ViewedRound extends OpenableRound {
  readonly index: RoundIndex
}

/** From the record. */
interface RecordedRound extends OpenableRound {
  readonly seen: SeenRound
}

/** What was taken of a game, and the version of it. */
interface ExtractedGame<G> {
  readonly version: string
  readonly extracted: G
}

/** Where games sit, as it was seen. */
interface Place {
  readonly tournament: Tournament
  readonly round: RoundView
  readonly version: string
}

/** `seq`: of the round's last event seen. */
const placeOf = (tournament: Tournament, round: RoundView, seq: number): Place => ({
  tournament,
  round,
  version: `${tournament.id}/${round.round}:${seq} ${sha256OfText(JSON.stringify(tournament))}`,
})

type Seated = Pick<BoardSnapshot, 'board' | 'game' | 'state' | 'version'>

/** Names a game at its board: `version` is that of the game alone. */
export function nameBoard(
  viewpoint: Viewpoint,
  { tournament, round, version: placed }: Place,
  { game, version }: Pick<Seated, 'game' | 'version'>,
): Pick<BoardSnapshot, 'name' | 'version'> {
  const name = nameFrom(viewpoint, `game ${game} of ${tournament.id}/${round.round}`)
  return { name, version: `${placed} ${version}` }
}

function extractGame<G>(
  viewpoint: Viewpoint,
  place: Place,
  seated: Seated,
  take: GameExtractor<G>,
): ExtractedGame<G> {
  const { tournament, round } = place
  const { version } = seated
  const named = nameBoard(viewpoint, place, seated)
  return { version, extracted: take({ ...seated, tournament, round, ...named }) }
}

/** What was taken of a game in that version before; null: its state is to be read. */
function knownGame<G>(
  viewpoint: Viewpoint,
  place: Place,
  seated: Pick<Seated, 'game' | 'version'>,
  { known }: GameReading<G>,
): ExtractedGame<G> | null {
  const extracted = known?.(nameBoard(viewpoint, place, seated))
  return extracted === undefined ? null : { version: seated.version, extracted }
}

/** A round by its place and the version of its games. */
function roundOutline(
  viewpoint: Viewpoint,
  place: Place,
  reading: Visibility,
  version: string,
): RoundOutline {
  const { tournament, round } = place
  const name = nameFrom(viewpoint, `round ${tournament.id}/${round.round}`)
  return { place, reading, name, version: `${place.version} ${version}` }
}

/** `games`: those shown, in the order of the boards. `version`: that of all games, where not all are shown. */
function extractedRound<G>(
  { reading, name, place }: RoundOutline,
  games: readonly ExtractedGame<G>[],
  version = versionsDigest(games.map((each) => each.version)),
): RoundSnapshot<G> {
  const { tournament, round } = place
  const extracted = games.map((each) => each.extracted)
  return { reading, name, tournament, round, games: extracted, version: `${place.version} ${version}` }
}

/** From the round's views: a query for its index, and where it is opened what its reader has not been given yet. */
export async function viewedRound(viewpoint: Viewpoint, id: RoundId): Promise<AppResult<ViewedRound> | null> {
  const { service, principal, delay, viewedAt } = viewpoint
  const reader = await viewsFrom(viewpoint)
  if (reader === null) return null
  const [tournament, index] = await Promise.all([
    readTournament(service, id.tournament),
    reader.round(id.tournament, id.round, viewedAt, delay * DELAY_UNIT_MS),
  ])
  if (!tournament.ok) return tournament
  if (index === null) return null
  const reading = visibilityFor(principal, id, tournament.value, delay)
  const isPublicNow = index.knownFrom + tournament.value.delay * DELAY_UNIT_MS <= service.clock.now()
  if (!reading.ok) return isPublicNow ? reading : unknownRound(id)
  if (index.seq === 0) return unknownRound(id)
  const { seq, start, publishedAt, closedAt, seats } = index
  const boards = seats.map(({ board, game }) => ({ board, game }))
  const place = placeOf(tournament.value, { ...id, start, publishedAt, closedAt, boards }, seq)
  const seen = seats.filter((seat) => seat.seq > 0).map((seat) => ({ ...seat, version: versionOfSeat(seat) }))
  const version = versionsDigest(seen.map((seat) => seat.version))
  const outline = roundOutline(viewpoint, place, reading.value, version)
  return {
    ok: true,
    value: {
      ...{ ...outline, index, seats: seen },
      open: (asked) => openViewed(viewpoint, { reader, outline, seen }, asked),
    },
  }
}

const versionOfSeat = ({ game, erased, seq, periodBegunAt }: ViewedSeat): string =>
  versionOf(game, { erased }, seq, periodBegunAt)

/** Where no more than this part of a round's states is to be read, they are read one by one; else those of all games at once. */
const READ_SINGLY = 1 / 8
/** Games read at a time. */
const CONCURRENCY = 8

async function openViewed<G>(
  viewpoint: Viewpoint,
  {
    reader,
    outline,
    seen,
  }: { readonly reader: ViewReader; readonly outline: RoundOutline; readonly seen: readonly SeenSeat[] },
  asked: GameReading<G>,
): Promise<AppResult<RoundSnapshot<G>>> {
  const { viewedAt } = viewpoint
  const { place } = outline
  const { tournament, round } = place.round
  const shown = asked.shown?.(place.round)
  const wanted = shown === undefined ? seen : seen.filter(({ game }) => shown.has(game))
  const extracted = new Map<string, ExtractedGame<G>>()
  const missing = new Map<string, SeenSeat>()
  for (const seat of wanted) {
    const known = knownGame(viewpoint, place, seat, asked)
    if (known === null) missing.set(seat.game, seat)
    else extracted.set(seat.game, known)
  }
  const take = ({ game, board }: SeenSeat, viewed: ViewedState) => {
    const { state, version } = seenState(viewpoint, { game, ...viewed })
    extracted.set(game, extractGame(viewpoint, place, { board, game, state, version }, asked.take))
    missing.delete(game)
  }
  if (missing.size <= Math.max(1, seen.length * READ_SINGLY))
    for (const some of batchesOf([...missing.values()], CONCURRENCY)) {
      const viewed = await Promise.all(
        some.map(({ game }) => reader.game(game, viewedAt, { tournament, round })),
      )
      for (const [k, seat] of some.entries()) if (viewed[k]?.viewed) take(seat, viewed[k].viewed)
    }
  else
    for await (const [game, viewed] of reader.states(tournament, round, viewedAt)) {
      const seat = missing.get(game)
      if (seat !== undefined && viewed !== null) take(seat, viewed)
    }
  for (const { board, game } of missing.values()) {
    const recorded = await recordedState(viewpoint, game)
    if (recorded !== null)
      extracted.set(game, extractGame(viewpoint, place, { board, ...recorded }, asked.take))
  }
  const games = wanted.flatMap(({ game }) => extracted.get(game) ?? [])
  const versions = seen.map(({ game, version }) => extracted.get(game)?.version ?? version)
  return { ok: true, value: extractedRound(outline, games, versionsDigest(versions)) }
}

/** A round's own record, and how much of the round its reader may see; none of its games is read. */
export async function recordedAccess(
  { service, principal, delay, asOf }: Viewpoint,
  id: RoundId,
): Promise<AppResult<RecordedAccess>> {
  const found = await readRound(service, id, asOf)
  if (!found.ok) return found
  const { tournament, record } = found.value
  const reading = visibilityFor(principal, id, tournament, delay)
  if (!reading.ok) return isPublicByNow(service, record, tournament) ? reading : unknownRound(id)
  return { ok: true, value: { tournament, reading: reading.value } }
}

interface RecordedAccess extends Pick<Snapshot, 'reading'> {
  readonly tournament: Tournament
}

/** From the record: of a round that was read before, only the boards are read that went on since. */
export async function recordedRound(viewpoint: Viewpoint, id: RoundId): Promise<AppResult<RecordedRound>> {
  const { service } = viewpoint
  const found = await recordedAccess(viewpoint, id)
  if (!found.ok) return found
  const { tournament, reading } = found.value
  const seen = await (service.seenRounds?.see(id, viewpoint.asOf) ?? seeRound(service, id, viewpoint.asOf))
  const outlineOf = ({ round, own, version }: SeenRound): RoundOutline =>
    roundOutline(viewpoint, placeOf(tournament, round, own.seq), reading, version)
  const again = async (): Promise<SeenRound> => (await service.seenRounds?.see(id, viewpoint.asOf)) ?? seen
  return {
    ok: true,
    value: {
      ...outlineOf(seen),
      ...{ seen, seats: seen.seats },
      open: (asked) => openRecorded(viewpoint, { again, outlineOf }, asked),
    },
  }
}

/** All of its games as they stand at one instant: what goes on while others are read is read again. */
async function openRecorded<G>(
  viewpoint: Viewpoint,
  { again, outlineOf }: { again(): Promise<SeenRound>; outlineOf(seen: SeenRound): RoundOutline },
  asked: GameReading<G>,
): Promise<AppResult<RoundSnapshot<G>>> {
  /** By game, and by the version that it was read for; null: it cannot be read. */
  const read = new Map<string, { readonly version: string; readonly game: ExtractedGame<G> | null }>()
  for (;;) {
    const seen = await again()
    const outline = outlineOf(seen)
    const { place } = outline
    const shown = asked.shown?.(place.round)
    const wanted = shown === undefined ? seen.seats : seen.seats.filter(({ game }) => shown.has(game))
    const versionFor = ({ version }: SeenSeat) => `${place.version} ${version}`
    const missing = wanted.filter((seat) => read.get(seat.game)?.version !== versionFor(seat))
    if (missing.length === 0) {
      const games = wanted.flatMap(({ game }) => read.get(game)?.game ?? [])
      const unread = wanted.flatMap(({ game }) => (read.get(game)?.game === null ? [game] : []))
      // A game that could be read for the look and cannot be now is not there: who has this version lacks it.
      const version = [seen.version, ...unread.map((game) => `without ${game}`)].join(' ')
      return { ok: true, value: extractedRound(outline, games, version) }
    }
    const from = viewpointAt(viewpoint, seen.asOf)
    for (const seat of missing) {
      const known = knownGame(from, place, seat, asked)
      const game = known ?? (await takeRecorded(from, place, seat, asked.take))
      read.set(seat.game, { version: versionFor(seat), game })
    }
  }
}

async function takeRecorded<G>(
  viewpoint: Viewpoint,
  place: Place,
  seat: SeenSeat,
  take: GameExtractor<G>,
): Promise<ExtractedGame<G> | null> {
  const { board, game } = seat
  // It was read for the look: what is in memory is as new.
  const warm = viewpoint.service.games.warm(gameStream(game))
  const found =
    warm === undefined
      ? ((await viewedAsSeen(viewpoint, place.round, seat)) ?? (await recordedState(viewpoint, game)))
      : stateOfRecord(viewpoint, game, warm)
  return found && extractGame(viewpoint, place, { board, ...found }, take)
}

/**
 * A game that is no longer in memory, as its view shows it: a round of thousands of ended games is not folded again where their
 * texts are asked for. Null: there is no view that reaches exactly as far as its record was seen.
 */
async function viewedAsSeen(
  viewpoint: Viewpoint,
  { tournament, round }: RoundId,
  { game, version }: SeenSeat,
): Promise<Pick<BoardSnapshot, 'game' | 'state' | 'version'> | null> {
  const { service, viewedAt } = viewpoint
  const reader = await service.ownViews?.open()
  const viewed = (await reader?.game(game, viewedAt, { tournament, round }))?.viewed
  if (viewed == null) return null
  const seen = seenState(viewpoint, { game, ...viewed })
  return seen.version === version ? { game, state: seen.state, version } : null
}

/** A round of which only the index was read. */
export const openableRound = async (viewpoint: Viewpoint, id: RoundId): Promise<AppResult<OpenableRound>> =>
  (await viewedRound(viewpoint, id)) ?? recordedRound(viewpoint, id)

/** A round with what is taken of its games. */
export async function extractRound<G>(
  viewpoint: Viewpoint,
  id: RoundId,
  reading: GameReading<G>,
): Promise<AppResult<RoundSnapshot<G>>> {
  const found = await openableRound(viewpoint, id)
  return found.ok ? found.value.open(reading) : found
}

/** Takes all of a game. */
export const WHOLE_BOARDS: GameReading<BoardSnapshot> = { take: (seated) => seated }

/** A round without its games until it is opened. */
export async function lazyRound<G>(
  viewpoint: Viewpoint,
  id: RoundId,
  asked: GameReading<G>,
): Promise<AppResult<LazyRound<G>>> {
  const found = await openableRound(viewpoint, id)
  if (!found.ok) return found
  const { reading, name, version, place, open } = found.value
  return { ok: true, value: { reading, name, version, round: place.round, open: () => open(asked) } }
}
