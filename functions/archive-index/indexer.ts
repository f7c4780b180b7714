/** Keeps the archive's index beside the record: a game is indexed when it opens, when it ends, and when a verdict changes. */
import { LRUCache } from 'lru-cache'
import { type ArchiveRow, archiveRow } from '../../domain/feeds/archive-row.ts'
import type { Service } from '../record/service.ts'
import type { Documents } from '../store/documents.ts'
import type { Consumer } from '../stream/doorbell.ts'
import { followGame } from '../stream/follow-game.ts'
import { GAMES, partitionsOf, sortKey, WORDS, type WordPlace, wordPlaces } from './keys.ts'

/** A row, and the instant (ms) from which everything in it was known: for those who see a tournament late. */
export interface IndexedRow {
  readonly row: ArchiveRow
  readonly knownAt: number
}

/** Where the index holds a game. */
interface Held extends IndexedRow {
  readonly seq: number
}

/** Rows remembered, so that a move, which changes none, costs no reading. */
const REMEMBERED = 2000
/** Names are put once and then known; so many are remembered. */
const KNOWN_WORDS = 100_000
/** How far back a start looks for games whose bell was never heard, ms. */
const LOOK_BACK = 2 * 86_400_000

/** Names that the index is known to hold: of a service, for whoever indexes may drop one. */
const wordsOf = new WeakMap<Service, Set<string>>()

export interface Indexer extends Consumer {
  /** Indexes what was opened of late and not heard of. */
  resume(): Promise<void>
}

/** `anew`: puts rows that the index seems to hold already. */
export function archiveIndexer(service: Service, anew = false): Indexer {
  const remembered = new LRUCache<string, string>({ max: REMEMBERED })
  const words = wordsOf.get(service) ?? new Set<string>()
  wordsOf.set(service, words)

  async function heard(stream: string): Promise<void> {
    if (!stream.startsWith('game#')) return
    const game = stream.slice('game#'.length)
    const record = await followGame(service, stream)
    if (record === null || record.seq === 0) return
    const { folded, seq, known } = record
    const row = archiveRow(game, folded.belonging, folded.fold.state)
    if (row === null) return
    const text = JSON.stringify(row)
    if (remembered.get(game) === text) return
    await putRow(service, { row, knownAt: known[seq - 1] ?? service.clock.now(), seq }, words, anew)
    if (words.size > KNOWN_WORDS) words.clear()
    remembered.set(game, text)
  }

  return {
    name: 'archive-index',
    patient: true,
    heard,
    async resume() {
      const since = new Date(service.clock.now() - LOOK_BACK).toISOString()
      for await (const { stream } of service.log.streams('game', since)) await heard(stream)
    },
  }
}

/** Takes the row out of where it does not belong any more, and puts it where it does. A repetition changes nothing. */
async function putRow(service: Service, held: Held, words: Set<string>, anew: boolean): Promise<void> {
  const rows = service.views as Documents<IndexedRow>
  const games = service.views as Documents<Held>
  const { row, knownAt, seq } = held
  const before = (await games.get(GAMES, row.game))?.value ?? null
  if (before !== null && before.seq > seq) return
  if (before !== null && !anew && JSON.stringify(before.row) === JSON.stringify(row)) return
  const partitions = partitionsOf(row)
  const sk = sortKey(row)
  if (before !== null) {
    const stay = new Set(partitions.map((pk) => `${pk} ${sk}`))
    const old = sortKey(before.row)
    for (const pk of partitionsOf(before.row)) if (!stay.has(`${pk} ${old}`)) await rows.delete(pk, old)
  }
  const places = wordPlaces(row)
  const fresh = new Set(places.map(({ place }) => place).filter((place) => !words.has(place)))
  await service.views.putAll([
    ...partitions.map((pk) => ({ pk, sk, value: { row, knownAt } })),
    ...[...fresh].map((place) => ({ pk: WORDS, sk: place, value: {} })),
  ])
  for (const place of fresh) words.add(place)
  if (before !== null) {
    const kept = new Set(places.map(({ place }) => place))
    for (const old of wordPlaces(before.row)) if (!kept.has(old.place)) await dropIdle(service, old, words)
  }
  // Last: what was not finished is done again.
  await games.put(GAMES, row.game, held)
}

/** A name under which no game lies any more goes: a corrected one is not found, an erased one is not kept. */
async function dropIdle(
  service: Service,
  { place, partition }: WordPlace,
  words: Set<string>,
): Promise<void> {
  for await (const _ of service.views.query(partition)) return
  await service.views.delete(WORDS, place)
  words.delete(place)
}

/** Indexes the whole record anew, what seems to be there already too. Tells how many games there are. */
export async function rebuildArchive(service: Service): Promise<number> {
  const indexer = archiveIndexer(service, true)
  let games = 0
  for await (const { stream } of service.log.streams('game')) {
    await indexer.heard(stream)
    games++
  }
  return games
}
