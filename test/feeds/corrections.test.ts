/**
 * Four things go wrong in a round and are put right; every feed shows each as it stands, and the other game is followed
 * without a gap.
 */
import { expect, test } from 'vitest'
import { readPgn } from '../../domain/pgn/index.ts'
import { openClient, TIMED } from '../kit/service.ts'
import { gameFaults, indexFaults, tournamentFaults, trfFaults, trfPlayers } from './format-rules.ts'

const NAMES = [
  'Adel, Mina',
  'Brandt, Jo',
  'Costa, Rui',
  'Duarte, Eva',
  'Ilves, Mart',
  'Jurak, Ana',
  'Kos, Bor',
  'Lah, Cene',
]

async function openRound() {
  const client = await openClient()
  const admin = await client.token('admin')
  const ask = (method: string, path: string, body?: unknown) =>
    client.ask(method, path, { token: admin, body })
  await ask('POST', '/tournaments', { id: 'T', name: 'Open' })
  const games = ['illegal', 'taken-back', 'signed', 'calm'].map((id, k) => ({
    ...{ ...TIMED, id, board: k + 1 },
    ...{ white: { name: NAMES[2 * k] }, black: { name: NAMES[2 * k + 1] } },
  }))
  await ask('POST', '/tournaments/T/rounds/1/games', { games })
  let events = 0
  const report = async (game: string, ...reported: [type: string, by: string, data?: object][]) => {
    const answer = await ask('POST', `/games/${game}/events`, {
      events: reported.map(([type, by, data = {}]) => {
        client.ports.clock.pass(1000)
        return { id: `e${++events}`, type, by, data, at: new Date(client.ports.clock.now()).toISOString() }
      }),
    })
    expect([game, reported[0]![0], answer.status]).toEqual([game, reported[0]![0], 200])
    return answer.json.head as number
  }
  const move = (side: 'white' | 'black', squares: string): [string, string, object?][] => [
    ['move-made', side, { from: squares.slice(0, 2), to: squares.slice(2) }],
    ['clock-pressed', side],
  ]
  const moves = (...all: string[]) =>
    all.flatMap((squares, k) => move(k % 2 === 0 ? 'white' : 'black', squares))
  return { client, ask, report, move, moves, get: (path: string) => client.ask('GET', path) }
}

const movesOf = (pgn: string) =>
  Object.fromEntries(
    readPgn(pgn).map(({ tags, moves }) => [
      Object.fromEntries(tags)['GameId'],
      moves.map(({ text }) => text),
    ]),
  )

test('an illegal move that stood, a move taken back, a result set anew, a moved board: in every feed, beside a calm game', async () => {
  const { ask, report, move, moves, get } = await openRound()
  for (const game of ['illegal', 'taken-back', 'signed', 'calm'])
    await report(game, ['session-started', 'arbiter'])
  // Nobody sees the check: Black plays on, and so does White.
  await report('illegal', ...moves('e2e4', 'e7e5', 'd1h5', 'a7a6', 'h5f7', 'h7h6'))
  // A piece slipped on the sensors; the operator's report is corrected.
  const head = await report('taken-back', ...moves('d2d4', 'd7d5', 'c1f4'))
  await report('taken-back', [
    'report-corrected',
    'arbiter',
    {
      seqs: [head - 1],
      reason: 'the bishop went one further',
      replacement: [{ type: 'move-made', by: 'white', data: { from: 'c1', to: 'g5' } }],
    },
  ])
  await report('signed', ...moves('e2e4', 'e7e5'), [
    'result-set',
    'arbiter',
    { white: '1', black: '0', reason: 'sheet' },
  ])
  await report('signed', ['scoresheet-signed', 'white', { result: '1/2-1/2' }])
  await report('signed', ['result-set', 'arbiter', { white: '½', black: '½', reason: 'misread' }])
  await report('calm', ...moves('c2c4'))
  await ask('PATCH', '/tournaments/T/rounds/1', {
    boards: [
      { board: 1, game: 'calm' },
      { board: 4, game: 'illegal' },
    ],
  })
  await report('calm', ...move('black', 'c7c5'))

  const strict = movesOf((await get('/tournaments/T/rounds/1.pgn')).text)
  expect(strict).toEqual({
    calm: ['c4', 'c5'],
    'taken-back': ['d4', 'd5', 'Bg5'],
    signed: ['e4', 'e5'],
    illegal: ['e4', 'e5', 'Qh5', 'a6', 'Qxf7+'],
  })
  expect(movesOf((await get('/tournaments/T/rounds/1.pgn?view=text')).text)['illegal']).toEqual([
    ...['e4', 'e5', 'Qh5', 'a6', 'Qxf7+', 'h7-h6'],
  ])
  const split = (await get('/tournaments/T.pgn?view=split')).text
  expect(Object.keys(movesOf(split)).sort()).toEqual(['calm', 'illegal', 'signed', 'taken-back'])
  const tags = (id: string) =>
    Object.fromEntries(readPgn(split).find((game) => game.tags.some(([, value]) => value === id))!.tags)
  expect(tags('calm')).toMatchObject({ Board: '1', Round: '1.1', Result: '*' })
  expect(tags('illegal')).toMatchObject({ Board: '4', Round: '1.4' })
  expect(tags('signed')).toMatchObject({ Result: '1/2-1/2' })

  const tournament = (await get('/livechess/T/tournament.json')).json
  expect([tournamentFaults(tournament), tournament.rounds]).toEqual([[], [{ count: 4, live: 3 }]])
  const index = (await get('/livechess/T/round-1/index.json')).json
  expect(indexFaults(index, tournament.rounds[0])).toEqual([])
  expect(
    index.pairings.map(({ white, result }: { white: { lname: string }; result: string }) => [
      white.lname,
      result,
    ]),
  ).toEqual([
    ['Kos', '*'],
    ['Costa', '*'],
    ['Ilves', '1/2-1/2'],
    ['Adel', '*'],
  ])
  const documents = await Promise.all([1, 2, 3, 4].map((n) => get(`/livechess/T/round-1/game-${n}.json`)))
  expect(documents.flatMap(({ json }) => gameFaults(json))).toEqual([])
  const sans = documents.map(({ json }) => json.moves.map((text: string) => text.split(' ')[0]))
  expect(sans[1]).toEqual(['d4', 'd5', 'Bg5'])
  expect(sans[3]).toHaveLength(6)

  const standings = (await get('/tournaments/T/standings')).json.players
  expect(
    standings.slice(0, 2).map(({ name, points }: { name: string; points: number }) => [name, points]),
  ).toEqual([
    ['Ilves, Mart', 0.5],
    ['Jurak, Ana', 0.5],
  ])
  const trf = (await get('/tournaments/T.trf')).text
  expect(trfFaults(trf)).toEqual([])
  expect(
    trfPlayers(trf)
      .flatMap(({ rounds }) => rounds.map(({ code }) => code))
      .sort(),
  ).toEqual([...['=', '=', '?', '?', '?', '?', '?', '?']])
  const report2 = (await ask('GET', '/tournaments/T/rounds/1/report')).json
  expect(report2).toMatchObject({ games: 4, ended: 1, notAsSigned: [] })
  expect((await get('/tournaments/T/rounds/1/scoresheets')).text.split('<article').length - 1).toBe(4)
})
