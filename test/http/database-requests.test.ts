/** What one PGN of a game and one reported move ask of the database, counted: each thing is looked up once for a request. */
import { expect, test } from 'vitest'
import { readPgn } from '../../domain/pgn/index.ts'
import { openRoundGames } from '../../functions/app/round-games.ts'
import { createTournament } from '../../functions/app/tournaments.ts'
import { wholeGameText } from '../../functions/ingest/enter-game.ts'
import { planPgn } from '../../functions/ingest/pgn-reports.ts'
import { queueAppends, sequenceAppends } from '../../functions/store/append-log.ts'
import { openService } from '../kit/compose.ts'
import { counted } from '../kit/counted.ts'
import { pairing } from '../kit/hall.ts'
import { append, move, need, report } from '../kit/reports.ts'
import { ARBITER, OPERATOR, openClient, START, testPorts } from '../kit/service.ts'

/** A process that has not read anything yet, over a round with one game of which some was played. */
async function begun(singleWriter: boolean) {
  const stored = testPorts({ singleWriter })
  const first = openService(stored)
  need(await createTournament(stored, ARBITER, { name: 'Open', defaults: { play: 'rapid' } }, 'T'))
  const games = [pairing('White', 'Black', { id: 'g', board: 1, edition: '2018-01-01', play: 'rapid' })]
  const id = { tournament: 'T', round: '1' }
  need(await openRoundGames(first, OPERATOR, id, games, undefined, START))
  need(await append(first, [report('s', 'session-started', 'arbiter')], { game: 'g' }))
  const { asked, ports } = counted(stored)
  const client = await openClient({ ...ports, clock: stored.clock })
  const token = await client.token('operator')
  const askedBy = async (method: string, path: string, body?: unknown) => {
    asked.length = 0
    const { status, text } = await client.ask(method, path, { ...(method === 'POST' && { token }), body })
    expect(status, text).toBe(200)
    return [...asked]
  }
  return { askedBy, first }
}

const pgn = ['GET', '/games/g.pgn'] as const
const reported = (id: string, side: 'white' | 'black', from: string, to: string) =>
  ['POST', '/games/g/events', { events: [move(id, side, from, to)] }] as const

/** A stream that was never read: its commits, the persons in them, and when they came from another host. */
const COLD = ['commits query', 'persons query', 'registry get']
const COLD_ROUND = ['commits query', 'registry get']
const TOURNAMENT = 'registry get'

test('a host that alone writes asks for a game and its round once, and from then on for the settings only', async () => {
  const { askedBy } = await begun(true)
  expect(await askedBy(...pgn)).toEqual([...COLD, TOURNAMENT, ...COLD_ROUND])
  expect(await askedBy(...pgn)).toEqual([TOURNAMENT])
})

test('a move on a host costs one write once its game and the revoked tokens were read', async () => {
  const { askedBy } = await begun(true)
  expect(await askedBy(...reported('m1', 'white', 'e2', 'e4'))).toEqual([
    'registry query',
    ...COLD,
    'commits put',
  ])
  expect(await askedBy(...reported('m2', 'black', 'e7', 'e5'))).toEqual(['commits put'])
})

test('where others write too, a PGN asks once for erasures and for new commits of the game and of its round', async () => {
  const { askedBy, first } = await begun(false)
  const erasure = 'persons get'
  expect(await askedBy(...pgn)).toEqual([erasure, ...COLD, TOURNAMENT, erasure, ...COLD_ROUND])
  const unchanged = [erasure, 'commits query', TOURNAMENT, erasure, 'commits query']
  expect(await askedBy(...pgn)).toEqual(unchanged)
  need(await append(first, [move('m1', 'white', 'e2', 'e4')], { game: 'g' }))
  const arrivals = 'registry get'
  expect(await askedBy(...pgn)).toEqual([
    erasure,
    'commits query',
    arrivals,
    TOURNAMENT,
    erasure,
    'commits query',
  ])
})

test('where others write too, a move costs one write, and one more look when another was faster', async () => {
  const { askedBy, first } = await begun(false)
  const erasure = 'persons get'
  expect(await askedBy(...reported('m1', 'white', 'e2', 'e4'))).toEqual([
    'registry query',
    erasure,
    ...COLD,
    'commits put',
  ])
  expect(await askedBy(...reported('m2', 'black', 'e7', 'e5'))).toEqual(['commits put'])
  need(await append(first, [move('m3', 'white', 'g1', 'f3')], { game: 'g' }))
  expect(await askedBy(...reported('m4', 'black', 'b8', 'c6'))).toEqual([
    'commits put',
    erasure,
    'commits query',
    'registry get',
    'commits put',
  ])
})

test('a whole game is put without a look at whether it is there, and the log reads the heads of all at once', async () => {
  const { asked, ports } = counted(testPorts({ singleWriter: true }))
  const client = await openClient({ ...ports, clock: testPorts().clock })
  const token = await client.token('operator')
  const texts = ['e4 e5', 'd4 d5', 'c4 c5'].map((moves) => `[White "A"]\n[Black "B"]\n\n1. ${moves} *\n\n`)
  const games = readPgn(texts.join('')).map((game, k) => {
    const { reports } = planPgn(game, `g${k}`, { now: START })
    return wholeGameText(`g${k}`, reports).body
  })
  const ofCommits = async (work: () => Promise<unknown>) => {
    asked.length = 0
    await work()
    return asked.filter((each) => each.startsWith('commits')).sort()
  }
  const send = async () => {
    const { json } = await client.ask('POST', '/games/whole', { token, body: { games } })
    return (json as { games: { replayed: boolean }[] }).games.map(({ replayed }) => replayed)
  }
  let replayed: boolean[] = []
  expect(await ofCommits(async () => (replayed = await send()))).toEqual(Array(3).fill('commits put'))
  expect(replayed).toEqual([false, false, false])
  for (const k of [0, 1, 2]) await queueAppends(ports, `game#g${k}`)
  // Once for the entries of all, and once for whether more came meanwhile.
  expect(await ofCommits(() => sequenceAppends(ports))).toEqual(Array(2).fill('commits get'))
  // A process that has not seen them finds out by its put.
  const other = await openClient({ ...ports, clock: testPorts().clock })
  const found = await ofCommits(() => other.ask('POST', '/games/whole', { token, body: { games } }))
  expect(found).toEqual([...Array(3).fill('commits put'), ...Array(3).fill('commits query')])
})
