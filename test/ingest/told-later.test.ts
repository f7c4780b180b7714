/** What a followed source adds or corrects later, at each time of a game: the record follows it, or says why it does not. */
import { beforeAll, expect, test } from 'vitest'
import type { PublicState } from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import { pgnSource } from '../../functions/ingest/pgn-feed/source.ts'
import { openSourceFollower } from '../../functions/ingest/sources/follow-source.ts'
import { testPorts } from '../kit/service.ts'
import { openTestClient, type TestClient } from './client.ts'

const NOW = Date.UTC(2026, 10, 21, 14, 30)
const ports = testPorts()
let record: TestClient
let arbiters: TestClient

beforeAll(async () => {
  ports.clock.set(NOW)
  record = await openTestClient('operator', ports)
  const token = await record.whole.token('arbiter')
  await record.whole.ask('POST', '/tournaments', { token, body: { id: 'club', name: 'Club' } })
  const request: TestClient['request'] = (method, path, asked = {}) =>
    record.whole.ask(method, path, { token, ...asked })
  arbiters = { ...record, request }
})

type Tags = Readonly<Record<string, string>>
interface Shown {
  readonly tags?: Tags
  readonly moves: string
  readonly result?: string
}

let round = 0

/** A source that shows one text after another, each until it is sure of it, and the game as it stands then. */
async function follow(shown: readonly Shown[], client = record) {
  const own = String(++round)
  const notes: string[] = []
  const options = {
    client,
    tournament: 'club',
    now: () => ports.clock.now(),
    note: (line: string) => notes.push(line),
    pause: async () => {},
    signal: new AbortController().signal,
  }
  let text = ''
  const source = pgnSource({ place: 'http://feed/games.pgn', fetchText: async () => text })
  const follower = openSourceFollower(options)
  for (const { tags = {}, moves, result = '*' } of shown) {
    const all = {
      Event: 'Club',
      Date: '2026.11.21',
      Round: own,
      Board: '1',
      White: 'Abara',
      Black: 'Novak',
      ...tags,
      Result: result,
    }
    text = `${Object.entries(all)
      .map(([name, value]) => `[${name} "${value}"]\n`)
      .join('')}\n${moves} ${result}\n\n`
    ports.clock.pass(30_000)
    await follower.take(await source.snapshot())
    await follower.take(await source.snapshot())
  }
  const { games } = await record.json<{ games: { game: string }[] }>(`/tournaments/club/rounds/${own}/games`)
  expect(games).toHaveLength(1)
  const game = games[0]?.game ?? ''
  const pgn = (await record.request('GET', `/games/${game}.pgn?view=text`)).text
  const before = (await record.json<{ events: StoredEvent[] }>(`/games/${game}/events`)).events.length
  await openSourceFollower(options).take(await source.snapshot())
  const { events } = await record.json<{ events: StoredEvent[] }>(`/games/${game}/events`)
  expect(events).toHaveLength(before)
  return {
    game,
    notes,
    events,
    state: await record.json<PublicState>(`/games/${game}`),
    tags: Object.fromEntries(
      [...pgn.matchAll(/^\[(\w+) "(.*)"\]$/gm)].map(([, name, value]) => [name, value]),
    ),
    moves: pgn.split('\n\n')[1]?.replaceAll('\n', ' ').trim(),
  }
}

/** The same moves with and without readings of the clocks, by the time at which the source has something new. */
const TIMES = [
  ['before the first move', { moves: '' }],
  ['during play', { moves: '1. e4 e5' }],
  ['after the end', { moves: '1. e4 e5', result: '1-0' }],
] as const

const WITHOUT_ROOK = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1'
const FISCHER = 'nrkbqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRKBQRBN w FBfb - 0 1'

for (const [when, shown] of TIMES) {
  test(`${when}: a start position that is given, then corrected`, async () => {
    const reported = { SetUp: '1', FEN: WITHOUT_ROOK }
    const once = await follow([shown, { ...shown, tags: reported }])
    expect(once.tags).toMatchObject(reported)
    expect(once.events.filter(({ type }) => type === 'details-corrected')).toHaveLength(1)
    const corrected = { SetUp: '1', FEN: WITHOUT_ROOK.replace('RNBQKBN1 w Qkq', '1NBQKBNR w Kkq') }
    const twice = await follow([shown, { ...shown, tags: reported }, { ...shown, tags: corrected }])
    expect(twice.tags).toMatchObject(corrected)
    expect(twice.notes.join('\n')).not.toContain('refused')
  })

  test(`${when}: a start position that is given no more is the usual one again`, async () => {
    const { tags } = await follow([{ ...shown, tags: { SetUp: '1', FEN: WITHOUT_ROOK } }, shown])
    expect([tags['FEN'], tags['SetUp']]).toEqual([undefined, undefined])
  })

  test(`${when}: Chess960 that is given with its start`, async () => {
    const { tags, state } = await follow([
      shown,
      { ...shown, tags: { Variant: 'Chess960', SetUp: '1', FEN: FISCHER } },
    ])
    expect(tags).toMatchObject({ Variant: 'Chess960', FEN: FISCHER })
    expect(state.moves.map(({ san }) => san)).toEqual(shown.moves ? ['e4', 'e5'] : [])
  })

  test(`${when}: another variant that is given, and one that is given no more`, async () => {
    const others = { ...shown, tags: { Variant: 'Atomic' } }
    const reported = await follow([shown, others], arbiters)
    expect(reported.tags).toMatchObject({ Variant: 'Atomic' })
    expect(reported.moves).toBe(`${shown.moves} ${reported.tags['Result']}`.trim())
    expect(reported.state.moves).toEqual([])
    expect(reported.notes.join('\n')).toContain('Variant "Atomic" is another game than chess')
    const back = await follow([others, shown], arbiters)
    expect(back.tags['Variant']).toBeUndefined()
    expect(back.state.moves.map(({ san }) => san)).toEqual(shown.moves ? ['e4', 'e5'] : [])
  })

  test(`${when}: a time control that is given, then corrected, without readings of a clock`, async () => {
    const { tags } = await follow([shown, { ...shown, tags: { TimeControl: '5400+30' } }])
    expect(tags).toMatchObject({ TimeControl: '5400+30' })
    const twice = await follow([
      { ...shown, tags: { TimeControl: '5400+30' } },
      { ...shown, tags: { TimeControl: '600' } },
    ])
    expect(twice.tags).toMatchObject({ TimeControl: '600' })
  })

  test(`${when}: a time control that is given in a game with clocks is followed, or refused in words`, async () => {
    const moves = shown.moves.replaceAll(/(e4|e5)/g, '$1 {[%clk 1:29:50]}')
    const clocked = { ...shown, moves }
    const reported = await follow([clocked, { ...clocked, tags: { TimeControl: '5400+30' } }])
    if (moves === '') expect(reported.tags).toMatchObject({ TimeControl: '5400+30' })
    else
      expect(reported.notes.join('\n')).toMatch(
        /refused.*play has begun; an arbiter may correct timeControl now/,
      )
  })
}

test.each(TIMES)('%s: a result that is given, then corrected, then taken back', async (_, { moves }) => {
  const [open, won, lost] = [{ moves }, { moves, result: '1-0' }, { moves, result: '0-1' }]
  const reported = await follow([open, won])
  expect([reported.state.result?.white, reported.tags['Result']]).toEqual(['1', '1-0'])
  const corrected = await follow([open, won, lost])
  expect([corrected.state.result?.white, corrected.tags['Result']]).toEqual(['0', '0-1'])
  const refused = await follow([won, open])
  expect(refused.tags['Result']).toBe('1-0')
  expect(refused.notes.join('\n')).toMatch(/refused: .*after the end an arbiter may correct/)
  const back = await follow([won, open], arbiters)
  expect([back.state.result, back.tags['Result']]).toEqual([null, '*'])
})

test('after the end: other moves, which only an arbiter may correct then, are entered whole or not at all', async () => {
  const shown = [
    { moves: '1. e4 e5 2. Nf3 Nc6', result: '1-0' },
    { moves: '1. e4 e5 2. Nf3 d6', result: '1-0', tags: { Variant: 'Chess', TimeControl: '600' } },
  ]
  const refused = await follow(shown)
  expect(refused.moves).toBe('1. e4 e5 2. Nf3 Nc6 1-0')
  expect(refused.notes.join('\n')).toMatch(/report-corrected .*refused: .*an arbiter may correct/)
  const taken = await follow(shown, arbiters)
  expect(taken.moves).toBe('1. e4 e5 2. Nf3 d6 1-0')
  expect(taken.tags).toMatchObject({ Variant: 'Chess', TimeControl: '600' })
})

test('how a running game stood when its text was read first is not said of it later', async () => {
  const running = { Termination: 'unterminated', TimeControl: '5400+30', Clock: 'W/1:30:00' }
  const clocks = { WhiteClock: '1:30:00', BlackClock: '1:30:00' }
  const first = { tags: { ...running, ...clocks }, moves: '' }
  const played = '1. e4 {[%clk 1:29:50]} e5 {[%clk 1:28:40]}'
  const live = await follow([first, { ...first, moves: played }])
  expect(live.tags).toMatchObject({ Result: '*', Termination: 'unterminated' })
  const over = await follow([first, { ...first, moves: played }, { ...first, moves: played, result: '1-0' }])
  expect(over.tags).toMatchObject({ Result: '1-0', ...running, ...clocks })
  const { text } = await record.request('GET', `/games/${over.game}.pgn`)
  expect(text).toContain('[Termination "normal"]')
  expect(text).not.toMatch(/Clock "/)
})

test('the clock tags of a game that goes on are the record’s, and once it has ended those that its source had last', async () => {
  const tags = (white: string, black: string) => ({
    TimeControl: '5400+30',
    WhiteClock: white,
    BlackClock: black,
  })
  const moves = '1. e4 {[%clk 1:29:50]} e5 {[%clk 1:28:40]}'
  const shown = [
    { tags: tags('1:30:30', '1:30:30'), moves: '' },
    { tags: tags('1:29:50', '1:28:40'), moves },
    { tags: tags('1:20:00', '1:28:40'), moves },
  ]
  const live = await follow(shown)
  expect(live.moves).toBe('1. e4 {[%clk 1:29:50]} 1... e5 {[%clk 1:28:40]} *')
  expect(live.tags).toMatchObject({ WhiteClock: '1:29:50', BlackClock: '1:28:40' })
  // Its time control comes with the first reading; what the tags of its clocks say at each look is none of the record's.
  expect(live.events.filter(({ type }) => type === 'details-corrected')).toHaveLength(1)
  const last = { tags: tags('0:12:00', '0:11:00'), moves, result: '1-0' }
  const over = await follow([...shown, last])
  expect(over.tags).toMatchObject({ WhiteClock: '0:12:00', BlackClock: '0:11:00' })
  // A text without readings starts no clock: nobody knows what it shows.
  const unclocked = await follow([
    { tags: tags('1:30:30', '1:30:30'), moves: '' },
    { tags: tags('1:20:00', '1:19:00'), moves: '1. e4 e5' },
  ])
  expect(Object.keys(unclocked.tags).filter((name) => name.endsWith('Clock'))).toEqual([])
})
