/**
 * A round under load: boards that report a move and its press in one call, readers of live streams, pollers of files. Every
 * reader has to end with exactly what the record folds to.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { createParser } from 'eventsource-parser'
import type { GameDocument, MessageName } from '../../domain/formats/change-messages.ts'
import { batchesOf } from '../../functions/batches.ts'
import { moveData } from '../kit/game-events.ts'
import { type InventedPly, inventGames } from '../kit/games.ts'
import { quantile } from './measure.ts'
import { type MessageMemo, openMessageMemo } from './message-memo.ts'

export interface Load {
  readonly boards: number
  readonly readers: number
  readonly pollers: number
  readonly seconds: number
  /** Events a minute over all boards; a move and its press are two. */
  readonly eventsAMinute: number
}

export interface Figures {
  /** What it took to open all boards, fifty a request, and to start their games, ten at a time; seconds. */
  readonly openedIn: number
  readonly startedIn: number
  /** From when readers asked until the last of them held all boards, seconds; the boards report meanwhile. */
  readonly joinedIn: number
  readonly reports: number
  readonly messages: number
  readonly polls: number
  readonly notModified: number
  /** From the answer to a report until a reader had the message, ms. */
  readonly late: { readonly p50: number; readonly p99: number; readonly most: number }
  readonly reportMs: { readonly p50: number; readonly p99: number }
  /** Of those that were sent while readers joined, and of those after them. */
  readonly joiningReportMs: { readonly p50: number; readonly p99: number }
  readonly laterReportMs: { readonly p50: number; readonly p99: number }
  readonly pollMs: { readonly p50: number; readonly p99: number }
  /** By how much timers of this process were late, ms: what is measured here is later by as much. */
  readonly generatorDelayMs: { readonly p99: number; readonly most: number }
  /** Reports and polls that were not answered, or refused. */
  readonly failed: readonly string[]
  /** Readers that do not hold what the record folds to. */
  readonly wrong: readonly string[]
}

const TOURNAMENT = 'load'
/** Games invented, of which about three quarters can be played; the boards play them over again, since inventing takes longer than playing. */
const INVENTED = 60
/** Requests under way at a time while games are started and while the record is asked at the end. */
const CONCURRENCY = 10

interface PlayedGame {
  readonly id: string
  readonly board: number
  readonly plies: readonly InventedPly[]
}

interface Reader {
  readonly game: string | null
  readonly held: Map<string, GameDocument>
  readonly end: AbortController
  /** When it had the first snapshot, by the clock of `performance`. */
  readonly joined: Promise<number>
  readonly done: Promise<void>
}

function inventRound(boards: number): PlayedGame[] {
  const courses = inventGames(INVENTED, 4711, 160).filter(
    ({ chess960, plies }) => chess960 === null && plies.length >= 12,
  )
  return Array.from({ length: boards }, (_, k) => ({
    id: `g${k + 1}`,
    board: k + 1,
    plies: courses[k % courses.length]!.plies,
  }))
}

/**
 * Plays the load against hosts of one database; one URL where there is one host. Boards report to the hosts in turn, readers
 * and pollers ask them in turn; most boards report to another host than the one that their readers ask.
 */
export async function runLoad(urls: readonly string[], token: string, load: Load): Promise<Figures> {
  const [url = ''] = urls
  const hostOf = (k: number): string => urls[k % urls.length] ?? url
  const hostOfGame = new Map<string, string>()
  const games = inventRound(load.boards)
  for (const [k, { id }] of games.entries()) hostOfGame.set(id, hostOf(k))
  const ask = async (method: string, path: string, body?: unknown, at = url): Promise<unknown> => {
    const response = await fetch(`${at}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const { openedIn, startedIn } = await openRound(ask, games)

  /** When each game's event `seq` was acknowledged; and what came before its answer did. */
  const answered = new Map<string, number>()
  const came = new Map<string, number[]>()
  const late: number[] = []
  let messages = 0
  const arrived = (game: string, seq: number, at: number) => {
    messages++
    const acknowledged = answered.get(`${game} ${seq}`)
    if (acknowledged !== undefined) late.push(Math.max(0, at - acknowledged))
    else came.set(`${game} ${seq}`, [...(came.get(`${game} ${seq}`) ?? []), at])
  }
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const memo = openMessageMemo()
  const joining = performance.now()
  const readers = Array.from({ length: load.readers }, (_, k) =>
    // Every second reader follows one game, the others the whole round.
    follow(hostOf(k + 1), k % 2 === 0 ? games[k % games.length]!.id : null, { arrived, memo }),
  )
  await sleep(500)

  let over = false
  const polls: number[] = []
  const failed: string[] = []
  let notModified = 0
  const poller = async (k: number) => {
    const path =
      k % 5 === 0 ? `/tournaments/${TOURNAMENT}/rounds/1.pgn` : `/games/${games[k % games.length]!.id}.pgn`
    let etag: string | null = null
    await sleep((k * 2_000) / load.pollers)
    while (!over) {
      const begun = performance.now()
      try {
        const response = await fetch(`${hostOf(k)}${path}`, {
          headers: { 'accept-encoding': 'gzip', ...(etag !== null && { 'if-none-match': etag }) },
        })
        await response.arrayBuffer()
        polls.push(performance.now() - begun)
        if (response.status === 304) notModified++
        etag = response.headers.get('etag')
      } catch (error) {
        failed.push(`GET ${path}: ${error}`)
      }
      await sleep(2_000)
    }
  }
  const polling = Array.from({ length: load.pollers }, (_, k) => poller(k))

  const reports: { readonly begun: number; readonly ms: number }[] = []
  const report = async ({ id, plies }: PlayedGame, ply: number) => {
    const { side } = plies[ply]!
    const at = new Date().toISOString()
    const data = moveData(plies[ply]!)
    const events = [
      { id: `m${ply}`, type: 'move-made', at, by: side, data },
      { id: `p${ply}`, type: 'clock-pressed', at, by: side, data: {} },
    ]
    const begun = performance.now()
    const { head } = (await ask('POST', `/games/${id}/events`, { events }, hostOfGame.get(id))) as {
      head: number
    }
    const now = performance.now()
    reports.push({ begun, ms: now - begun })
    answered.set(`${id} ${head}`, now)
    for (const at of came.get(`${id} ${head}`) ?? []) late.push(Math.max(0, at - now))
    came.delete(`${id} ${head}`)
  }
  await playAll(games, load, (game, ply) =>
    report(game, ply).catch((error: unknown) => void failed.push(`POST ${game.id} ${ply}: ${error}`)),
  )
  over = true
  delay.disable()
  await Promise.all(polling)
  const folded = await foldedGames(url, games)
  // What was acknowledged last reaches the last reader later on a machine that is full.
  let wrong = wrongReaders(folded, readers)
  for (const since = performance.now(); wrong.length > 0 && performance.now() - since < 30_000; ) {
    await sleep(500)
    wrong = wrongReaders(folded, readers)
  }
  const joined = await Promise.all(readers.map((reader) => reader.joined))
  for (const { end } of readers) end.abort()
  await Promise.all(readers.map(({ done }) => done))
  const allJoined = Math.max(...joined)
  const quantilesOf = (some: typeof reports) => {
    const took = some.map(({ ms }) => ms)
    return { p50: quantile(took, 0.5), p99: quantile(took, 0.99) }
  }
  return {
    openedIn,
    startedIn,
    joinedIn: (allJoined - joining) / 1000,
    reports: reports.length,
    messages,
    polls: polls.length,
    notModified,
    late: { p50: quantile(late, 0.5), p99: quantile(late, 0.99), most: quantile(late, 1) },
    reportMs: quantilesOf(reports),
    joiningReportMs: quantilesOf(reports.filter(({ begun }) => begun < allJoined)),
    laterReportMs: quantilesOf(reports.filter(({ begun }) => begun >= allJoined)),
    pollMs: { p50: quantile(polls, 0.5), p99: quantile(polls, 0.99) },
    generatorDelayMs: { p99: delay.percentile(99) / 1e6, most: delay.max / 1e6 },
    failed,
    wrong,
  }
}

async function openRound(
  ask: (method: string, path: string, body?: unknown) => Promise<unknown>,
  games: readonly PlayedGame[],
): Promise<Pick<Figures, 'openedIn' | 'startedIn'>> {
  const secondsSince = (begun: number): number => (performance.now() - begun) / 1000
  await ask('POST', '/tournaments', { id: TOURNAMENT, name: 'Load' })
  const opened = games.map(({ id, board }) => ({
    id,
    white: { name: `White ${board}` },
    black: { name: `Black ${board}` },
    edition: '2018-01-01',
    play: 'standard',
    timeControl: { periods: [{ time: 5_400_000, bonus: 30_000, mode: 'fischer' }] },
  }))
  const opening = performance.now()
  for (let next = 0; next < opened.length; next += 50)
    await ask('POST', `/tournaments/${TOURNAMENT}/rounds/1/games`, { games: opened.slice(next, next + 50) })
  const openedIn = secondsSince(opening)
  const starting = performance.now()
  for (const some of batchesOf(games, CONCURRENCY))
    await Promise.all(
      some.map(({ id }) => {
        const at = new Date().toISOString()
        const start = { id: 's', type: 'session-started', at, by: 'arbiter', data: {} }
        return ask('POST', `/games/${id}/events`, { events: [start] })
      }),
    )
  return { openedIn, startedIn: secondsSince(starting) }
}

/** Reports board after board at an even pace until the time is over; one that comes late is not made up for. */
async function playAll(
  games: readonly PlayedGame[],
  { seconds, eventsAMinute }: Load,
  report: (game: PlayedGame, ply: number) => Promise<void>,
): Promise<void> {
  const pause = 60_000 / (eventsAMinute / 2)
  const next = new Map<string, number>()
  const begun = performance.now()
  const underWay: Promise<void>[] = []
  for (let k = 0; performance.now() - begun < seconds * 1000; k++) {
    await sleep(Math.max(0, begun + k * pause - performance.now()))
    const game = games[k % games.length]!
    const ply = next.get(game.id) ?? 0
    if (ply >= game.plies.length) continue
    next.set(game.id, ply + 1)
    underWay.push(report(game, ply))
  }
  await Promise.all(underWay)
}

/** What readers tell of each message, and what they make it with. */
interface Following {
  readonly arrived: (game: string, seq: number, at: number) => void
  readonly memo: MessageMemo
}

/** Follows a game's stream, or the round's where no game is named. */
function follow(url: string, game: string | null, { arrived, memo }: Following): Reader {
  const held = new Map<string, GameDocument>()
  const end = new AbortController()
  let join: (at: number) => void
  const joined = new Promise<number>((resolve) => {
    join = resolve
  })
  const takeOfGame = (name: MessageName, text: string, now: number) => {
    const document = memo.taken(held.get(game!) ?? null, name, text)
    held.set(game!, document)
    if (name !== 'snapshot') arrived(game!, document.seq, now)
  }
  const takeOfRound = (name: string, text: string, now: number) => {
    const data = memo.parsed(text)
    if (name === 'snapshot') for (const each of data.games) held.set(each.game, each.state)
    else if (name === 'game') held.set(data.game, data.state)
    else if (name !== 'round') {
      held.set(data.game, memo.taken(held.get(data.game) ?? null, name as MessageName, text))
      arrived(data.game, data.seq, now)
    }
  }
  const parser = createParser({
    onEvent({ event = 'message', data }) {
      const now = performance.now()
      if (game === null) takeOfRound(event, data, now)
      else takeOfGame(event as MessageName, data, now)
      if (event === 'snapshot') join(now)
    },
  })
  const read = async () => {
    const path = game === null ? `/tournaments/${TOURNAMENT}/rounds/1/stream` : `/games/${game}/stream`
    const response = await fetch(`${url}${path}`, { signal: end.signal })
    const decoder = new TextDecoder()
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      parser.feed(decoder.decode(chunk, { stream: true }))
  }
  const done = read().catch((error: Error) => {
    if (error.name !== 'AbortError') throw error
  })
  return { game, held, end, joined, done }
}

/** What the record folds to at the end, by game. */
async function foldedGames(
  url: string,
  games: readonly PlayedGame[],
): Promise<ReadonlyMap<string, GameDocument>> {
  const folded = new Map<string, GameDocument>()
  for (const some of batchesOf(games, CONCURRENCY))
    await Promise.all(
      some.map(async ({ id }) =>
        folded.set(id, (await (await fetch(`${url}/games/${id}`)).json()) as GameDocument),
      ),
    )
  return folded
}

function wrongReaders(folded: ReadonlyMap<string, GameDocument>, readers: readonly Reader[]): string[] {
  /** Documents that are what their game folds to: many readers hold the same one. */
  const right = new Set<GameDocument>()
  const isRight = (id: string, held: GameDocument | undefined): boolean => {
    if (held === undefined || right.has(held)) return held !== undefined
    const isSame = isDeepStrictEqual(held, folded.get(id))
    if (isSame) right.add(held)
    return isSame
  }
  return readers.flatMap(({ game, held }, k) =>
    [...(game === null ? folded.keys() : [game])]
      .filter((id) => !isRight(id, held.get(id)))
      .map((id) => `reader ${k}: ${id}`),
  )
}
