/** A text that is followed beside a board whose sensors report the same game: another reader, whose word is weighed with the squares. */
import { expect, test } from 'vitest'
import { fold, type PublicState, pathOf } from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import { pgnSource } from '../../functions/ingest/pgn-feed/source.ts'
import { openSourceFollower } from '../../functions/ingest/sources/follow-source.ts'
import { testPorts } from '../kit/service.ts'
import { openTestClient } from './client.ts'

const NOW = Date.UTC(2026, 10, 21, 14, 30)
const GAME = {
  ...{ id: 'one', board: 1, edition: '2023-01-01', play: 'standard' },
  ...{ white: { name: 'Abara' }, black: { name: 'Novak' } },
  timeControl: { periods: [{ time: 5_400_000, bonus: 30_000, mode: 'fischer' }] },
}

const pgn = (moves: string, result = '*') =>
  `[Event "Club"]\n[Date "2026.11.21"]\n[Round "3"]\n[Board "1"]\n[White "Abara"]\n[Black "Novak"]\n[Result "${result}"]\n\n${moves} ${result}\n\n`

/** A board with sensors at which a game has begun, and a text of it. */
async function openBoard() {
  const ports = testPorts()
  ports.clock.set(NOW)
  const client = await openTestClient('admin', ports)
  await client.request('POST', '/tournaments', { body: { id: 'club', name: 'Club' } })
  const opened = await client.request('POST', '/tournaments/club/rounds/3/games', { body: GAME })
  expect(opened.status).toBe(201)
  let number = 0
  const report = async (type: string, by: string, data: object = {}) => {
    const at = new Date(ports.clock.now()).toISOString()
    const event = { id: `hall-${++number}`, at, type, by, data }
    const answer = await client.request('POST', '/games/one/events', { body: { events: [event] } })
    expect(answer.text).not.toContain('"problem"')
    expect(answer.status).toBeLessThan(300)
  }
  const notes: string[] = []
  let text = ''
  const source = pgnSource({ place: 'http://feed/games.pgn', fetchText: async () => text })
  const newFollower = () =>
    openSourceFollower({
      ...{ client, tournament: 'club', now: () => ports.clock.now() },
      ...{ note: (line: string) => notes.push(line), pause: async () => {} },
      signal: new AbortController().signal,
    })
  let follower = newFollower()
  await report('session-started', 'arbiter')
  const events = async () =>
    (await client.json<{ events: StoredEvent[] }>('/games/one/events?limit=500')).events
  const state = () => client.json<PublicState>('/games/one')
  return {
    notes,
    report,
    state,
    events,
    pass: (ms: number) => ports.clock.pass(ms),
    /** A piece is lifted and put down, slowly enough to be a hand. */
    async move(from: string, to: string, piece: string, presser: 'white' | 'black' | null = null) {
      ports.clock.pass(2000)
      await report('piece-lifted', 'board', { square: from })
      ports.clock.pass(300)
      await report('piece-placed', 'board', { square: to, piece })
      ports.clock.pass(400)
      if (presser !== null) await report('clock-pressed', presser)
    },
    async look(moves: string, result?: string) {
      ports.clock.pass(100)
      text = pgn(moves, result)
      await follower.take(await source.snapshot())
    },
    restart() {
      follower = newFollower()
    },
    moves: async () => (await state()).moves.map(({ san }) => san).join(' '),
    verdicts: async () => (await state()).verdicts.map(({ rule }) => rule),
    /** What the text told: type, who, and the move. */
    async reportsOfText() {
      return (await events()).flatMap(({ id, type, by, data }) =>
        id.startsWith('pgn-') || id.startsWith('live-')
          ? [`${type} ${by}${'from' in data ? ` ${data.from}${data.to}` : ''}`]
          : [],
      )
    },
  }
}

/** 1. e4 e5 on the board, with presses. */
async function openWithTwoPlies() {
  const board = await openBoard()
  await board.move('e2', 'e4', 'P', 'white')
  await board.move('e7', 'e5', 'p', 'black')
  expect(await board.moves()).toBe('e4 e5')
  return board
}

const CLOCKED = '1. e4 {[%clk 1:29:50]} e5 {[%clk 1:28:40]} 2. Nf3 {[%clk 0:00:00]}'

test('a text that agrees tells nothing that is on record, and neither presses nor reads a clock that reports itself', async () => {
  const board = await openWithTwoPlies()
  await board.move('g1', 'f3', 'N', 'white')
  await board.look(CLOCKED)
  board.restart()
  await board.look(CLOCKED)
  expect(await board.reportsOfText()).toEqual([])
  expect(await board.moves()).toBe('e4 e5 Nf3')
  expect(await board.verdicts()).toEqual([])
})

test('a move that a text tells before the squares do is the word of another reader, and its player still presses', async () => {
  const board = await openWithTwoPlies()
  await board.look(CLOCKED)
  expect(await board.reportsOfText()).toEqual(['move-made board g1f3'])
  expect(await board.moves()).toBe('e4 e5 Nf3')
  await board.move('g1', 'f3', 'N', 'white')
  await board.move('b8', 'c6', 'n', 'black')
  await board.look(`${CLOCKED} Nc6`)
  expect(await board.moves()).toBe('e4 e5 Nf3 Nc6')
  const made = pathOf(fold(await board.events())).flatMap(({ move }) => move ?? [])
  expect(made.map(({ completedBy }) => completedBy)).toEqual(Array(4).fill('press'))
  expect((await board.state()).question ?? null).toBeNull()
  expect(await board.verdicts()).toEqual([])
})

test('a text that comes late tells nothing a second time, though its moves could be made again', async () => {
  const board = await openWithTwoPlies()
  await board.move('g1', 'f3', 'N', 'white')
  await board.move('b8', 'c6', 'n', 'black')
  await board.move('f3', 'g1', 'N', 'white')
  await board.move('c6', 'b8', 'n', 'black')
  // The knight stands on g1 again: the late move would be a legal one.
  await board.look('1. e4 e5 2. Nf3')
  await board.look('1. e4 e5 2. Nf3 Nc6')
  expect(await board.reportsOfText()).toEqual([])
  expect(await board.moves()).toBe('e4 e5 Nf3 Nc6 Ng1 Nb8')
})

test('what the squares show and a press has completed leads over a text that contradicts it, which is believed no further', async () => {
  const board = await openWithTwoPlies()
  await board.move('g1', 'f3', 'N', 'white')
  await board.look('1. e4 e5 2. Nc3')
  await board.look('1. e4 e5 2. Nc3 Nc6 3. Bc4')
  board.restart()
  await board.look('1. e4 e5 2. Nc3 Nc6 3. Bc4')
  expect(await board.reportsOfText()).toEqual(['move-made board b1c3'])
  expect(await board.moves()).toBe('e4 e5 Nf3')
  expect(board.notes.join('\n')).toContain('ply 3: it reads b1c3, the record g1f3')
  await board.move('b8', 'c6', 'n', 'black')
  await board.look('1. e4 e5 2. Nc3 Nc6 3. Bc4', '1-0')
  expect(await board.moves()).toBe('e4 e5 Nf3 Nc6')
  expect(await board.reportsOfText()).toHaveLength(1)
  // Nor does the result of another line end the game of the board.
  expect((await board.state()).result).toBeNull()
  expect(await board.verdicts()).toEqual([])
})

test('a wrong move that a text tells before the squares do goes once they show another', async () => {
  const board = await openWithTwoPlies()
  await board.look('1. e4 e5 2. Nc3')
  expect(await board.moves()).toBe('e4 e5 Nc3')
  await board.move('g1', 'f3', 'N', 'white')
  await board.look('1. e4 e5 2. Nc3 Nc6')
  expect(await board.moves()).toBe('e4 e5 Nf3')
  await board.move('b8', 'c6', 'n', 'black')
  await board.look('1. e4 e5 2. Nc3 Nc6 3. Nf3')
  expect(await board.moves()).toBe('e4 e5 Nf3 Nc6')
  expect((await board.state()).question ?? null).toBeNull()
  expect(await board.verdicts()).toEqual([])
})

test('a gap of the sensors is filled by the text, and the game goes on by itself', async () => {
  const board = await openWithTwoPlies()
  board.pass(60_000)
  await board.look('1. e4 e5 2. Nf3 Nc6 3. Bb5')
  expect(await board.moves()).toBe('e4 e5 Nf3 Nc6 Bb5')
  board.restart()
  await board.look('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6')
  expect(await board.moves()).toBe('e4 e5 Nf3 Nc6 Bb5 a6')
  // The board shows itself whole again.
  for (const [from, to, piece] of [
    ['g1', 'f3', 'N'],
    ['b8', 'c6', 'n'],
    ['f1', 'b5', 'B'],
    ['a7', 'a6', 'p'],
  ] as const) {
    await board.report('piece-lifted', 'board', { square: from })
    await board.report('piece-placed', 'board', { square: to, piece })
  }
  await board.move('b5', 'a4', 'B', 'white')
  await board.move('g8', 'f6', 'n', 'black')
  expect(await board.moves()).toBe('e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6')
  expect((await board.state()).question ?? null).toBeNull()
  expect(await board.verdicts()).toEqual([])
})

test('a move of the text alone is taken back once the text says so twice, and another comes in its place', async () => {
  const board = await openWithTwoPlies()
  board.pass(60_000)
  await board.look('1. e4 e5 2. Nc3')
  expect(await board.moves()).toBe('e4 e5 Nc3')
  await board.look('1. e4 e5 2. Nf3')
  expect(await board.moves()).toBe('e4 e5 Nc3')
  await board.look('1. e4 e5 2. Nf3')
  await board.look('1. e4 e5 2. Nf3')
  expect(await board.moves()).toBe('e4 e5 Nf3')
  await board.move('g1', 'f3', 'N', 'white')
  // What the squares show too is taken back by no text.
  for (let look = 0; look < 4; look++) await board.look('1. e4 e5')
  expect(await board.moves()).toBe('e4 e5 Nf3')
  for (let look = 0; look < 4; look++) await board.look('')
  expect(await board.moves()).toBe('e4 e5 Nf3')
  expect(await board.verdicts()).toEqual([])
})

test('a result waits for the moves of its text, and an answer of the operator stays against it', async () => {
  const board = await openWithTwoPlies()
  await board.report('move-made', 'operator', { from: 'g1', to: 'f3' })
  await board.look('1. e4 e5 2. Nc3 Nc6', '0-1')
  expect(await board.moves()).toBe('e4 e5 Nf3')
  expect((await board.state()).result).toBeNull()
  // Its word of the other move is taken back twice whole, then the next one told, then the result.
  for (let look = 0; look < 4; look++) {
    expect((await board.state()).result).toBeNull()
    await board.look('1. e4 e5 2. Nf3 Nc6', '0-1')
  }
  expect(await board.moves()).toBe('e4 e5 Nf3 Nc6')
  expect((await board.state()).result).toMatchObject({ white: '0', black: '1' })
  const before = await board.reportsOfText()
  board.restart()
  await board.look('1. e4 e5 2. Nf3 Nc6', '0-1')
  await board.look('1. e4 e5 2. Nf3 {a comment} Nc6', '0-1')
  expect(await board.reportsOfText()).toEqual(before)
})

test('a word of the text that somebody took back is not told again, nor what follows it', async () => {
  const board = await openWithTwoPlies()
  await board.look('1. e4 e5 2. Nc3')
  expect(await board.moves()).toBe('e4 e5 Nc3')
  const word = (await board.events()).find(({ id }) => id === 'pgn-3-made')
  await board.report('report-corrected', 'operator', { seqs: [word?.seq], reason: 'not played' })
  await board.look('1. e4 e5 2. Nc3 Nc6')
  expect(await board.moves()).toBe('e4 e5')
  expect(await board.reportsOfText()).toEqual(['move-made board b1c3'])
})

test('a text that was there before the board is another reader from its first edge on; where no clock reports, it tells whose runs', async () => {
  const board = await openBoard()
  await board.look('1. e4 {[%clk 1:29:50]} e5 {[%clk 1:28:40]}')
  expect(await board.moves()).toBe('e4 e5')
  const before = await board.reportsOfText()
  expect(before).toContain('clock-pressed black')
  await board.move('g1', 'f3', 'N')
  board.pass(3000)
  for (let look = 0; look < 3; look++)
    await board.look('1. e4 {[%clk 1:29:50]} e5 {[%clk 1:28:40]} 2. Nf3 {[%clk 1:29:00]}')
  expect((await board.reportsOfText()).slice(before.length)).toEqual([
    'move-made board g1f3',
    'clock-read clock',
  ])
  const { clocks } = await board.state()
  expect(clocks).toMatchObject({ white: 5_340_000, running: 'black' })
  expect(await board.moves()).toBe('e4 e5 Nf3')
  expect(await board.verdicts()).toEqual([])
})
