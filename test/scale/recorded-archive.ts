/**
 * A record of many games, written into the database in large batches. A few games are played through the service; the others
 * are their commits again, hashed anew, under other ids, players, events and days.
 */

import { createTournament } from '../../functions/app/tournaments.ts'
import { batchesOf } from '../../functions/batches.ts'
import type { Ports } from '../../functions/ports.ts'
import { canonicalJson } from '../../functions/store/canonical.ts'
import { type Commit, decodeCommit, type HashedCommit, hashCommit } from '../../functions/store/commit.ts'
import { EMPTY_HEAD } from '../../functions/store/commit-log.ts'
import type { DocumentEntry } from '../../functions/store/documents.ts'
import { itemOf } from '../../functions/store/dynamodb-commit-log.ts'
import { type BatchedTable, writeBatch } from '../../functions/store/dynamodb-documents.ts'
import { sha256OfText } from '../../functions/store/hash.ts'
import { type YearPlayer, yearPlayers } from '../kit/federation-year.ts'
import { moveData } from '../kit/game-events.ts'
import type { InventedPly } from '../kit/games.ts'
import { inventGames, numbers } from '../kit/games.ts'
import { hall, pairing } from '../kit/hall.ts'
import { append, need, report } from '../kit/reports.ts'
import { ARBITER, START } from '../kit/service.ts'

export interface RecordedArchive {
  readonly games: number
  readonly plies: number
  readonly commits: number
  readonly bytes: number
}

/** Boards of a round, and rounds of a tournament. */
const BOARDS = 100
const ROUNDS = 9
const DIFFERENT_GAMES = 50
const [MIN_PLIES, MAX_PLIES] = [40, 80]
const LEAGUES = 20

/** A game that was played through the service: its commits, of which the first opens it. */
interface Played {
  readonly plies: number
  readonly opening: Commit
  readonly rest: readonly {
    readonly commit: HashedCommit
    readonly between: readonly [string, string, string]
  }[]
}

/** `eventsACommit`: how many events reporters send at a time. */
export async function recordArchive(
  ports: Pick<Ports, 'persons'> & Parameters<typeof createTournament>[0],
  commits: BatchedTable,
  count: number,
  eventsACommit: number,
  progress: (games: number) => void,
): Promise<RecordedArchive> {
  const { games: played, round: seating } = await playGames(eventsACommit)
  const pick = numbers(7)
  const players = yearPlayers(count)
  const sum = { games: 0, plies: 0, commits: 0, bytes: 0 }
  for (let first = 0; first < count; first += BOARDS) {
    const number = first / BOARDS
    const tournament = `T${1 + Math.floor(number / ROUNDS)}`
    const round = String(1 + (number % ROUNDS))
    if (round === '1')
      need(await createTournament(ports, ARBITER, { name: `Open ${tournament}` }, tournament))
    const ids = Array.from({ length: Math.min(BOARDS, count - first) }, (_, k) => `G${first + k + 1}`)
    const written = [seatedAt(seating, tournament, round, ids)]
    const stored: DocumentEntry<object>[] = []
    const date = new Date(Date.UTC(2026, 0, 3 + 7 * (number % 48))).toISOString().slice(0, 10)
    for (const [k, id] of ids.entries()) {
      const game = played[(first + k) % played.length]!
      const white = pick(players.length)
      const black = (white + 1 + pick(players.length - 1)) % players.length
      const entries = [entryOf(players, white), entryOf(players, black)] as const
      const event = `League ${1 + pick(LEAGUES)} 2026`
      written.push(...copyOf(game, { id, tournament, round, board: k + 1, date, event, entries }))
      stored.push(...personsOf(id, entries))
      sum.games++
      sum.plies += game.plies
    }
    await Promise.all([
      ports.persons.putAll(stored),
      ...[...batchesOf(written, 25)].map((batch) =>
        writeBatch(
          commits,
          batch.map((commit) => ({ PutRequest: { Item: itemOf(commit) } })),
        ),
      ),
    ])
    sum.commits += written.length
    for (const { body } of written) sum.bytes += body.length
    progress(sum.games)
  }
  return sum
}

/** In memory, on the boards of a round. */
async function playGames(eventsACommit: number): Promise<{ games: Played[]; round: Commit }> {
  const { ports, service, open } = await hall()
  const ids = Array.from({ length: BOARDS }, (_, k) => `g${k + 1}`)
  for (const few of batchesOf(ids, 50)) need(await open(few.map((id) => pairing('A', 'B', { id }))))
  const invented = inventGames(DIFFERENT_GAMES * 4, 1, MAX_PLIES)
    .filter(({ chess960, plies }) => chess960 === null && plies.length >= MIN_PLIES)
    .slice(0, DIFFERENT_GAMES)
  const games: Played[] = []
  const pick = numbers(3)
  for (const [k, { plies: all }] of invented.entries()) {
    const game = ids[k]!
    const plies = all.slice(0, MIN_PLIES + pick(1 + MAX_PLIES - MIN_PLIES))
    const events = [
      report('s', 'session-started', 'arbiter'),
      ...plies.flatMap(reportsOf),
      report('r', 'resigned', plies.at(-1)!.side, {}, 1_000 * plies.length),
    ]
    for (const few of batchesOf(events, eventsACommit)) {
      const receivedAt = Math.max(ports.clock.now(), Date.parse(few.at(-1)!.at))
      ports.clock.set(receivedAt)
      need(await append(service, few, { game, receivedAt }))
    }
    ports.clock.set(START)
    const [opening, ...rest] = (await ports.log.load(`game#${game}`, 0)).map((stored) => ({
      ...need(decodeCommit(stored)),
      ...stored,
    }))
    games.push({
      plies: plies.length,
      opening: opening!,
      rest: rest.map((commit) => {
        const [head, tail] = halves(commit.body, `"prev":"${commit.prev}"`)
        const [middle, end] = halves(tail, `"stream":"${commit.stream}"`)
        return { commit, between: [head, middle, end] }
      }),
    })
  }
  const seated = await ports.log.load('round#T/1', 0)
  const commits = seated.map((stored) => need(decodeCommit(stored)))
  return { games, round: { ...commits[0]!, events: commits.flatMap(({ events }) => events) } }
}

function halves(text: string, at: string): [string, string] {
  const parts = text.split(at)
  if (parts.length !== 2) throw new Error(`${at} is not there once`)
  return [parts[0]!, parts[1]!]
}

function reportsOf(invented: InventedPly, ply: number) {
  const { side } = invented
  const data = moveData(invented)
  return [
    report(`m${ply}`, 'move-made', side, data, 1_000 * ply),
    report(`p${ply}`, 'clock-pressed', side, {}, 1_000 * ply + 500),
  ]
}

interface Copy {
  readonly id: string
  readonly tournament: string
  readonly round: string
  readonly board: number
  readonly date: string
  readonly event: string
  readonly entries: readonly [Entry, Entry]
}

interface Entry {
  readonly person: string
  readonly fields: object
  readonly salt: string
  readonly digest: string
}

const entriesByPlayer = new Map<number, Entry>()

function entryOf(players: readonly YearPlayer[], k: number): Entry {
  const known = entriesByPlayer.get(k)
  if (known !== undefined) return known
  const { name, fideId } = players[k]!
  const fields = { name, ...(fideId !== null && { fideId }) }
  const salt = sha256OfText(name).slice(0, 32)
  const entry = { person: `P${k}`, fields, salt, digest: sha256OfText(salt + need(canonicalJson(fields))) }
  entriesByPlayer.set(k, entry)
  return entry
}

const KEY = 'K'

function personsOf(id: string, entries: Copy['entries']): DocumentEntry<object>[] {
  return entries.flatMap(({ person, fields, salt }, k) => {
    const place = { pk: `game#${id}`, sk: `entry#${KEY}#${k}` }
    return [
      { pk: `person#${person}`, sk: `entry#game#${id}#${KEY}#${k}`, value: { entry: place } },
      { ...place, value: { person, fields, salt } },
    ]
  })
}

function copyOf({ opening, rest }: Played, copy: Copy): HashedCommit[] {
  const { id, tournament, round, board, date, event, entries } = copy
  const stream = `game#${id}`
  const first = opening.events[0] as unknown as Readonly<Record<string, object>>
  const [white, black] = entries.map(({ person }) => ({ person }))
  const opened = {
    ...first,
    data: { ...first['data'], white, black, round, board, date, event },
    ...{ tournament, round, kept: KEY, digests: entries.map(({ digest }) => digest) },
  }
  const { hash } = EMPTY_HEAD
  const begun = need(hashCommit({ ...opening, stream, prev: hash, events: [opened as never] }))
  const commits = [begun]
  let prev = begun.hash
  for (const { commit, between } of rest) {
    const [head, middle, end] = between
    const body = `${head}"prev":"${prev}"${middle}"stream":"${stream}"${end}`
    const own = sha256OfText(body)
    commits.push({ ...commit, stream, prev, body, hash: own })
    prev = own
  }
  return commits
}

function seatedAt(round: Commit, tournament: string, name: string, ids: readonly string[]): HashedCommit {
  const events = round.events.slice(0, 1 + ids.length).map((event, k) => {
    const { data, ...others } = event as unknown as { data: object; type: string }
    const own = k === 0 ? { tournament, round: name } : { game: ids[k - 1] }
    return { ...others, data: { ...data, ...own } }
  })
  const draft = { ...round, stream: `round#${tournament}/${name}`, n: 1, prev: EMPTY_HEAD.hash, events }
  return need(hashCommit(draft))
}
