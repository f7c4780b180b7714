/** Rounds as they are seen: from their views where a process has them, else from the record. */
import { boardsOf, type RoundId } from '../../domain/state/round.ts'
import { isPublicByNow, loadUnlessDamaged, type Visibility, visibilityFor } from '../app/access.ts'
import { DELAY_UNIT_MS, stateAfter, visibleSeq } from '../app/earlier-states.ts'
import type { FoldedGame, GameRecord } from '../app/games.ts'
import { type RoundRecord, roundAfter } from '../app/round-streams.ts'
import { type RoundView, readRound, roundViewOf, unknownRound } from '../app/rounds.ts'
import { gameStream } from '../app/stored-events.ts'
import { readTournament, type Tournament } from '../app/tournaments.ts'
import type { RoundIndex } from '../projections/round-index.ts'
import type { AppResult } from '../refusal.ts'
import { sha256OfText } from '../store/hash.ts'
import type {
  BoardSnapshot,
  GameExtractor,
  LazyRound,
  RoundExtract,
  RoundSnapshot,
  Snapshot,
} from './snapshots.ts'
import { nameFrom, recordedState, seenState, type Viewpoint, versionOf, viewsFrom } from './viewpoint.ts'

/** A round without its games. */
export interface RoundOutline extends Snapshot {
  readonly place: Place
}

export interface OpenableRound extends RoundOutline {
  readonly index: RoundIndex
  open<G>(extract: GameExtractor<G>): Promise<AppResult<ExtractedRound<G>>>
}

interface ExtractedGame<G> {
  readonly version: string
  readonly extracted: G
}

/** A round with what was extracted of its games. */
interface ExtractedRound<G> extends Snapshot, RoundExtract<G> {
  readonly tournament: Tournament
  readonly version: string
}

/** Where games sit, as it was seen. */
export interface Place {
  readonly tournament: Tournament
  readonly round: RoundView
  readonly version: string
}

/** `seq`: of the round's last event seen. */
export const placeOf = (tournament: Tournament, round: RoundView, seq: number): Place => ({
  tournament,
  round,
  version: `${tournament.id}/${round.round}:${seq} ${sha256OfText(JSON.stringify(tournament))}`,
})

type Seated = Pick<BoardSnapshot, 'board' | 'game' | 'state' | 'version'>

function extractGame<G>(
  viewpoint: Viewpoint,
  place: Place,
  { version, ...seated }: Seated,
  extract: GameExtractor<G>,
): ExtractedGame<G> {
  const { tournament, round } = place
  const name = nameFrom(viewpoint, `game ${seated.game} of ${tournament.id}/${round.round}`)
  return {
    version,
    extracted: extract({ ...seated, tournament, round, name, version: `${place.version} ${version}` }),
  }
}

/** A round by its place and the versions of its games. */
export function roundOutline(
  viewpoint: Viewpoint,
  place: Place,
  reading: Visibility,
  versions: readonly string[],
): RoundOutline {
  const { tournament, round } = place
  const name = nameFrom(viewpoint, `round ${tournament.id}/${round.round}`)
  return { place, reading, name, version: [place.version, ...versions].join(' ') }
}

const extractedRound = <G>(
  viewpoint: Viewpoint,
  place: Place,
  reading: Visibility,
  games: readonly ExtractedGame<G>[],
): ExtractedRound<G> => ({
  ...roundOutline(
    viewpoint,
    place,
    reading,
    games.map((each) => each.version),
  ),
  tournament: place.tournament,
  round: place.round,
  games: games.map((each) => each.extracted),
})

/** From the round's views: a query for its index, and one for its states where it is opened. */
export async function viewedRound(
  viewpoint: Viewpoint,
  id: RoundId,
): Promise<AppResult<OpenableRound> | null> {
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
  const shown = seats.filter((seat) => seat.seq > 0)
  const versions = shown.map(({ game, erased, seq, periodBegunAt }) =>
    versionOf(game, { erased }, seq, periodBegunAt),
  )
  const open = async <G>(extract: GameExtractor<G>): Promise<AppResult<ExtractedRound<G>>> => {
    const boardOf = new Map(boards.map(({ board, game }) => [game, board]))
    const extracted = new Map<string, ExtractedGame<G>>()
    for await (const [game, viewed] of reader.states(id.tournament, id.round, viewedAt)) {
      const board = boardOf.get(game)
      if (board === undefined || viewed === null) continue
      const { state, version } = seenState(viewpoint, { game, ...viewed })
      extracted.set(game, extractGame(viewpoint, place, { board, game, state, version }, extract))
    }
    for (const { board, game } of shown) {
      if (extracted.has(game)) continue
      const recorded = await recordedState(viewpoint, game)
      if (recorded !== null)
        extracted.set(game, extractGame(viewpoint, place, { board, ...recorded }, extract))
    }
    const games = boards.flatMap(({ game }) => extracted.get(game) ?? [])
    return { ok: true, value: extractedRound(viewpoint, place, reading.value, games) }
  }
  return { ok: true, value: { ...roundOutline(viewpoint, place, reading.value, versions), open, index } }
}

/** A round's own record, and how much of the round its reader may see; none of its games is read. */
export async function recordedAccess(
  { service, principal, delay, asOf }: Viewpoint,
  id: RoundId,
): Promise<AppResult<RecordedAccess>> {
  const found = await readRound(service, id, asOf)
  if (!found.ok) return found
  const { tournament, record, seq } = found.value
  const reading = visibilityFor(principal, id, tournament, delay)
  if (!reading.ok) return isPublicByNow(service, record, tournament) ? reading : unknownRound(id)
  return { ok: true, value: { tournament, record, seq, reading: reading.value } }
}

interface RecordedAccess extends Pick<Snapshot, 'reading'> {
  readonly tournament: Tournament
  readonly record: RoundRecord
  /** Of the last event that its reader may see. */
  readonly seq: number
}

/** From the record. `together`: all games as they stood at one instant, for which they are all held in memory. */
async function recordedRound<G>(
  viewpoint: Viewpoint,
  id: RoundId,
  extract: GameExtractor<G>,
  together: boolean,
): Promise<AppResult<ExtractedRound<G>>> {
  const { asOf, follower, service } = viewpoint
  const found = await recordedAccess(viewpoint, id)
  if (!found.ok) return found
  const { tournament, record, reading } = found.value
  // Others may have written since it was read: seq and boards are taken in one go.
  const seq = visibleSeq(record, asOf)
  const folded = roundAfter(record, seq)
  const place = placeOf(tournament, roundViewOf(id, folded), seq)
  const boards = boardsOf(folded)
  const games: ExtractedGame<G>[] = []
  const add = (k: number, record: GameRecord | null) => {
    const last = record === null ? 0 : visibleSeq(record, asOf)
    if (record === null || last === 0) return
    const { board, game } = boards[k]!
    const { erased } = record
    const found = { game, state: stateAfter(record, last, follower), seq: last, erased }
    const { state, version } = seenState(viewpoint, found)
    games.push(extractGame(viewpoint, place, { board, game, state, version }, extract))
  }
  const held: (GameRecord | null)[] = []
  for (const [k, { game }] of boards.entries()) {
    const record = await loadUnlessDamaged<FoldedGame>(service, service.games, gameStream(game))
    if (together) held.push(record)
    else add(k, record)
  }
  for (const [k, record] of held.entries()) add(k, record)
  return { ok: true, value: extractedRound(viewpoint, place, reading, games) }
}

/** A round with what is extracted of its games; `together`: all of them as they stood at one instant. */
export async function extractRound<G>(
  viewpoint: Viewpoint,
  id: RoundId,
  extract: GameExtractor<G>,
  together: boolean,
): Promise<AppResult<ExtractedRound<G>>> {
  const viewed = await viewedRound(viewpoint, id)
  if (viewed === null) return recordedRound(viewpoint, id, extract, together)
  return viewed.ok ? viewed.value.open(extract) : viewed
}

/** Takes all of a game. */
export const wholeBoard = (seated: BoardSnapshot): BoardSnapshot => seated

/** A round without its games until it is opened, where views tell its version. */
export async function lazyRound(
  viewpoint: Viewpoint,
  id: RoundId,
): Promise<AppResult<RoundSnapshot | LazyRound>> {
  const viewed = await viewedRound(viewpoint, id)
  if (viewed === null) return recordedRound(viewpoint, id, wholeBoard, true)
  if (!viewed.ok) return viewed
  const { reading, name, version, place, open } = viewed.value
  const { round } = place
  return { ok: true, value: { reading, name, version, round, open: () => open(wholeBoard) } }
}
