import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPgn, tagOf } from '../../domain/pgn/index.ts'
import type { ApiClient } from '../../functions/http/api-client.ts'
import { importPgn, NotAdmitted } from '../../functions/ingest/pgn-import.ts'
import { START } from '../kit/service.ts'
import { openRecord, outcomes } from './record.ts'

const TAGS = '[Event "Club"]\n[Site "Hall"]\n[Date "2024.02.03"]\n[Round "1.1"]\n[White "A"]\n[Black "B"]\n'

test('an event whose name steers a terminal, or is a page long, names its tournament all the same', async () => {
  const record = await openRecord()
  const text = `${TAGS.replace('Club', `e\u001b[31mvil ${'x'.repeat(300)}`)}\n1. e4 *\n\n${TAGS.replace('1.1', '1.2')}\n1. d4 *\n`
  expect(outcomes(await record.import(text, 'odd'))).toEqual(['opened', 'opened'])
  expect((await record.get('/tournaments/odd')).name).toMatch(/^e \[31mvil x+$/)
})

test('imported twice, a game is one game', async () => {
  const record = await openRecord()
  const text = `${TAGS}[Result "1-0"]\n[TimeControl "600"]\n\n1. e4 {[%clk 0:09:55]} e5 {[%clk 0:09:50]} 2. Nf3 1-0\n`
  const [first] = await record.import(text)
  expect(first).toMatchObject({ outcome: 'opened', plies: 3, line: 1 })
  const events = await record.get(`/games/${first!.id}/events`)
  expect(outcomes(await record.import(text))).toEqual(['there'])
  expect(await record.get(`/games/${first!.id}/events`)).toEqual(events)
})

test('a game that lies in another tournament stays there, and the import says where', async () => {
  const record = await openRecord()
  const text = `${TAGS}\n1. e4 e5 *\n`
  expect(outcomes(await record.import(text, 'first'))).toEqual(['opened'])
  const [again] = await record.import(text, 'second')
  expect(again).toMatchObject({
    outcome: 'there',
    reason: expect.stringMatching(/in round 1 of tournament first; it stays there/),
  })
  const [alone] = await record.import(text.replace('Hall', 'Yard'))
  const [seated] = await record.import(text.replace('Hall', 'Yard'), 'second')
  expect([alone!.outcome, seated!.outcome]).toEqual(['opened', 'there'])
  expect(seated!.reason).toContain('outside any tournament')
})

test('a game that has gone on since is continued', async () => {
  const record = await openRecord()
  await record.import(`${TAGS}[Result "*"]\n\n1. e4 e5 *\n`)
  const [again] = await record.import(`${TAGS}[Result "0-1"]\n\n1. e4 e5 2. f3 Qh4+ 0-1\n`)
  expect(again!.outcome).toBe('continued')
  expect(await record.get(`/games/${again!.id}`)).toMatchObject({
    moves: [{ san: 'e4' }, { san: 'e5' }, { san: 'f3' }, { san: 'Qh4+' }],
    result: { white: '0', black: '1' },
  })
})

test('two games with the same tags are distinguished by their moves', async () => {
  const record = await openRecord()
  const text = `${TAGS}\n1. e4 e5 1-0\n\n${TAGS}\n1. d4 d5 0-1\n`
  const games = await record.import(text)
  expect(outcomes(games)).toEqual(['opened', 'opened'])
  expect(games[0]!.id).not.toBe(games[1]!.id)
  expect(outcomes(await record.import(text))).toEqual(['there', 'there'])
})

test('a second game under a used GameId with other moves is a game of its own, and reported', async () => {
  const record = await openRecord()
  const named = '[GameId "g7"]\n'
  const text = `${named}\n1. e4 e5 1-0\n\n${named}\n1. d4 d5 0-1\n\n${TAGS}\n1. c4 *\n`
  const games = await record.import(text)
  expect(outcomes(games)).toEqual(['opened', 'opened', 'opened'])
  const second = games[1]!
  expect(second.warnings).toContainEqual(
    expect.objectContaining({
      line: 5,
      ply: 0,
      reason: `the record has another game under the GameId g7; this one goes in as ${second.id}`,
    }),
  )
  expect(await record.get('/games/g7')).toMatchObject({ moves: [{ san: 'e4' }, { san: 'e5' }] })
  expect(await record.get(`/games/${second.id}`)).toMatchObject({ moves: [{ san: 'd4' }, { san: 'd5' }] })
  expect(outcomes(await record.import(text))).toEqual(['there', 'there', 'there'])
})

test('a GameId that other players have too names another game', async () => {
  const record = await openRecord()
  const game = (white: string, moves: string) =>
    `[White "${white}"]\n[Black "B"]\n[GameId "1"]\n\n${moves}\n\n`
  const [first] = await record.import(game('A', '1. e4 *'))
  const [second] = await record.import(game('C', '1. e4 e5 1-0'))
  expect(second).toMatchObject({ outcome: 'opened', plies: 2 })
  expect(second!.id).not.toBe(first!.id)
  expect(outcomes(await record.import(game('A', '1. e4 c5 0-1')))).toEqual(['continued'])
})

test('a game whose record an arbiter has corrected is there when its text comes again', async () => {
  const record = await openRecord()
  const text = `${TAGS}\n1. e4 e5 1-0\n`
  const [game] = await record.import(text)
  const at = new Date(START).toISOString()
  const event = {
    id: 'x',
    type: 'result-set',
    at,
    by: 'arbiter',
    data: { white: '½', black: '½', reason: 'protest' },
  }
  const answer = await record.client.request('POST', `/games/${game!.id}/events`, {
    body: { events: [event] },
  })
  expect(answer.status).toBe(200)
  const before = await record.get(`/games/${game!.id}/events`)
  expect(outcomes(await record.import(text))).toEqual(['there'])
  expect(await record.get(`/games/${game!.id}/events`)).toEqual(before)
})

test('a game of boards under the GameId of a text is not written into', async () => {
  const record = await openRecord()
  const laws = { edition: '2023-01-01', play: 'standard' }
  await record.client.request('POST', '/games', {
    body: { id: 'live', white: { name: 'A' }, black: { name: 'B' }, ...laws },
  })
  const at = new Date(START).toISOString()
  const move = { id: 'm1', type: 'move-made', at, by: 'white', data: { from: 'd2', to: 'd4' } }
  await record.client.request('POST', '/games/live/events', { body: { events: [move] } })
  const [other] = await record.import('[GameId "live"]\n[White "A"]\n[Black "B"]\n\n1. e4 e5 1-0\n')
  expect(other).toMatchObject({ outcome: 'opened' })
  const [same] = await record.import('[GameId "live"]\n[White "A"]\n[Black "B"]\n\n1. d4 *\n')
  expect(same).toMatchObject({ outcome: 'there', id: 'live' })
  expect(await record.get('/games/live')).toMatchObject({ moves: [{ san: 'd4' }] })
})

test('a bad game between two good ones stops neither', async () => {
  const record = await openRecord()
  const text = `${TAGS}\n1. e4 *\n\n[Event "x"]\n[FEN "rubbish"]\n\n1. e4 e5 ??? 1-0\n\nnot a game at all\n\n[Event "y"]\n\n1. d4 *\n`
  const games = await record.import(text)
  expect(outcomes(games)).toEqual(['opened', 'opened', 'opened'])
  expect(games[1]!.warnings.length).toBeGreaterThan(0)
})

test('a text without a game gives none', async () => {
  const record = await openRecord()
  expect(await record.import('<html><body>404 not found</body></html>\n')).toEqual([])
})

test('into a tournament: rounds and boards as the tags have them, the tournament entered if need be', async () => {
  const record = await openRecord()
  const game = (round: string, white: string) =>
    TAGS.replace('"1.1"', `"${round}"`).replace('"A"', `"${white}"`)
  const text = [game('1.2', 'C'), game('1.1', 'A'), game('2.1', 'E')]
    .map((tags) => `${tags}\n1. e4 *\n`)
    .join('\n')
  await record.import(text, 'club-24')
  expect(await record.get('/tournaments/club-24')).toMatchObject({ name: 'Club', rounds: ['1', '2'] })
  const { games } = await record.get('/tournaments/club-24/rounds/1/games')
  expect(
    games.map(({ board, white }: { board: number; white: { name: string } }) => [board, white.name]),
  ).toEqual([
    [1, 'A'],
    [2, 'C'],
  ])
})

test('two games at one board of a round both keep a seat, and their tags', async () => {
  const record = await openRecord()
  const games = await record.import(`${TAGS}\n1. e4 *\n\n${TAGS.replace('"A"', '"C"')}\n1. d4 *\n`, 'T')
  const { games: listed } = await record.get('/tournaments/T/rounds/1/games')
  expect(listed.map(({ board, game }: { board: number; game: string }) => [board, game])).toEqual([
    [1, games[0]!.id],
    [2, games[1]!.id],
  ])
  const { events } = await record.get(`/games/${games[1]!.id}/events`)
  expect(events[0].data.source.tags).toMatchObject({ Round: '1.1' })
})

test('of two games that both name a board each keeps the tags of its text, in whichever order they come', async () => {
  const game = (white: string, tags: string) =>
    `[Event "Club"]\n[White "${white}"]\n[Black "B"]\n${tags}[Result "*"]\n\n1. e4 *\n\n`
  const texts = [
    game('A', '[Round "1.1"]\n[Board "1"]\n'),
    game('C', '[Round "1"]\n[Board "1"]\n'),
    game('D', '[Round "1.1"]\n'),
  ]
  for (const order of [texts, [...texts].reverse()]) {
    const record = await openRecord()
    const games = await record.import(order.join(''), 'T')
    for (const [k, { id }] of games.entries()) {
      const back = new Map(tagsOf(await record.text(`/games/${id}.pgn?view=text`)))
      const whole = new Map(
        readPgn(await record.text('/tournaments/T.pgn?view=text')).map((each) => [
          tagOf(each, 'White'),
          each,
        ]),
      )
      const given = new Map(tagsOf(order[k]!))
      for (const name of ['Round', 'Board']) {
        expect(back.get(name)).toBe(given.get(name))
        expect(tagOf(whole.get(given.get('White'))!, name)).toBe(given.get(name))
      }
    }
  }
})

test.each([
  ['1', 'A3'],
  ['1', '12a'],
  ['1', '0'],
  ['1', '1.5'],
  ['1', '07'],
  ['001', '07'],
  ['R1', 'A3'],
  ['1.2', '3'],
])(
  'a round %s and a board %s come back as they were written, wherever the game sits',
  async (round, board) => {
    const record = await openRecord()
    const game = (white: string, tags: string) =>
      `[White "${white}"]\n[Black "B"]\n[Round "${round}"]\n${tags}\n1. e4 *\n\n`
    const text = game('A', '') + game('C', `[Board "${board}"]\n`)
    const [, second] = await record.import(text, 'T')
    for (const file of [`/games/${second!.id}.pgn`, '/tournaments/T.pgn?view=text']) {
      const found = readPgn(await record.text(file)).find((each) => tagOf(each, 'White') === 'C')!
      expect([tagOf(found, 'Round'), tagOf(found, 'Board')]).toEqual([round, board])
    }
  },
)

test('a tournament’s own edition and regulations hold for the games imported into it', async () => {
  const record = await openRecord()
  const defaults = { edition: '2009-07-01', regulations: { defaultTime: 0 } }
  await record.client.request('POST', '/tournaments', { body: { id: 'T', name: 'Old', defaults } })
  const [game] = await record.import(`${TAGS}\n1. e4 *\n`, 'T')
  const { events } = await record.get(`/games/${game!.id}/events`)
  expect(events[0].data).toMatchObject(defaults)
})

test('a time control of the tournament starts no clock in a game whose text shows none', async () => {
  const record = await openRecord()
  const defaults = { timeControl: { periods: [{ time: 600_000 }] } }
  await record.client.request('POST', '/tournaments', { body: { id: 'T', name: 'New', defaults } })
  const [game] = await record.import(`${TAGS}\n1. e4 e5 *\n`, 'T')
  expect((await record.get(`/games/${game!.id}`)).clocks).toMatchObject({
    white: 600_000,
    black: 600_000,
    running: null,
  })
})

test('a long game goes in whole, in as many requests as it takes', async () => {
  const record = await openRecord()
  const shuffles = Array.from({ length: 130 }, (_, n) => `${2 * n + 1}. Nf3 Nf6 ${2 * n + 2}. Ng1 Ng8`).join(
    '\n',
  )
  const [game] = await record.import(`${TAGS}\n${shuffles} *\n`)
  const { events } = await record.get(`/games/${game!.id}/events`)
  expect(events).toHaveLength(1 + 520)
})

test('games of no tournament go in whole, in one request, and what cannot is entered by itself in its place', async () => {
  const record = await openRecord()
  const asked: string[] = []
  const client: ApiClient = {
    request(method, path, ...rest) {
      asked.push(`${method} ${path}`)
      return record.client.request(method, path, ...rest)
    },
  }
  const game = (round: number, moves: string) => `${TAGS.replace('1.1', `${round}`)}\n${moves}\n\n`
  const first = Array.from({ length: 30 }, (_, k) => game(k + 1, '1. e4 e5 2. Nf3 Nc6 1-0'))
  const imported = async (text: string) => {
    asked.length = 0
    const games = []
    const pieces = (async function* () {
      yield text
    })()
    for await (const each of importPgn(client, pieces, { now: START })) games.push(each)
    return games
  }
  expect(outcomes(await imported(first.join('')))).toEqual(Array(30).fill('opened'))
  expect(asked).toEqual(['POST /games/whole'])
  // One that is there, one whose result the mate denies, and one with the tags of another of this text.
  const second = [
    game(40, '1. d4 *'),
    first[3]!,
    game(41, '1. f3 e5 2. g4 Qh4# 1-0'),
    game(42, '1. c4 1-0'),
    game(42, '1. c4 c5 0-1'),
  ]
  const games = await imported(second.join(''))
  expect(outcomes(games)).toEqual(['opened', 'there', 'opened', 'opened', 'opened'])
  expect(games.map(({ plies }) => plies)).toEqual([1, 4, 4, 1, 2])
  expect(games[4]!.warnings[0]!.reason).toMatch(/another game with the same tags/)
  expect(asked.filter((each) => each === 'POST /games/whole')).toHaveLength(3)
  expect((await record.get(`/games/${games[2]!.id}`)).moves).toHaveLength(4)
})

test('prose is no game', async () => {
  const record = await openRecord()
  const games = await record.import('1. hello members, 2. the hall is closed *\n')
  expect(outcomes(games)).toEqual(['refused'])
  expect(games[0]?.reason).toMatch(/no PGN/)
})

test('a time control in words is reported as it was read', async () => {
  const record = await openRecord()
  const [game] = await record.import(`${TAGS}[TimeControl "90 min + 30 sec"]\n\n1. e4 {[%clk 1:30:28]} *\n`)
  expect(game?.warnings.map(({ reason }) => reason)).toContain(
    'TimeControl "90 min + 30 sec" is free text; read as 5400+30',
  )
})

test('a FEN that is wrong in its castling rights alone still begins the game', async () => {
  const record = await openRecord()
  const [game] = await record.import(
    `${TAGS}[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/P7/4K3 w KQ - 0 1"]\n\n1. a4 Kd7 *\n`,
  )
  expect(await record.get(`/games/${game!.id}`)).toMatchObject({ moves: [{ san: 'a4' }, { san: 'Kd7' }] })
})

test('castling letters of rooks on other squares than usual are Chess960’s, and it is reported where no Variant says so', async () => {
  const record = await openRecord()
  const fen = 'nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1'
  const start = (more = '') =>
    `${TAGS}${more}[SetUp "1"]\n[FEN "${fen}"]\n\n1. d3 d6 2. Be3 Be6 3. O-O-O O-O-O *\n`
  const [game] = await record.import(start())
  expect(game?.warnings.map(({ reason }) => reason)).toEqual([
    'FEN: its castling letters name rooks that stand on other squares than usual; read as Chess960, which no Variant says',
  ])
  const { moves, verdicts } = await record.get(`/games/${game!.id}`)
  expect([moves.at(-1).san, verdicts ?? []]).toEqual(['O-O-O', []])
  const [named] = await record.import(start('[Variant "Chess960"]\n'))
  expect(named?.warnings).toEqual([])
  const [denied] = await record.import(start('[Variant "Standard"]\n'))
  expect(denied?.warnings[0]?.reason).toMatch(/this is no Chess960 game; taken as \S+ w - - 0 1$/)
})

test('tags named as what every object has are tags like others; the one that JSON’s readers lose is reported as left out', async () => {
  const record = await openRecord()
  const odd = '[constructor "c"]\n[toString "t"]\n[hasOwnProperty "h"]\n[__proto__ "p"]\n'
  const [game] = await record.import(`${TAGS}${odd}[Result "*"]\n\n1. e4 *\n`)
  const { events } = await record.get(`/games/${game!.id}/events`)
  expect(events[0].data.source.tags).toEqual({
    constructor: 'c',
    toString: 't',
    hasOwnProperty: 'h',
    '%unsaid': 'Board Stage TimeControl',
  })
  expect(game!.warnings).toEqual([
    expect.objectContaining({ reason: 'tags that are long, or called __proto__, are left out: __proto__' }),
  ])
})

test('tags under the keys of comments, times and glyphs that nobody could read stop no feed', async () => {
  const record = await openRecord()
  const laws = { edition: '2023-01-01', play: 'standard' }
  const opened = async (tags: Record<string, string>) => {
    const source = { kind: 'pgn', timeBasis: 'none', tags }
    const body = { white: { name: 'A' }, black: { name: 'B' }, ...laws, source }
    const answer = await record.client.request('POST', '/games', { body })
    const { id } = JSON.parse(answer.text)
    const at = new Date(START).toISOString()
    const move = { id: 'm1', type: 'move-made', at, by: 'white', data: { from: 'e2', to: 'e4' } }
    await record.client.request('POST', `/games/${id}/events`, { body: { events: [move] } })
    return id
  }
  for (const commands of [
    'garbage',
    'null',
    '[1]',
    '{}',
    '[{"name":"x"}]',
    '[{"name":"a]","operands":[]}]',
  ]) {
    const id = await opened({ '[1]': commands, '%emt1': 'NaN', $1: 'x 5', 'No tag "x"] [Result': '1-0' })
    for (const view of ['text', 'strict', 'split']) {
      const pgn = await record.text(`/games/${id}.pgn?view=${view}`)
      expect(pgn, commands).toMatch(/\n\[Result "\*"\]\n\[GameId "\w+"\]\n\n1\. e4 \$5 \*\n$/)
    }
  }
  const sound = await opened({ '[1]': '[{"name":"cal","operands":["a,}","\\nb"]}]' })
  expect(await record.text(`/games/${sound}.pgn`)).toContain('1. e4 {[%cal "a,)", b]} *')
})

const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples/files', name), 'utf8')
const tagsOf = (pgn: string) => readPgn(pgn)[0]!.tags.filter(([name]) => name !== 'GameId')

test('boards that the round had to choose make room for boards that a text names later, in one run or two', async () => {
  const whole = sample('boards-named-late.pgn')
  const texts = whole.split(/(?=\[Event)/)
  for (const runs of [
    [whole],
    texts,
    [...texts].reverse(),
    [texts.slice(0, 2).join(''), texts.slice(2).join('')],
  ]) {
    const record = await openRecord()
    for (const run of runs)
      expect(new Set(outcomes(await record.import(run, 'T')))).toEqual(new Set(['opened']))
    const { games } = await record.get('/tournaments/T/rounds/1/games')
    const boards = games.map(({ board, white }: { board: number; white: { name: string } }) => [
      board,
      white.name,
    ])
    expect(boards.slice(0, 2)).toEqual([
      [1, 'Gor, G'],
      [2, 'Egi, E'],
    ])
    expect(new Set(boards.slice(2).map(([, name]: [number, string]) => name))).toEqual(
      new Set(['Aba, A', 'Cer, C']),
    )
    for (const { game } of games) {
      const tags = new Map(tagsOf(await record.text(`/games/${game}.pgn?view=text`)))
      expect(tags.has('Board')).toBe(false)
    }
  }
})

test.each(['round-unknown.pgn', 'clocks-without-time-control.pgn', 'boards-named-late.pgn'])(
  'what %s does not say is not said, in a tournament or out of it',
  async (name) => {
    for (const tournament of [undefined, 'T']) {
      const record = await openRecord()
      const texts = sample(name).split(/(?=\[Event)/)
      for (const text of texts) {
        const [game] = await record.import(text, tournament)
        const back = await record.text(`/games/${game!.id}.pgn?view=text`)
        const given = new Map(tagsOf(text))
        const roster = { Site: '?', Date: '????.??.??', Round: '?' }
        expect(Object.fromEntries(tagsOf(back))).toEqual({ ...roster, ...Object.fromEntries(given) })
      }
    }
  },
)

test('what an arbiter says of an import where its text said nothing is said', async () => {
  const record = await openRecord()
  const [game] = await record.import(sample('round-unknown.pgn'), 'T')
  const data = { fields: { round: 7, site: 'Hall' }, reason: 'as on the bulletin' }
  const event = { id: 'd', type: 'details-corrected', by: 'arbiter', at: new Date(START).toISOString(), data }
  const answer = await record.client.request('POST', `/games/${game!.id}/events`, {
    body: { events: [event] },
  })
  expect(answer.status).toBe(200)
  const tags = new Map(tagsOf(await record.text(`/games/${game!.id}.pgn?view=text`)))
  expect([tags.get('Round'), tags.get('Board'), tags.get('Site')]).toEqual(['7', undefined, 'Hall'])
})

test('another game than chess is reported by its name and kept as written; nobody is charged with an illegal move', async () => {
  const record = await openRecord()
  const text = sample('other-variant.pgn')
  const [game] = await record.import(text)
  expect(game!.warnings.map(({ reason }) => reason)).toEqual([
    'Variant "Antichess" is another game than chess; its moves are kept as written and not judged',
  ])
  expect(await record.get(`/games/${game!.id}`)).toMatchObject({
    moves: [],
    verdicts: [],
    counters: { illegalMoves: { white: 0, black: 0 } },
    result: { white: '1', black: '0' },
  })
  const back = await record.text(`/games/${game!.id}.pgn?view=text`)
  expect(back).toContain('[Variant "Antichess"]')
  expect(back).toContain('1. e3 d5 2. Bb5 h6 3. Bxe8 Qxe8 1-0')
  expect(outcomes(await record.import(text))).toEqual(['there'])
})

test.each(['Standard', 'chess', 'From Position', 'Standard Chess', '?', ''])(
  'a Variant "%s" is chess',
  async (variant) => {
    const record = await openRecord()
    const [game] = await record.import(`${TAGS}[Variant "${variant}"]\n\n1. e4 e5 *\n`)
    expect(await record.get(`/games/${game!.id}`)).toMatchObject({ moves: [{ san: 'e4' }, { san: 'e5' }] })
  },
)

test('moves after a fivefold repetition are kept, shown as played after the end, and counted in a warning', async () => {
  const record = await openRecord()
  const [game] = await record.import(sample('moves-after-fivefold.pgn'))
  expect(game!.warnings.map(({ ply, reason }) => `${ply}: ${reason}`)).toEqual([
    '17: the game had ended by fivefold-repetition after ply 16; 7 more moves are kept as played after the end',
    "23: the board says ½-½ (fivefold-repetition); the text's result is entered",
  ])
  const { moves, movesAfterEnd, fen } = await record.get(`/games/${game!.id}`)
  expect(moves).toHaveLength(16)
  expect(fen).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 16 9')
  expect(
    movesAfterEnd.map(
      ({ ply, san, legal }: { ply: number; san: string; legal: boolean }) => `${ply} ${san} ${legal}`,
    ),
  ).toEqual([
    '17 e4 true',
    '18 e5 true',
    '19 Bc4 true',
    '20 Nc6 true',
    '21 Qh5 true',
    '22 Nf6 true',
    '23 Qxf7# true',
  ])
  const text = await record.text(`/games/${game!.id}.pgn?view=text`)
  expect(readPgn(text)[0]!.moves.map((move) => move.text)).toEqual(
    readPgn(sample('moves-after-fivefold.pgn'))[0]!.moves.map((move) => move.text),
  )
  const strict = readPgn(await record.text(`/games/${game!.id}.pgn`))[0]!
  expect(strict.moves).toHaveLength(16)
  expect(strict.moves.at(-1)!.comments).toEqual([
    'The game ended here by the Laws (fivefold-repetition); 7 moves were played on, from e4; the text view has the rest.',
  ])
  expect(strict.result).toBe('1-0')
  expect(outcomes(await record.import(sample('moves-after-fivefold.pgn')))).toEqual(['there'])
})

test.each([
  ['seventy-five-moves', '4k3/8/8/8/8/8/4R3/4K3 w - - 149 100', '100. Rd2 Ke7 101. Rd3', 'Ke7'],
  ['dead-position', '8/8/4k3/8/8/3pK3/8/8 w - - 0 60', '60. Kxd3 Kd5 61. Ke3', 'Kd5'],
])(
  'moves after the end by %s are kept: text has them, strict ends there and says why',
  async (rule, fen, moves, next) => {
    const record = await openRecord()
    const text = `${TAGS}[SetUp "1"]\n[FEN "${fen}"]\n[Result "1/2-1/2"]\n\n${moves} 1/2-1/2\n`
    const [game] = await record.import(text)
    expect(game!.warnings.map(({ reason }) => reason)).toEqual([
      `the game had ended by ${rule} after ply 1; 2 more moves are kept as played after the end`,
    ])
    const state = await record.get(`/games/${game!.id}`)
    expect([state.moves.length, state.movesAfterEnd.length, state.result.rule]).toEqual([1, 2, rule])
    const whole = readPgn(await record.text(`/games/${game!.id}.pgn?view=text`))[0]!
    expect(whole.moves.map((move) => move.text)).toEqual(readPgn(text)[0]!.moves.map((move) => move.text))
    const strict = readPgn(await record.text(`/games/${game!.id}.pgn`))[0]!
    expect(strict.moves.map(({ comments }) => comments)).toEqual([
      [
        `The game ended here by the Laws (${rule}); 2 moves were played on, from ${next}; the text view has the rest.`,
      ],
    ])
  },
)

test('moves after mate are kept with their clocks, an illegal one in long form', async () => {
  const tags =
    '[Event "After mate"]\n[White "A"]\n[Black "B"]\n[TimeControl "300"]\n[Result "0-1"]\n[PlyCount "6"]\n'
  const text = `${tags}\n1. f3 {[%clk 0:04:50]} e5 {[%clk 0:04:51]} 2. g4 {[%clk 0:04:40]} Qh4# {[%clk 0:04:41]} 3. Kf2 {[%clk 0:04:30]} Nc6 {[%clk 0:04:31]} 0-1\n`
  const record = await openRecord()
  const [game] = await record.import(text)
  const shown = readPgn(await record.text(`/games/${game!.id}.pgn?view=text`))[0]!
  expect(shown.moves.map((move) => [move.text, move.clk])).toEqual([
    ['f3', 290_000],
    ['e5', 291_000],
    ['g4', 280_000],
    ['Qh4#', 281_000],
    ['Ke1-f2', 270_000],
    ['Nc6+', 271_000],
  ])
  const strict = await record.text(`/games/${game!.id}.pgn`)
  expect(strict).toContain('[PlyCount "4"]')
  expect(strict).toContain('[Result "0-1"]')
  expect(strict).toMatch(/0-1\n$/)
})

test('values that fit no field are reported once a text, and come back as they were written', async () => {
  const record = await openRecord()
  const tags =
    '[Event "Odd"]\n[Date "9 March 2024"]\n[White "A"]\n[Black "B"]\n[WhiteElo "2300u"]\n[BlackFideId "-"]\n'
  const games = await record.import(`${tags}\n1. e4 *\n\n${tags}\n1. d4 *\n`)
  expect(games.map(({ warnings }) => warnings.map(({ reason }) => reason))).toEqual([
    [
      'Date "9 March 2024" is not a date such as 2024.03.09; it is kept as a tag',
      'WhiteElo "2300u" is not a rating up to 4000; it is kept as a tag',
    ],
    [expect.stringContaining('another game with the same tags')],
  ])
  expect(await record.text(`/games/${games[0]!.id}.pgn`)).toContain('[Date "9 March 2024"]')
})

test('that decided games tell no reason of their end is reported once a text', async () => {
  const record = await openRecord()
  const game = (white: string, result: string) => `[White "${white}"]\n\n1. e4 e5 ${result}\n\n`
  const games = await record.import(
    game('A', '1/2-1/2') + game('B', '1-0') + game('C', '0-1') + game('D', '1-0'),
  )
  const said = '1-0 without a mate on the board: the text does not tell how the game ended'
  expect(games.map(({ warnings }) => warnings.map(({ reason }) => reason))).toEqual([[], [said], [], []])
})

test('the option that would read a text is named in the warning', async () => {
  const record = await openRecord()
  const [game] = await record.import(`${TAGS}\n1. e4 e5 2. Sf3 Sc6 *\n`)
  expect(game!.warnings[0]!.reason).toMatch(/; --language sl \(or sr, pl, de, hr\) reads it$/)
})

test('a record that admits nobody ends the import at the first game', async () => {
  const asked: string[] = []
  const client = {
    request: async (_: string, path: string) => {
      asked.push(path)
      return { status: 401, headers: {}, text: '{"detail":"no token"}' }
    },
  }
  const text = (async function* () {
    yield `${TAGS}\n1. e4 *\n\n${TAGS}\n1. d4 *\n`
  })()
  const reading = async () => {
    for await (const _ of importPgn(client, text, { now: Date.UTC(2026, 1, 1) }));
  }
  await expect(reading()).rejects.toThrow(NotAdmitted)
  expect(asked).toHaveLength(1)
})
