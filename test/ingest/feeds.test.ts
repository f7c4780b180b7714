import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PublicState } from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import type { TokenRole } from '../../functions/auth/roles.ts'
import type { ApiClient } from '../../functions/http/api-client.ts'
import { cloudSource, readAddress } from '../../functions/ingest/lcc/source.ts'
import { pgnSource } from '../../functions/ingest/pgn-feed/source.ts'
import { openFetch } from '../../functions/ingest/sources/fetch-text.ts'
import { followSource, openSourceFollower } from '../../functions/ingest/sources/follow-source.ts'
import { openOutbox } from '../../functions/ingest/sources/outbox.ts'
import { type FollowedSource, SourceUnavailable } from '../../functions/ingest/sources/source.ts'
import { sourceRemarks } from '../../functions/ingest/sources/source-remark.ts'
import { temporaryFolder } from '../kit/command.ts'
import { testPorts } from '../kit/service.ts'
import { openTestClient } from './client.ts'

const NOW = Date.UTC(2026, 10, 21, 14, 30)

/** A record that a source is followed into. */
async function openVenue(role: TokenRole = 'admin') {
  const ports = testPorts()
  ports.clock.set(NOW)
  const client = await openTestClient(role, ports)
  const notes: string[] = []
  const options = {
    client: client,
    tournament: 'club',
    now: () => ports.clock.now(),
    note: (line: string) => notes.push(line),
    pause: async () => {},
    signal: new AbortController().signal,
  }
  const openFresh = () => openSourceFollower(options)
  let follower = openFresh()
  return {
    client,
    notes,
    options,
    pass: (ms: number) => ports.clock.pass(ms),
    restart() {
      follower = openFresh()
    },
    look: async (source: FollowedSource) => follower.take(await source.snapshot()),
    games: async (round: string) =>
      (
        await client.json<{
          games: { board: number; game: string; plies: number; white: { name: string } }[]
        }>(`/tournaments/club/rounds/${round}/games`)
      ).games,
    game: async (id: string) => ({
      state: await client.json<PublicState>(`/games/${id}`),
      events: (await client.json<{ events: StoredEvent[] }>(`/games/${id}/events`)).events,
    }),
  }
}

/** The same with a connector's token: an operator's. */
async function openConnector() {
  const venue = await openVenue('operator')
  const token = await venue.client.whole.token('admin')
  await venue.client.whole.ask('POST', '/tournaments', { token, body: { id: 'club', name: 'Club' } })
  return venue
}

const sans = ({ moves }: PublicState) => moves.map(({ san }) => san)
const count = (events: readonly StoredEvent[], type: string) =>
  events.filter((event) => event.type === type).length

const documents = (): Map<string, string> =>
  new Map(
    ['tournament.json', 'round-3/index.json', ...[1, 2, 3, 4].map((n) => `round-3/game-${n}.json`)].map(
      (name) => [`http://tree/${name}`, readFileSync(join(import.meta.dirname, 'samples/lcc', name), 'utf8')],
    ),
  )

const cloudOf = (files: ReadonlyMap<string, string>): FollowedSource =>
  cloudSource({ id: 'HCO26', base: 'http://tree', round: null }, '3', async (url) => {
    const text = files.get(url)
    if (text === undefined)
      throw new SourceUnavailable(sourceRemarks.remark('answers-status', { url, status: 404 }))
    return text
  })

test('the sample round of LiveChess Cloud is read: moves, clocks, results, a game that is on', async () => {
  const venue = await openVenue()
  await venue.look(cloudOf(documents()))
  const [first, second, third, fourth] = await venue.games('3')
  expect(first).toMatchObject({
    board: 1,
    plies: 20,
    white: { name: 'Abara, Nkem', title: 'FM', fideId: '90000001' },
  })
  const drawn = await venue.game(first?.game ?? '')
  expect(drawn.state.result).toMatchObject({ white: '½', black: '½' })
  expect(drawn.state.moves[18]?.clock).toBe(5_460_000)
  const live = await venue.game(second?.game ?? '')
  expect(sans(live.state)).toEqual(['d4', 'Nf6', 'c4', 'e6', 'Nc3'])
  expect(live.state).toMatchObject({ result: null, clocks: { running: 'black' } })
  expect((await venue.game(third?.game ?? '')).state.result).toMatchObject({ white: '+', black: '-' })
  expect((await venue.game(fourth?.game ?? '')).state).toMatchObject({ status: 'scheduled', result: null })
})

test('looked at again, or by a new process, a round that has not changed adds nothing', async () => {
  const venue = await openVenue()
  const source = cloudOf(documents())
  await venue.look(source)
  const heads = async () =>
    Promise.all((await venue.games('3')).map(async ({ game }) => (await venue.game(game)).events.length))
  const before = await heads()
  await venue.look(source)
  venue.restart()
  await venue.look(source)
  expect(await heads()).toEqual(before)
})

test('a move list that was rewritten in place is corrected on record, from the ply that changed', async () => {
  const venue = await openVenue()
  const files = documents()
  await venue.look(cloudOf(files))
  const game = JSON.parse(files.get('http://tree/round-3/game-2.json') ?? '')
  files.set(
    'http://tree/round-3/game-2.json',
    JSON.stringify({ ...game, moves: ['d4 5426+4', 'Nf6 5422+8', 'Nf3 +11', 'e6 5431+21', 'c4', 'b6'] }),
  )
  venue.pass(60_000)
  venue.restart()
  await venue.look(cloudOf(files))
  const id = (await venue.games('3'))[1]?.game ?? ''
  expect(count((await venue.game(id)).events, 'report-corrected')).toBe(0)
  await venue.look(cloudOf(files))
  const { state, events } = await venue.game(id)
  expect(sans(state)).toEqual(['d4', 'Nf6', 'Nf3', 'e6', 'c4', 'b6'])
  expect(count(events, 'report-corrected')).toBe(1)
  expect(venue.notes.at(-1)).toContain(
    'from ply 3: c2c4 e7e6 b1c3 is taken back; it reads g1f3 e7e6 c2c4 b7b6 now',
  )
})

test('a result that was wrong is corrected, and two documents that contradict each other are reported', async () => {
  const venue = await openVenue()
  const files = documents()
  await venue.look(cloudOf(files))
  const game = JSON.parse(files.get('http://tree/round-3/game-1.json') ?? '')
  files.set('http://tree/round-3/game-1.json', JSON.stringify({ ...game, result: 'WHITEWIN' }))
  await venue.look(cloudOf(files))
  const { state } = await venue.game((await venue.games('3'))[0]?.game ?? '')
  expect(state.result).toMatchObject({ white: '1', black: '0' })
  expect(sans(state)).toHaveLength(20)
  expect(venue.notes).toContain(
    "HCO26, round 3, board 1: the game says 1-0, the list says 1/2-1/2; the game's is taken",
  )
  expect(venue.notes.at(-1)).toContain('the result: ½–½ does not count any more; it reads 1–0 now')
})

test('a decisive result without moves in LiveChess Cloud stays a result, and is a forfeit where the source says so', async () => {
  const shown = async (more: object) => {
    const venue = await openVenue()
    const files = documents()
    const name = 'http://tree/round-3/game-1.json'
    const { comment: _, ...game } = JSON.parse(files.get(name) ?? '')
    files.set(name, JSON.stringify({ ...game, live: false, moves: [], result: 'WHITEWIN', ...more }))
    await venue.look(cloudOf(files))
    const id = (await venue.games('3')).find(({ board }) => board === 1)?.game ?? ''
    const { result, moves } = (await venue.game(id)).state
    expect(moves).toEqual([])
    return [result?.white, result?.black]
  }
  expect(await shown({})).toEqual(['1', '0'])
  expect(await shown({ comment: 'Round 3, hall 2' })).toEqual(['1', '0'])
  expect(await shown({ comment: 'Black did not appear' })).toEqual(['+', '-'])
})

const pgn = (moves: string, result = '*', more = '') =>
  `[Event "Club"]\n[Site "Hall"]\n[Date "2026.11.21"]\n[Round "3"]\n[Board "1"]\n[White "Abara"]\n[Black "Novak"]\n[Result "${result}"]\n${more}\n${moves} ${result}\n\n`

const textSource = (text: () => string): FollowedSource =>
  pgnSource({ place: 'http://feed/games.pgn', fetchText: async () => text() })

test('a PGN that grows is followed move by move; a move taken back is taken back', async () => {
  const venue = await openVenue()
  let text = pgn('1. e4')
  const source = textSource(() => text)
  for (const [moves, expected] of [
    ['1. e4', ['e4']],
    ['1. e4 e5 2. Nf3', ['e4', 'e5', 'Nf3']],
    ['1. e4 e5', ['e4', 'e5']],
    ['1. e4 e5 2. Bc4 Nc6', ['e4', 'e5', 'Bc4', 'Nc6']],
  ] as const) {
    text = pgn(moves)
    venue.pass(30_000)
    await venue.look(source)
    await venue.look(source)
    const [only] = await venue.games('3')
    expect(sans((await venue.game(only?.game ?? '')).state)).toEqual(expected)
  }
})

test('of a followed text it is noted what cannot be recorded, and not what only waits for the rest of it', async () => {
  const venue = await openVenue()
  let text = pgn('1. e4 {[%clk 1:75:03]} e5')
  const source = textSource(() => text)
  await venue.look(source)
  text = pgn('1. e4 {[%clk 1:75:03]} e5 2. Nf3')
  await venue.look(source)
  // A line of a source is passed on once, which is done where it is followed.
  expect([...new Set(venue.notes)]).toEqual([
    'Club, round 3, board 1: %clk "1:75:03" is no time; h:mm:ss is due',
  ])
})

test('moves that are gone for one look, from a text that is cut off, or altogether, stay in the record', async () => {
  const venue = await openVenue()
  const whole = pgn('1. e4 e5 2. Nf3 Nc6')
  let text = whole
  const source = textSource(() => text)
  const shows = async (next: string, note: string | null) => {
    text = next
    venue.pass(30_000)
    await venue.look(source)
    const { state, events } = await venue.game((await venue.games('3'))[0]?.game ?? '')
    expect([sans(state), count(events, 'report-corrected')]).toEqual([['e4', 'e5', 'Nf3', 'Nc6'], 0])
    if (note !== null) expect(venue.notes.at(-1)).toContain(note)
  }
  await shows(whole, null)
  await shows(pgn('1. e4 e5'), '2 moves are gone or told otherwise: taken back if the next look says so too')
  await shows(whole, null)
  const cutOff = pgn('1. e4 e5').replace(/ \*\n\n$/, '')
  await shows(cutOff, '2 moves are gone, but the text ends without a result or *: nothing is taken back')
  await shows(cutOff, null)
  await shows(pgn(''), '4 moves are gone, and none is left: the record keeps them')
  await shows(pgn(''), null)
})

const open = (state: PublicState) =>
  state.verdicts.filter(({ status }) => status === 'awaits-arbiter').map(({ rule, seq }) => ({ rule, seq }))

/** A game with four moves, whose source then shows none, as often as it is looked at. */
async function emptied() {
  const venue = await openConnector()
  let text = pgn('1. e4 e5 2. Nf3 Nc6')
  const source = textSource(() => text)
  await venue.look(source)
  const id = (await venue.games('3'))[0]?.game ?? ''
  const shows = async (next: string) => {
    text = next
    venue.pass(30_000)
    await venue.look(source)
    return (await venue.game(id)).state
  }
  const rule = async (type: string, data: object) => {
    const { seq } = await venue.client.json<PublicState>(`/games/${id}`)
    const at = new Date(NOW + 60_000).toISOString()
    return venue.client.whole.ask('POST', `/games/${id}/events`, {
      token: await venue.client.whole.token('arbiter'),
      body: { events: [{ id: `rule-${seq}`, type, by: 'arbiter', at, data }] },
    })
  }
  return { venue, id, shows, rule }
}

test('a running game that its source shows empty twice is asked about once, and goes on where the arbiter says that nothing is due', async () => {
  const { venue, id, shows, rule } = await emptied()
  expect(open(await shows(pgn('')))).toEqual([])
  const asked = await shows(pgn(''))
  expect(sans(asked)).toEqual(['e4', 'e5', 'Nf3', 'Nc6'])
  expect(open(asked).map((each) => each.rule)).toEqual(['unregulated-case'])
  venue.restart()
  await shows(pgn(''))
  expect(open(await shows(pgn('')))).toEqual(open(asked))
  const [question] = open(asked)
  expect((await rule('verdict-decided', { ...question, decision: 'nothing-due' })).status).toBe(200)
  expect(open(await shows(pgn('')))).toEqual([])
  const gone = await shows(pgn('1. e4 e5 2. Nf3 Nc6 3. Bb5'))
  expect([sans(gone).at(-1), open(gone)]).toEqual(['Bb5', []])
  expect(count((await venue.game(id)).events, 'incident-recorded')).toBe(1)
})

test('the question about an empty game goes when its source shows the moves again, and when the arbiter takes them back', async () => {
  const again = await emptied()
  await again.shows(pgn(''))
  expect(open(await again.shows(pgn('')))).toHaveLength(1)
  const back = await again.shows(pgn('1. e4 e5 2. Nf3 Nc6 3. Bb5'))
  expect([sans(back).at(-1), open(back)]).toEqual(['Bb5', []])

  const unplayed = await emptied()
  await unplayed.shows(pgn(''))
  await unplayed.shows(pgn(''))
  const { events } = await unplayed.venue.game(unplayed.id)
  const seqs = events.filter(({ type }) => type === 'move-made').map(({ seq }) => seq)
  expect((await unplayed.rule('report-corrected', { seqs, reason: 'analysis' })).status).toBe(200)
  unplayed.venue.restart()
  const state = await unplayed.shows(pgn(''))
  expect([sans(state), open(state)]).toEqual([[], []])
})

test('a game of LiveChess Cloud whose board is cleared while it runs is asked about', async () => {
  const venue = await openVenue()
  const files = documents()
  await venue.look(cloudOf(files))
  const name = 'http://tree/round-3/game-2.json'
  files.set(name, JSON.stringify({ ...JSON.parse(files.get(name) ?? ''), moves: [] }))
  venue.pass(60_000)
  await venue.look(cloudOf(files))
  await venue.look(cloudOf(files))
  const { state } = await venue.game((await venue.games('3'))[1]?.game ?? '')
  expect(sans(state)).toEqual(['d4', 'Nf6', 'c4', 'e6', 'Nc3'])
  expect(open(state).map(({ rule }) => rule)).toEqual(['unregulated-case'])
})

test('a move that a PGN has otherwise in the middle is taken back only when the same text comes twice', async () => {
  const venue = await openVenue()
  let text = pgn('1. e4 e5 2. Nf3 Nc6')
  const source = textSource(() => text)
  await venue.look(source)
  const shows = async (moves: string) => {
    text = pgn(moves)
    venue.pass(30_000)
    await venue.look(source)
    return sans((await venue.game((await venue.games('3'))[0]?.game ?? '')).state).join(' ')
  }
  expect(await shows('1. e4 c5 2. Nf3 Nc6')).toBe('e4 e5 Nf3 Nc6')
  expect(await shows('1. e4 e6 2. Nf3 Nc6')).toBe('e4 e5 Nf3 Nc6')
  expect(await shows('1. e4 e6 2. Nf3 Nc6')).toBe('e4 e6 Nf3 Nc6')
})

test('a single look makes sure of what a source takes back by a second one', async () => {
  const venue = await openVenue()
  let text = pgn('1. e4 e5 2. Nf3')
  await venue.look(textSource(() => text))
  text = pgn('1. e4 e5')
  const { options } = venue
  await followSource({ ...options, source: textSource(() => text), every: 1000, once: true })
  expect(sans((await venue.game((await venue.games('3'))[0]?.game ?? '')).state)).toEqual(['e4', 'e5'])
})

test('moves that nobody timed happened when they were seen', async () => {
  const venue = await openVenue()
  let text = pgn('1. e4')
  await venue.look(textSource(() => text))
  venue.pass(40_000)
  text = pgn('1. e4 e5')
  await venue.look(textSource(() => text))
  const { state } = await venue.game((await venue.games('3'))[0]?.game ?? '')
  expect(state.moves.map(({ at }) => at - NOW)).toEqual([0, 40_000])
})

test('a feed goes into the game that a pairing file opened at its board', async () => {
  const venue = await openVenue()
  const opened = { id: 'club-3-1', board: 1, white: { name: 'Abara, Nkem' }, black: { name: 'Novak, Jan' } }
  const laws = { edition: '2023-01-01', play: 'standard' }
  await venue.client.request('POST', '/tournaments', { body: { id: 'club', name: 'Club' } })
  await venue.client.request('POST', '/tournaments/club/rounds/3/games', {
    body: { games: [{ ...opened, ...laws }] },
  })
  await venue.look(textSource(() => pgn('1. e4 e5')))
  expect(await venue.games('3')).toMatchObject([
    { game: 'club-3-1', plies: 2, white: { name: 'Abara, Nkem' } },
  ])
})

test('a game whose moves come from elsewhere is left alone', async () => {
  const venue = await openVenue()
  await venue.look(textSource(() => pgn('')))
  const [only] = await venue.games('3')
  const at = new Date(NOW).toISOString()
  const move = { id: 'm1', type: 'move-made', at, by: 'white', data: { from: 'd2', to: 'd4' } }
  await venue.client.request('POST', `/games/${only?.game}/events`, { body: { events: [move] } })
  await venue.look(textSource(() => pgn('1. e4 e5')))
  expect(sans((await venue.game(only?.game ?? '')).state)).toEqual(['d4'])
  expect(venue.notes.at(-1)).toContain('gets its moves from elsewhere; it is left alone')
})

test('what an arbiter has put right in the record is not put wrong again by a source that still has it', async () => {
  const venue = await openVenue()
  let text = pgn('1. e4 e5 2. Nf3')
  const source = textSource(() => text)
  await venue.look(source)
  const id = (await venue.games('3'))[0]?.game ?? ''
  const { events } = await venue.game(id)
  const wrong = events.find((event) => event.id === 'pgn-3-made')?.seq
  const replacement = [{ type: 'move-made', by: 'white', data: { from: 'g1', to: 'h3' } }]
  const correction = {
    type: 'report-corrected',
    by: 'arbiter',
    data: { seqs: [wrong], reason: 'h3', replacement },
  }
  const at = new Date(NOW).toISOString()
  await venue.client.request('POST', `/games/${id}/events`, {
    body: { events: [{ id: 'c', at, ...correction }] },
  })
  text = pgn('1. e4 e5 2. Nf3 Nc6')
  await venue.look(source)
  expect(sans((await venue.game(id)).state)).toEqual(['e4', 'e5', 'Nh3', 'Nc6'])
})

test('a report put while the one before it is on its last step out is not left behind', async () => {
  const taken: string[] = []
  const client: ApiClient = {
    async request(_method, _path, { body } = {}) {
      const { events } = body as { events: { id: string }[] }
      taken.push(...events.map(({ id }) => id))
      return { status: 200, headers: {}, text: '' }
    },
  }
  const outbox = openOutbox({
    client: client,
    game: 'g',
    note: () => {},
    pause: async () => {},
    signal: new AbortController().signal,
  })
  const report = (id: string) =>
    ({ id, type: 'session-started', by: 'arbiter', at: '2026-11-21T14:00:00.000Z', data: {} }) as const
  const sent: string[] = []
  for (let put = 0; put < 40; put++) {
    sent.push(`r${put}`)
    outbox.put([])
    outbox.put([report(`r${put}`)])
    for (let step = 0; step < put % 10; step++) await Promise.resolve()
  }
  await outbox.emptied()
  expect(taken).toEqual(sent)
})

test('a name, a rating and a title that the source puts right are put right on record, once', async () => {
  const venue = await openVenue()
  let text = pgn('1. e4', '*', '[WhiteElo "2311"]\n')
  const source = textSource(() => text)
  await venue.look(source)
  const id = (await venue.games('3'))[0]?.game ?? ''
  text = pgn('1. e4 e5', '*', '[WhiteElo "2331"]\n[WhiteTitle "FM"]\n').replace('"Novak"', '"Novák, Jan"')
  venue.restart()
  await venue.look(source)
  venue.restart()
  await venue.look(source)
  const { state, events } = await venue.game(id)
  expect(events.filter(({ type }) => type === 'details-corrected')).toMatchObject([
    { data: { fields: { white: { rating: 2331, title: 'FM' }, black: { name: 'Novák, Jan' } } } },
  ])
  expect(sans(state)).toEqual(['e4', 'e5'])
  expect(await venue.games('3')).toMatchObject([
    { white: { name: 'Abara', title: 'FM', rating: 2331 }, black: { name: 'Novák, Jan' } },
  ])
  expect(venue.notes).toContain("Club, round 3, board 1: white's rating 2311 is corrected: 2331")
})

test('a player put right in a game that its source names by an id is put right there, in no second game', async () => {
  const venue = await openVenue()
  let text = pgn('1. e4', '*', '[GameId "g7"]\n').replace('[Board "1"]\n', '')
  const source = textSource(() => text)
  await venue.look(source)
  text = text.replace('"Novak"', '"Novak, Jan"')
  await venue.look(source)
  expect(await venue.games('3')).toMatchObject([{ plies: 1, black: { name: 'Novak, Jan' } }])
})

test('a name that an arbiter or a pairing file wrote stays, and what the source says otherwise is reported', async () => {
  const venue = await openVenue()
  let text = pgn('1. e4')
  const source = textSource(() => text)
  await venue.look(source)
  const id = (await venue.games('3'))[0]?.game ?? ''
  const at = new Date(NOW).toISOString()
  const data = { fields: { white: { name: 'Abara, Nkem' } }, reason: 'as in the list' }
  const put = { id: 'd', type: 'details-corrected', by: 'arbiter', at, data }
  await venue.client.request('POST', `/games/${id}/events`, { body: { events: [put] } })
  text = pgn('1. e4 e5').replace('"Abara"', '"Abara, N"').replace('"Novak"', '"Nowak"')
  await venue.look(source)
  expect(await venue.games('3')).toMatchObject([{ white: { name: 'Abara, Nkem' }, black: { name: 'Nowak' } }])
  expect(venue.notes.at(-2)).toContain(
    "white's name reads Abara, N; the record's Abara, Nkem comes from elsewhere and stays",
  )
})

test('what a source puts right in a game that a pairing file opened is known as such after a restart too', async () => {
  const venue = await openVenue()
  const [white, black] = [{ name: 'Abara, Nkem', rating: 2311 }, { name: 'Novak' }]
  const opened = { id: 'club-3-1', board: 1, white, black, edition: '2023-01-01', play: 'standard' }
  await venue.client.request('POST', '/tournaments', { body: { id: 'club', name: 'Club' } })
  await venue.client.request('POST', '/tournaments/club/rounds/3/games', { body: { games: [opened] } })
  let text = pgn('1. e4', '*', '[WhiteElo "2311"]\n')
  const source = textSource(() => text)
  await venue.look(source)
  venue.restart()
  await venue.look(source)
  const { events } = await venue.game('club-3-1')
  expect(events.filter(({ id }) => id.startsWith('source-details-'))).toMatchObject([
    { data: { fields: { board: 1 } } },
  ])
  text = pgn('1. e4', '*', '[WhiteElo "2331"]\n[BlackElo "1900"]\n')
    .replace('"Abara"', '"Abara, N"')
    .replace('"Novak"', '"Novák, Jan"')
  venue.restart()
  await venue.look(source)
  venue.restart()
  await venue.look(source)
  expect(await venue.games('3')).toMatchObject([
    { white: { name: 'Abara, Nkem', rating: 2331 }, black: { name: 'Novák, Jan', rating: 1900 } },
  ])
  expect(venue.notes).toContain(
    "Club, round 3, board 1: white's name reads Abara, N; the record's Abara, Nkem comes from elsewhere and stays",
  )
  expect(count((await venue.game('club-3-1')).events, 'details-corrected')).toBe(2)
})

test('a name and a FIDE id that LiveChess Cloud puts right in its list are put right on record, after a restart too', async () => {
  const venue = await openVenue()
  const files = documents()
  await venue.look(cloudOf(files))
  const index = JSON.parse(files.get('http://tree/round-3/index.json') ?? '')
  const [first] = index.pairings
  first.white = { ...first.white, fname: 'Nkem Ada', title: 'IM', fideid: 90000011 }
  files.set('http://tree/round-3/index.json', JSON.stringify(index))
  venue.restart()
  await venue.look(cloudOf(files))
  venue.restart()
  await venue.look(cloudOf(files))
  const [board] = await venue.games('3')
  expect(board).toMatchObject({ white: { name: 'Abara, Nkem Ada', title: 'IM', fideId: '90000011' } })
  const { events } = await venue.game(board?.game ?? '')
  expect(count(events, 'details-corrected')).toBe(1)
  expect(count(events, 'report-corrected')).toBe(0)
})

test('a new name is not put under the FIDE id of the player who sat there', async () => {
  const venue = await openVenue()
  let text = pgn('1. e4', '*', '[WhiteFideId "90000001"]\n')
  const source = textSource(() => text)
  await venue.look(source)
  text = pgn('1. e4').replace('"Abara"', '"Lindqvist"')
  await venue.look(source)
  expect(await venue.games('3')).toMatchObject([{ white: { name: 'Abara', fideId: '90000001' } }])
  text = pgn('1. e4', '*', '[WhiteFideId "90000002"]\n').replace('"Abara"', '"Lindqvist"')
  await venue.look(source)
  expect(await venue.games('3')).toMatchObject([{ white: { name: 'Lindqvist', fideId: '90000002' } }])
})

test('a king put in the centre to say a result is no move', async () => {
  const venue = await openVenue()
  await venue.look(textSource(() => pgn('1. e4 e5 2. Nf3 Ke4', '1-0')))
  const { state } = await venue.game((await venue.games('3'))[0]?.game ?? '')
  expect(sans(state)).toEqual(['e4', 'e5', 'Nf3'])
  expect(state.result).toMatchObject({ white: '1', black: '0' })
})

test('a folder is read as LiveChess exports it, and a file that is gone is reported', async () => {
  const scratch = temporaryFolder()
  const folder = scratch.path
  const read = () => pgnSource({ place: folder, round: '3', fetchText: openFetch() }).snapshot()
  for (const n of [10, 2, 1]) {
    writeFileSync(join(folder, `game-${n}.pgn`), pgn('1. e4').replace('[Board "1"]', `[Board "${n}"]`))
  }
  writeFileSync(join(folder, 'games.pgn'), pgn('1. d4'))
  expect((await read()).games.map(({ name }) => name)).toEqual(
    [1, 2, 10].map((board) => `Club, round 3, board ${board}`),
  )
  scratch.remove()
  await expect(read()).rejects.toThrow(SourceUnavailable)
})

test('an address is asked with what it said last, and its silence is no end', async () => {
  const asked: (string | undefined)[] = []
  let status = 200
  const server = createServer((request, response) => {
    asked.push(request.headers['if-none-match'])
    if (status === 200 && request.headers['if-none-match'] === '"1"') return response.writeHead(304).end()
    response.writeHead(status, { etag: '"1"' }).end(pgn('1. e4'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const place = `http://127.0.0.1:${(server.address() as AddressInfo).port}/games.pgn`
  const venue = await openVenue()
  const stop = new AbortController()
  let pauses = 0
  await followSource({
    ...venue.options,
    source: pgnSource({ place, fetchText: openFetch() }),
    every: 1,
    signal: stop.signal,
    pause: async () => {
      pauses++
      if (pauses === 2) status = 500
      if (pauses === 3) status = 200
      if (pauses === 4) stop.abort()
    },
  })
  server.close()
  expect(asked).toEqual([undefined, '"1"', '"1"', '"1"'])
  expect(venue.notes).toEqual([`${place} answers 500`, 'it answers again'])
  expect((await venue.games('3')).map(({ plies }) => plies)).toEqual([1])
})

test.each([
  ['https://view.livechesscloud.com/#5e1d4b2e-0000-4000-8000-0123456789ab/3', '3'],
  ['https://view.livechesscloud.com/5e1d4b2e-0000-4000-8000-0123456789ab', null],
  ['5e1d4b2e-0000-4000-8000-0123456789ab', null],
])('%s is an address of the cloud', (text, round) => {
  expect(readAddress(text)).toEqual({ id: '5e1d4b2e-0000-4000-8000-0123456789ab', base: null, round })
})

test('a tree of its own has its own address, and prose has none', () => {
  expect(readAddress('http://venue:8787/livechess/club/tournament.json')).toEqual({
    id: 'club',
    base: 'http://venue:8787/livechess/club',
    round: null,
  })
  expect(readAddress('the club')).toBeNull()
})

test('a source that begins anew after a result shows another game: the one that has ended stays as it was', async () => {
  const venue = await openVenue()
  let text = pgn('1. e4 e5 2. Qh5 Ke7 3. Qxe5#', '1-0')
  const source = textSource(() => text)
  await venue.look(source)
  for (const moves of ['', '1. d4', '1. d4 d5']) {
    text = pgn(moves)
    venue.restart()
    await venue.look(source)
  }
  const games = await venue.games('3')
  expect(games.map(({ plies }) => plies)).toEqual([5, 2])
  const ended = await venue.game(games[0]?.game ?? '')
  expect(ended.state.result).toMatchObject({ white: '1', black: '0' })
  expect(count(ended.events, 'report-corrected')).toBe(0)
  expect(venue.notes).toContain(
    `Club, round 3, board 1: game ${games[0]?.game} of that name is another one; this one is ${games[1]?.game}`,
  )
})

test('other players with other moves under the same name are another game', async () => {
  const venue = await openVenue()
  let text = pgn('1. e4 e5')
  await venue.look(textSource(() => text))
  text = pgn('1. d4').replace('"Abara"', '"Sorensen"').replace('"Novak"', '"Lindqvist"')
  venue.restart()
  await venue.look(textSource(() => text))
  expect((await venue.games('3')).map(({ plies, white }) => [plies, white.name])).toEqual([
    [2, 'Abara'],
    [1, 'Sorensen'],
  ])
})

test('two games of one name in one feed are both followed, whatever their order', async () => {
  const venue = await openVenue()
  const first = pgn('1. e4 e5', '1-0')
  let second = pgn('1. d4')
  let turned = false
  const source = textSource(() => (turned ? second + first : first + second))
  await venue.look(source)
  second = pgn('1. d4 d5')
  turned = true
  venue.restart()
  await venue.look(source)
  const games = await venue.games('3')
  expect(games.map(({ plies }) => plies)).toEqual([2, 2])
  for (const { game } of games) expect(count((await venue.game(game)).events, 'report-corrected')).toBe(0)
})

test('with an operator’s token a source corrects a result after the end, again and again', async () => {
  const venue = await openConnector()
  for (const result of ['1-0', '0-1', '1/2-1/2', '1-0']) {
    venue.pass(10_000)
    await venue.look(textSource(() => pgn('1. e4 e5', result)))
    const [only] = await venue.games('3')
    const { state } = await venue.game(only?.game ?? '')
    expect(`${state.result?.white}-${state.result?.black}`).toBe(result.replaceAll('1/2', '½'))
  }
  expect(venue.notes.filter((line) => line.includes('refused'))).toEqual([])
  await venue.look(textSource(() => pgn('1. e4 e5', '1-0')))
  const { events } = await venue.game((await venue.games('3'))[0]?.game ?? '')
  expect([count(events, 'result-set'), count(events, 'report-corrected')]).toEqual([4, 0])
})

test('a time control, a date and a start that a source has later or otherwise are followed', async () => {
  const venue = await openConnector()
  const silent = pgn('1. e4 e5').replace('[Date "2026.11.21"]\n', '')
  await venue.look(textSource(() => silent))
  const [only] = await venue.games('3')
  const details = async () => {
    const text = (await venue.client.request('GET', `/games/${only?.game}.pgn`)).text
    return Object.fromEntries(
      [...text.matchAll(/^\[(\w+) "(.*)"\]$/gm)].map(([, name, value]) => [name, value]),
    )
  }
  expect(await details()).toMatchObject({ Date: '????.??.??' })
  await venue.look(textSource(() => pgn('1. e4 e5')))
  expect(await details()).toMatchObject({ Date: '2026.11.21' })
  await venue.look(textSource(() => pgn('1. e4 e5').replace('11.21', '11.22')))
  expect(await details()).toMatchObject({ Date: '2026.11.22' })
  const start = '[SetUp "1"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1"]\n'
  await venue.look(textSource(() => pgn('1. e4 e5', '*', start).replace('11.21', '11.22')))
  expect(await details()).toMatchObject({ FEN: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1' })
  expect(venue.notes.filter((line) => line.includes('refused'))).toEqual([])
  const said = venue.notes.length
  await venue.look(textSource(() => pgn('1. e4 e5', '*', start).replace('11.21', '11.22')))
  expect(venue.notes).toHaveLength(said)
})

test('an unfinished game out of a file is not live; one that is followed is', async () => {
  const venue = await openVenue()
  await venue.look(textSource(() => pgn('1. e4 e5')))
  const index = async () =>
    (
      await venue.client.json<{ pairings: { live: boolean }[] }>('/livechess/club/round-3/index.json')
    ).pairings.map(({ live }) => live)
  expect(await index()).toEqual([true])
  const { importPgn } = await import('../../functions/ingest/pgn-import.ts')
  const text = (async function* () {
    yield pgn('1. d4 d5').replace('[Board "1"]', '[Board "2"]').replace('Abara', 'Sato')
  })()
  for await (const { outcome } of importPgn(venue.client, text, { now: NOW, tournament: 'club' }))
    expect(outcome).toBe('opened')
  expect(await index()).toEqual([true, false])
})
