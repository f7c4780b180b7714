/**
 * Keeps the archive's index up to date: a game is indexed anew whenever its row changes, as when it opens, ends or gets a
 * verdict.
 */
import { LRUCache } from 'lru-cache'
import { type ArchiveRow, archiveRow } from '../../domain/formats/archive-row.ts'
import type { Consumer } from '../app/change-notifier.ts'
import type { GameLoader } from '../app/dependencies.ts'
import { lastErasureId } from '../app/erasures.ts'
import { followGame } from '../app/follow-game.ts'
import { readTournament } from '../app/tournaments.ts'
import type { Ports } from '../ports.ts'
import type { Documents } from '../store/documents.ts'
import {
  gameKey,
  isOfPlayer,
  type Listing,
  monthListings,
  partitionsOf,
  sortKey,
  type WordListing,
  wordListings,
} from './archive-keys.ts'
import { clearFormerLayout } from './former-archive-layout.ts'

/**
 * A row, and the instant (ms) from which everything in it was known. It is also stored under its keys from before a change that
 * readers with a delay do not see yet; readers check whether it belongs there.
 */
export interface IndexedRow {
  readonly row: ArchiveRow
  readonly knownAt: number
}

/** What the index holds of a game, and where. */
export interface IndexEntry extends IndexedRow {
  readonly seq: number
  /** The stream's last commit that is in it; earlier releases did not note it. */
  readonly n?: number
  /** Persons and texts of the game that had been erased. */
  readonly erased?: number
  /** Its keys before recent changes, for readers with a delay. */
  readonly former?: readonly IndexPlace[]
}

/** Keys under which a row is found, until (ms) every reader sees that it is found elsewhere. */
interface IndexPlace {
  readonly partitions: readonly string[]
  readonly sk: string
  readonly words: readonly WordListing[]
  readonly until: number
}

const MINUTE_MS = 60_000
/** Rows remembered, so that a move, which changes none, costs no reading. */
const MAX_REMEMBERED_ROWS = 2000
/** Months and words are listed once and then known; so many are remembered. */
const MAX_KNOWN_LISTINGS = 100_000
/** Games opened within this time are checked at a start, since the index may have missed notifications of them. */
const LOOK_BACK_MS = 2 * 86_400_000

/** Documents that lead readers to partitions, by their keys. */
export type Listings = Map<string, Listing>

interface IndexerDeps extends GameLoader, Pick<Ports, 'clock' | 'log' | 'persons' | 'registry' | 'views'> {}

export interface ArchiveIndexer extends Consumer {
  /** Indexes games that were opened recently and that the index was not notified of. */
  resume(isOver?: () => boolean): Promise<void>
  /** Indexes a game whether it seems to be there already or not; of other streams it does nothing. */
  indexAnew(stream: string): Promise<void>
  /**
   * The same of a stream that was just read, as it was read. Its listings are noted in `later`: of many games they are mostly the
   * same, and `list` puts them, once the games' rows are there.
   */
  indexRead(stream: string, later: Listings): Promise<void>
  list(listings: Listings): Promise<void>
  /** Indexes the whole record anew. Tells how many games there are. */
  rebuild(): Promise<number>
}

export function createArchiveIndexer(service: IndexerDeps): ArchiveIndexer {
  const remembered = new LRUCache<string, string>({ max: MAX_REMEMBERED_ROWS })
  /** Months and words that the index is known to list. */
  const listed = new Set<string>()

  /** `anew`: puts rows that the index seems to hold already; `later`: see `indexRead`. */
  async function index(stream: string, anew: boolean, later: Listings | null = null): Promise<void> {
    if (!stream.startsWith('game#')) return
    const game = stream.slice('game#'.length)
    const record =
      (later === null ? undefined : service.games.warm(stream)) ?? (await followGame(service, stream))
    if (record === null || record.seq === 0) return
    const { folded, head, seq, known, erased } = record
    const row = archiveRow(game, folded.belonging, folded.fold.state)
    if (row === null) return
    const text = JSON.stringify([erased, row])
    if (!anew && remembered.get(game) === text) return
    const entry = { row, knownAt: known[seq - 1] ?? service.clock.now(), seq, n: head.n, erased }
    await indexRow(service, entry, listed, anew, later)
    // Another process may take out a word that this one has listed.
    if (!service.singleWriter || listed.size > MAX_KNOWN_LISTINGS) listed.clear()
    remembered.set(game, text)
  }

  return {
    name: 'archive-index',
    debounced: true,
    onChange: (stream) => index(stream, false),
    indexAnew: (stream) => index(stream, true),
    indexRead: (stream, later) => index(stream, true, later),
    list: (listings) =>
      service.views.putAll([...listings.values()].map(({ pk, sk }) => ({ pk, sk, value: {} }))),
    async resume(isOver = () => false) {
      const since = new Date(service.clock.now() - LOOK_BACK_MS).toISOString()
      for await (const { stream } of service.log.streams('game', since)) {
        if (isOver()) return
        if (!(await isAtHead(service, stream))) await index(stream, false)
      }
    },
    async rebuild() {
      let games = 0
      for await (const { stream } of service.log.streams('game')) {
        await index(stream, true)
        games++
      }
      return games
    },
  }
}

/**
 * Whether a game's index entry holds the stream's last commit. That takes three reads, where folding the game takes a hundred times
 * as long. It is false for a game from which somebody was erased, since the index may have missed that.
 */
async function isAtHead(service: Pick<Ports, 'log' | 'persons' | 'views'>, stream: string): Promise<boolean> {
  const own = gameKey(stream.slice('game#'.length))
  const held = await (service.views as Documents<IndexEntry>).get(own.pk, own.sk)
  if (held?.value.n === undefined || held.value.n !== (await service.log.head(stream))?.n) return false
  return (await lastErasureId(service, stream)) === null
}

/**
 * Deletes a game's row from partitions where it no longer belongs, and puts it where it does. A repetition changes nothing.
 * `listed`: months and words that need not be listed again; `anew`: puts a row that the index seems to hold already; `later`:
 * takes the listings, which are not put then.
 */
export async function indexRow(
  service: Pick<Ports, 'clock' | 'registry' | 'views'>,
  held: IndexEntry,
  listed: Set<string>,
  anew = false,
  later: Listings | null = null,
): Promise<void> {
  const rows = service.views as Documents<IndexedRow>
  const games = service.views as Documents<IndexEntry>
  const { row, knownAt, seq } = held
  const own = gameKey(row.game)
  const before = (await games.get(own.pk, own.sk))?.value ?? null
  if (before !== null && before.seq > seq) return
  const isErased = before !== null && (before.erased ?? 0) !== (held.erased ?? 0)
  if (before !== null && !anew && !isErased && JSON.stringify(before.row) === JSON.stringify(row)) return
  const earlier = before === null ? [] : [placeOf(before.row, 0), ...(before.former ?? [])]
  const place = placeOf(row, 0)
  const seenLate = await formerPlaces(service, before, knownAt)
  const former = isErased ? seenLate.map((each) => withoutFormerNames(each, place)) : seenLate
  const places = [place, ...former]
  const stay = new Set(places.flatMap(keysOf))
  for (const { partitions, sk } of earlier)
    for (const pk of partitions) if (!stay.has(`${pk} ${sk}`)) await rows.delete(pk, sk)
  const words = new Map(places.flatMap((each) => each.words.map((word) => [listingId(word), word])))
  const listings = new Map([...monthListings(row).map((each) => [listingId(each), each] as const), ...words])
  const fresh = [...listings].filter(([id]) => anew || !listed.has(id))
  await service.views.putAll([
    ...[...stay].map((key) => ({ ...splitKey(key), value: { row, knownAt } })),
    ...(later === null ? fresh : []).map(([, { pk, sk }]) => ({ pk, sk, value: {} })),
  ])
  for (const [id, listing] of fresh) {
    if (later === null) listed.add(id)
    else later.set(id, listing)
  }
  for (const { words: old } of earlier)
    for (const each of old) if (!words.has(listingId(each))) await dropUnusedWord(service, each, listed)
  // An archive that moves to another layout is made anew as a whole; an erased name does not wait for that.
  if (anew || (held.erased ?? 0) > 0)
    await clearFormerLayout(service, row.game, (pk, sk) => stay.has(`${pk} ${sk}`))
  // The entry is put last, so that an interrupted call is done again.
  await games.put(own.pk, own.sk, { ...held, ...(former.length > 0 && { former }) })
}

const listingId = ({ pk, sk }: Listing): string => `${pk}\n${sk}`

const placeOf = (row: ArchiveRow, until: number): IndexPlace => ({
  partitions: partitionsOf(row),
  sk: sortKey(row),
  words: wordListings(row),
  until,
})

/** No sort key has a space in it. */
const keysOf = ({ partitions, sk }: IndexPlace): string[] => partitions.map((pk) => `${pk} ${sk}`)

const splitKey = (key: string): { pk: string; sk: string } => {
  const end = key.lastIndexOf(' ')
  return { pk: key.slice(0, end), sk: key.slice(end + 1) }
}

/** The former keys under which readers with a delay still find the row. */
async function formerPlaces(
  service: Pick<Ports, 'clock' | 'registry'>,
  before: IndexEntry | null,
  changedAt: number,
): Promise<IndexPlace[]> {
  if (before?.row.tournament === undefined) return []
  const tournament = await readTournament(service, before.row.tournament)
  const late = (tournament.ok ? tournament.value.delay : 0) * MINUTE_MS
  const own = late === 0 ? [] : [placeOf(before.row, changedAt + late)]
  return [...own, ...(before.former ?? []).filter(({ until }) => until > service.clock.now())]
}

/**
 * A former place after an erasure: an erased person is found under no key any more, whatever the delay of the reader. By its result,
 * its event and its month they find the game as before, since an erasure must not show what else has changed.
 */
const withoutFormerNames = (former: IndexPlace, now: IndexPlace): IndexPlace => ({
  ...former,
  partitions: former.partitions.filter((pk) => !isOfPlayer(pk) || now.partitions.includes(pk)),
  words: former.words.filter(({ pk, partition }) => !isOfPlayer(pk) || now.partitions.includes(partition)),
})

/** Deletes the listing of a word whose partition has no games left, as of a name that was corrected or erased. */
async function dropUnusedWord(
  service: Pick<Ports, 'views'>,
  word: WordListing,
  listed: Set<string>,
): Promise<void> {
  if (await hasDocuments(service.views, word.partition)) return
  await service.views.delete(word.pk, word.sk)
  listed.delete(listingId(word))
  // A game of that name may have come meanwhile.
  if (await hasDocuments(service.views, word.partition)) await service.views.put(word.pk, word.sk, {})
}

async function hasDocuments(views: Ports['views'], partition: string): Promise<boolean> {
  for await (const _ of views.query(partition, '', undefined, 1)) return true
  return false
}
