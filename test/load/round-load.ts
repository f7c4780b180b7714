/**
 * A round under load: boards that report a move and its press in one call, readers of live streams, pollers of files. Every
 * reader has to end with exactly what the record folds to.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import {
  applyChangeMessage,
  type GameDocument,
  type MessageName,
} from '../../domain/formats/change-messages.ts'
import { moveData } from '../kit/game-events.ts'
import { type InventedGame, inventGames } from '../kit/games.ts'
import { quantile } from './measure.ts'

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
  readonly reports: number
  readonly messages: number
  readonly polls: number
  readonly notModified: number
  /** From the answer to a report until a reader had the message, ms. */
  readonly late: { readonly p50: number; readonly p99: number; readonly most: number }
  readonly reportMs: { readonly p50: number; readonly p99: number }
  readonly pollMs: { readonly p50: number; readonly p99: number }
  /** Reports and polls that were not answered, or refused. */
  readonly failed: readonly string[]
  /** Readers that do not hold what the record folds to. */
  readonly wrong: readonly string[]
}

const TOURNAMENT = 'load'

interface Reader {
  readonly game: string | null
  readonly held: Map<string, GameDocument>
  readonly end: AbortController
  done: Promise<void>
}

/**
 * Plays the load against hosts of one database; one URL where there is one host. Boards report to the hosts in turn, readers
 * and pollers ask them in turn; most boards report to another host than the one that their readers ask.
 */
export async function runLoad(urls: readonly string[], token: string, load: Load): Promise<Figures> {
  const [url = ''] = urls
  const hostOf = (k: number): string => urls[k % urls.length] ?? url
  const hostOfGame = new Map<string, string>()
  const games = inventGames(load.boards * 3, 4711, 160)
    .filter(({ chess960, plies }) => chess960 === null && plies.length >= 12)
    .slice(0, load.boards)
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
  const readers = Array.from({ length: load.readers }, (_, k) =>
    // Every second reader follows one game, the others the whole round.
    follow(hostOf(k + 1), k % 2 === 0 ? games[k % games.length]!.id : null, arrived),
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

  const reports: number[] = []
  const report = async ({ id, plies }: InventedGame, ply: number) => {
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
    reports.push(now - begun)
    answered.set(`${id} ${head}`, now)
    for (const at of came.get(`${id} ${head}`) ?? []) late.push(Math.max(0, at - now))
    came.delete(`${id} ${head}`)
  }
  await playAll(games, load, (game, ply) =>
    report(game, ply).catch((error: unknown) => void failed.push(`POST ${game.id} ${ply}: ${error}`)),
  )
  over = true
  await Promise.all(polling)
  // What was acknowledged last reaches the last reader later on a machine that is full.
  let wrong = await wrongReaders(url, games, readers)
  for (const since = performance.now(); wrong.length > 0 && performance.now() - since < 30_000; ) {
    await sleep(500)
    wrong = await wrongReaders(url, games, readers)
  }
  for (const { end } of readers) end.abort()
  await Promise.all(readers.map(({ done }) => done))
  return {
    openedIn,
    startedIn,
    reports: reports.length,
    messages,
    polls: polls.length,
    notModified,
    late: { p50: quantile(late, 0.5), p99: quantile(late, 0.99), most: quantile(late, 1) },
    reportMs: { p50: quantile(reports, 0.5), p99: quantile(reports, 0.99) },
    pollMs: { p50: quantile(polls, 0.5), p99: quantile(polls, 0.99) },
    failed,
    wrong,
  }
}

async function openRound(
  ask: (method: string, path: string, body?: unknown) => Promise<unknown>,
  games: readonly InventedGame[],
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
  for (let next = 0; next < games.length; next += 10)
    await Promise.all(
      games.slice(next, next + 10).map(({ id }) => {
        const at = new Date().toISOString()
        const start = { id: 's', type: 'session-started', at, by: 'arbiter', data: {} }
        return ask('POST', `/games/${id}/events`, { events: [start] })
      }),
    )
  return { openedIn, startedIn: secondsSince(starting) }
}

/** Reports board after board at an even pace until the time is over; one that comes late is not made up for. */
async function playAll(
  games: readonly InventedGame[],
  { seconds, eventsAMinute }: Load,
  report: (game: InventedGame, ply: number) => Promise<void>,
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

/** Follows a game's stream, or the round's where no game is named. */
function follow(
  url: string,
  game: string | null,
  arrived: (game: string, seq: number, at: number) => void,
): Reader {
  const held = new Map<string, GameDocument>()
  const end = new AbortController()
  const take = (name: string, text: string) => {
    const now = performance.now()
    const data = JSON.parse(text)
    if (game !== null) {
      held.set(game, applyChangeMessage(held.get(game) ?? null, name as MessageName, data))
      if (name !== 'snapshot') arrived(game, data.seq, now)
    } else if (name === 'snapshot') for (const each of data.games) held.set(each.game, each.state)
    else if (name === 'game') held.set(data.game, data.state)
    else if (name !== 'round') {
      const { game: id, board: _, ...message } = data
      held.set(id, applyChangeMessage(held.get(id) ?? null, name as MessageName, message))
      arrived(id, data.seq, now)
    }
  }
  const parser = createParser({ onEvent: ({ event = 'message', data }) => take(event, data) })
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
  return { game, held, end, done }
}

async function wrongReaders(
  url: string,
  games: readonly InventedGame[],
  readers: readonly Reader[],
): Promise<string[]> {
  const folded = new Map<string, string>()
  for (const { id } of games) folded.set(id, canonical(await (await fetch(`${url}/games/${id}`)).json()))
  return readers.flatMap(({ game, held }, k) => {
    const ids = game === null ? games.map(({ id }) => id) : [game]
    return ids.filter((id) => canonical(held.get(id)) !== folded.get(id)).map((id) => `reader ${k}: ${id}`)
  })
}

/** JSON with members in the order of their names. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? 'nothing'
