/** A game played over HTTP, as a board, two clocks' levers and an arbiter would report it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPgn } from '../../domain/pgn/index.ts'
import { removeBundle, temporaryFolder } from '../kit/command.ts'
import { type HostHere, serveHere } from '../kit/host-here.ts'
import { runHere } from '../kit/run-here.ts'
import { type Client, client } from './kit.ts'

const folder = temporaryFolder()
let host: HostHere
let operator: Client

const START = Date.UTC(2026, 2, 14, 14)
const instant = (seconds: number) => new Date(START + seconds * 1000).toISOString()

let reported = 0
const event = (seconds: number, by: string, type: string, data: object = {}) => ({
  id: `r${++reported}`,
  at: instant(seconds),
  by,
  type,
  data,
})

const report = (...events: object[]) => operator.post('/games/hall-7/events', { events })

beforeAll(async () => {
  host = await serveHere(folder.path)
  operator = client(host, 'operator')
  await operator.post('/games', {
    id: 'hall-7',
    white: { name: 'Anna' },
    black: { name: 'Boris' },
    edition: '2018-01-01',
    play: 'standard',
    timeControl: { periods: [{ time: 5_400_000, bonus: 30_000, mode: 'fischer' }] },
  })
})
afterAll(async () => {
  await host.stop()
  folder.remove()
  removeBundle()
})

test('a game is reported: touches, presses, an offer, a misread move corrected, a resignation', async () => {
  await report(event(0, 'arbiter', 'session-started'))
  await report(
    event(4, 'white', 'piece-touched', { squares: ['e2'] }),
    event(5, 'white', 'move-made', { from: 'e2', to: 'e4' }),
    event(5, 'white', 'clock-pressed'),
  )
  await report(event(12, 'black', 'move-made', { from: 'e7', to: 'e5' }), event(12, 'black', 'clock-pressed'))
  // The board took the bishop for one square further than it went.
  const misread = await report(
    event(20, 'white', 'move-made', { from: 'f1', to: 'b5' }),
    event(21, 'white', 'clock-pressed'),
  )
  const wrong = misread.results[0].seq
  const corrected = await report(
    event(25, 'operator', 'report-corrected', {
      seqs: [wrong],
      reason: 'Bc4 was played',
      replacement: [{ type: 'move-made', by: 'white', data: { from: 'f1', to: 'c4' } }],
    }),
  )
  expect(corrected.head).toBe(10)
  await report(
    event(40, 'black', 'move-made', { from: 'b8', to: 'c6' }),
    event(40, 'black', 'draw-offered'),
    event(41, 'black', 'clock-pressed'),
  )
  const last = await report(
    event(55, 'white', 'draw-declined', { spoken: true }),
    event(70, 'black', 'resigned'),
  )
  expect(last).toMatchObject({
    head: 15,
    verdicts: [{ rule: 'resignation', status: 'final', against: 'black' }],
  })
})

test('its state at three instants is what had happened by then', async () => {
  const at = (seconds: number) => operator.get(`/games/hall-7/state?at=${instant(seconds)}`)
  expect(await at(4.5)).toMatchObject({
    seq: 3,
    mustPlay: ['e2e3', 'e2e4'],
    moves: [],
    clocks: { white: 5_425_500, black: 5_430_000, running: 'white' },
  })
  expect(await at(22)).toMatchObject({
    seq: 9,
    fen: 'rnbqkbnr/pppp1ppp/8/1B2p3/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2',
    clocks: { white: 5_476_000, black: 5_452_000, running: 'black' },
  })
  expect(await at(50)).toMatchObject({
    seq: 13,
    fen: 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3',
    offer: 'black',
    clocks: { white: 5_467_000, black: 5_463_000, running: 'white' },
  })
})

test('its state now, to an official and to the public', async () => {
  const now = await operator.get('/games/hall-7')
  expect(now).toMatchObject({
    status: 'ended',
    offer: null,
    result: { white: '1', black: '0', rule: 'resignation', articles: ['5.1.2'] },
  })
  const open = (await (await fetch(`${host.url}/games/hall-7`)).json()) as Record<string, unknown>
  expect(open).toMatchObject({ status: 'ended', result: { white: '1' } })
  expect(Object.keys(open)).not.toEqual(expect.arrayContaining(['verdicts']))
})

test('its PGN holds the move that was played, with the clocks', async () => {
  const text = await (await fetch(`${host.url}/games/hall-7.pgn`)).text()
  const [game] = readPgn(text)
  expect(game!.moves.map(({ text: san, clk, emt }) => [san, clk, emt])).toEqual([
    ['e4', 5_455_000, 5_000],
    ['e5', 5_453_000, 7_000],
    ['Bc4', 5_476_000, 9_000],
    ['Nc6', 5_463_000, 20_000],
  ])
  expect(game!.result).toBe('1-0')
})

test('the replay shows what was touched, before and after the correction', async () => {
  const replay = async (...args: string[]) =>
    (await runHere(['replay', 'hall-7', ...args, '--data', folder.path])).stdout
  expect(await replay('--at', instant(4.5))).toContain('touched   e2 (event 3), by White')
  expect(await replay('--seq', '9')).toContain('2. Bb5')
  expect(await replay('--seq', '10')).toContain('2. Bc4')
  expect(JSON.parse(await replay('--seq', '3', '--json'))).toMatchObject({
    seq: 3,
    touched: [{ square: 'e2' }],
  })
})
