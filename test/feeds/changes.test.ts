/** Increments for readers who poll: what they hold is what the state routes show, whatever they missed and however late they read. */
import { beforeEach, expect, test } from 'vitest'
import type * as z from 'zod'
import { gameChanges, roundChanges } from '../../functions/feeds/message-schemas.ts'
import { createProjector } from '../../functions/projections/projector.ts'
import { openService } from '../kit/compose.ts'
import { move, press, report } from '../kit/reports.ts'
import { openClient, type ServiceClient, TIMED, testPorts } from '../kit/service.ts'
import { heldGame, heldRound, type Received } from './sse-kit.ts'

const ROUND = '/tournaments/T/rounds/1'
const GAMES = ['a', 'b', 'c']

/** One process writes, one projects, and one answers from the record or from views. */
async function openHall(way: 'record' | 'views', delay = 0) {
  const ports = testPorts()
  const writer = await openClient(ports)
  const reader = await openClient({ ...ports, useReadModels: way === 'views' })
  const projector = createProjector(openService(ports))
  const token = await writer.token('admin')
  await writer.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open', delay } })
  const open = async (...ids: string[]) => {
    const games = ids.map((id) => ({ ...TIMED, id }))
    expect((await writer.ask('POST', `${ROUND}/games`, { token, body: { games } })).status).toBeLessThan(300)
  }
  await open(...GAMES)
  const project = async (...games: string[]) => {
    for (const game of games) await projector.onChange(`game#${game}`)
    await projector.onChange('round#T/1')
  }
  await project(...GAMES)
  const send = async (game: string, ...events: object[]) => {
    const answer = await writer.ask('POST', `/games/${game}/events`, { token, body: { events } })
    expect(answer.status, answer.text).toBe(200)
  }
  const prefix = delay === 0 ? '' : `/delayed/${delay}`
  return { ports, writer, reader, token, open, project, send, prefix }
}
type Hall = Awaited<ReturnType<typeof openHall>>

interface Follower {
  /** The id of the last document. */
  id(): string
  /** The answer to the last poll. */
  poll(): Promise<readonly Received[]>
  readonly received: Received[]
}

function followChanges(client: ServiceClient, path: string, schema: z.ZodType, token?: string): Follower {
  const received: Received[] = []
  let id = '0'
  const poll = async () => {
    const reported: Received[] = []
    let first: string | null = null
    for (let query: string | undefined = `?after=${id}`; query !== undefined; ) {
      const { status, json, text } = await client.ask('GET', `${path}${query}`, { token })
      expect(status, text).toBe(200)
      expect(schema.safeParse(json).error?.message).toBeUndefined()
      for (const { event, from, data } of json.messages) {
        const { game = '' } = data as { game?: string }
        if (from !== undefined)
          expect(seqOf(received, game), 'nothing is left out').toBeGreaterThanOrEqual(from)
        reported.push({ id: json.id, name: event, data })
      }
      first ??= json.id
      query = json.next
    }
    id = first!
    received.push(...reported)
    return reported
  }
  return { id: () => id, poll, received }
}

/** Of a game's state as a follower holds it. */
function seqOf(received: readonly Received[], game: string): number {
  if (game === '') return heldGame(received)?.seq ?? 0
  return heldRound(received).games.get(game)?.state.seq ?? 0
}

const shown = async ({ reader, prefix }: Hall, game: string, token?: string) =>
  (await reader.ask('GET', `${prefix}/games/${game}`, { token })).json

/** A generator of small numbers, the same for a seed. */
const numbers = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const LINE = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6', 'b5a4', 'g8f6'] as const

/** Lets a game go on by a little: a move, a press, an offer of either player, a correction. */
function playing(hall: Hall) {
  const states = new Map(GAMES.map((game) => [game, { ply: 0, events: 0, last: 0 }]))
  return async (game: string, what: number) => {
    const state = states.get(game)!
    const id = `e${state.events++}`
    const at = hall.ports.clock.now() - Date.UTC(2026, 2, 14, 14)
    if (state.events === 1) return hall.send(game, report(id, 'session-started', 'arbiter', {}, at))
    const side = state.ply % 2 === 0 ? 'white' : 'black'
    const offering = state.events % 2 === 0 ? 'white' : 'black'
    if (what === 0) return hall.send(game, report(id, 'draw-offered', offering, {}, at))
    if (what === 1 && state.last > 0) {
      const seqs = [state.last]
      state.last = 0
      state.ply--
      return hall.send(game, report(id, 'report-corrected', 'arbiter', { seqs, reason: 'misread' }, at))
    }
    const text = LINE[state.ply]
    if (text === undefined) return
    const { head } = (await hall.writer.ask('GET', `/games/${game}/events?after=0`, { token: hall.token }))
      .json
    await hall.send(game, move(id, side, text.slice(0, 2), text.slice(2), at), press(`${id}p`, side, at))
    state.ply++
    state.last = head + 1
  }
}

let seed = 0
beforeEach(() => {
  seed++
})

test.each([
  ['record', 0],
  ['views', 0],
  ['record', 5],
  ['views', 5],
] as const)('who polls holds what is shown, from the %s, %i minutes late', async (way, delay) => {
  const hall = await openHall(way, delay)
  const play = playing(hall)
  const pick = numbers(seed)
  const { clock } = hall.ports
  clock.pass(delay * 60_000 + 1_000)
  const round = followChanges(hall.reader, `${hall.prefix}${ROUND}/changes`, roundChanges)
  const official = followChanges(hall.reader, `${ROUND}/changes`, roundChanges, hall.token)
  const game = followChanges(hall.reader, `${hall.prefix}/games/a/changes`, gameChanges)
  for (let k = 0; k < 40; k++) {
    for (let n = pick(3); n > 0; n--) await play(GAMES[pick(3)]!, pick(6))
    clock.pass(pick(4) * 900)
    // Notifications come late, and some of them together.
    await hall.project(...GAMES.filter(() => pick(3) > 0))
    if (k === 20) {
      await hall.open('d')
      await hall.project('d')
    }
    if (k % 10 === 9) clock.pass(90_000 + delay * 60_000)
    if (pick(3) > 0) await round.poll()
    if (pick(2) > 0) await official.poll()
    if (pick(2) > 0) await game.poll()
  }
  await hall.project(...GAMES)
  for (const wait of [0, 10_000, delay * 60_000]) {
    clock.pass(wait)
    for (const follower of [round, official, game]) await follower.poll()
    expect(heldGame(game.received)).toEqual(await shown(hall, 'a'))
    for (const id of [...GAMES, 'd']) {
      expect(heldRound(round.received).games.get(id)?.state, `${wait} ${id}`).toEqual(await shown(hall, id))
      const { json } = await hall.reader.ask('GET', `/games/${id}`, { token: hall.token })
      expect(heldRound(official.received).games.get(id)?.state).toEqual(json)
    }
  }
  expect(round.received.some(({ name }) => name === 'retract')).toBe(true)
  expect(round.received.filter(({ name }) => name === 'snapshot')).toHaveLength(1)
  // Long after the last change nothing is sent again: only changes of the last seconds are.
  expect(JSON.stringify(await round.poll()).length).toBeLessThan(20_000)
})

test.each(['record', 'views'] as const)(
  'a notification that is minutes late is not missed, from the %s',
  async (way) => {
    const hall = await openHall(way)
    const play = playing(hall)
    const { clock } = hall.ports
    clock.pass(60_000)
    for (const game of GAMES) await play(game, 3)
    await hall.project(...GAMES)
    const round = followChanges(hall.reader, `${ROUND}/changes`, roundChanges)
    await round.poll()
    clock.pass(10_000)
    await play('a', 3)
    for (let k = 0; k < 6; k++) {
      clock.pass(20_000)
      await play('b', 3)
      await hall.project('b')
      await round.poll()
    }
    await hall.project('a')
    clock.pass(1_000)
    await round.poll()
    for (const id of GAMES)
      expect(heldRound(round.received).games.get(id).state).toEqual(await shown(hall, id))
  },
)

test.each(['record', 'views'] as const)(
  'what is not visible yet changes no byte, from the %s',
  async (way) => {
    const hall = await openHall(way, 5)
    const play = playing(hall)
    const { clock } = hall.ports
    clock.pass(600_000)
    await play('a', 3)
    await play('a', 3)
    await hall.project(...GAMES)
    clock.pass(299_000)
    const ids = ['0', '1', '2', '3', '9', '1-1', String(clock.now()), String(clock.now() - 10_000)]
    const paths = ids.flatMap((id) => [`/games/a/changes?after=${id}`, `${ROUND}/changes?after=${id}`])
    const ask = async () => {
      const answers = []
      for (const path of paths) answers.push(await hall.reader.ask('GET', `/delayed/5${path}`))
      return answers.map(({ status, text, headers }) => [status, text, headers['etag']])
    }
    clock.pass(-298_000)
    const before = await ask()
    await play('a', 3)
    await play('b', 3)
    await hall.open('d')
    await hall.project('a', 'b', 'd')
    expect(await ask()).toEqual(before)
    expect((await hall.reader.ask('GET', '/games/a/changes')).status).toBe(403)
    expect((await hall.reader.ask('GET', `${ROUND}/changes`)).status).toBe(403)
    expect((await hall.reader.ask('GET', '/delayed/5/games/d/changes')).status).toBe(404)
  },
)

test.each(['record', 'views'] as const)(
  'a reader who has it already is told so, and so are caches, from the %s',
  async (way) => {
    const hall = await openHall(way)
    hall.ports.clock.pass(30_000)
    for (const path of ['/games/a/changes?after=1', `${ROUND}/changes`]) {
      const { headers, json } = await hall.reader.ask('GET', path)
      expect(headers['cache-control']).toMatch(/^public, max-age=1,/)
      expect(headers['access-control-allow-origin']).toBe('*')
      hall.ports.clock.pass(5_000)
      const again = await hall.reader.ask('GET', path, { headers: { 'if-none-match': headers['etag']! } })
      expect([again.status, again.text]).toEqual([304, ''])
      expect(json.id).toMatch(/^\d+$/)
    }
    for (const query of ['after=x', 'after=-1', 'before=2', 'after=1&behind='])
      expect((await hall.reader.ask('GET', `${ROUND}/changes?${query}`)).status, query).toBe(400)
    expect((await hall.reader.ask('GET', '/games/nobody/changes')).status).toBe(404)
    expect((await hall.reader.ask('GET', '/tournaments/T/rounds/9/changes')).status).toBe(404)
  },
)
