import { expect, test } from 'vitest'
import { renderPgn } from '../../domain/formats/pgn.ts'
import { numberRounds } from '../../domain/formats/round-numbers.ts'
import { reviewRound } from '../../domain/formats/round-review.ts'
import { renderScoresheets } from '../../domain/formats/scoresheet.ts'
import { standingsOf } from '../../domain/formats/standings.ts'
import { TRF_VERSIONS, writeTrf } from '../../domain/formats/write-trf.ts'
import { fold } from '../../domain/game/index.ts'
import * as shown from '../../functions/routes/federation-schemas.ts'
import { importOne, importText, stored } from '../ingest/kit.ts'
import { inventGames } from '../kit/games.ts'
import { openClient } from '../kit/service.ts'
import { trfFaults } from './format-rules.ts'
import { ENTRIES, ROUNDS } from './harbour.ts'
import { openTable } from './kit.ts'

test('standings go by points, players with equal points share a place, and each row adds up', () => {
  const { players, rounds } = standingsOf(ROUNDS, { entries: ENTRIES })
  expect(players.map(({ rank, startingRank, points }) => [rank, startingRank, points])).toEqual([
    [1, 1, 3],
    [2, 3, 2.5],
    [3, 2, 2],
    [4, 5, 1],
    [4, 6, 1],
    [6, 4, 0.5],
  ])
  for (const { points, rounds: cells } of players)
    expect(cells.reduce((sum, cell) => sum + cell.points, 0)).toBe(points)
  expect(rounds.map(({ number, games }) => [number, games])).toEqual([
    [1, 3],
    [2, 3],
    [3, 2],
    [4, 2],
  ])
  expect(players[0]!.played).toBe(3)
})

test('the tournament’s scoring counts: three points for a win, one for a draw', () => {
  const scoring = { win: 3, draw: 1, loss: 0 }
  const table = openTable({ regulations: { scoring } })
  table.tell('result-set', 'arbiter', { white: '1', black: '0', reason: 'sheet' })
  const second = openTable({ regulations: { scoring } })
  second.tell('result-set', 'arbiter', { white: '½', black: '½', reason: 'sheet' })
  const round = (number: number, { state }: typeof table) => ({
    ...{ id: `${number}`, number },
    games: [{ game: `G${number}`, board: 1, state }],
  })
  const { players } = standingsOf([round(1, table), round(2, second)], { scoring })
  expect(players.map(({ name, points }) => [name, points])).toEqual([
    ['Anna', 4],
    ['Boris', 1],
  ])
})

test('`?`, NN and BYE name no player: they have no row, are not the same from game to game, and the opponent has the points', () => {
  const game = (id: string, board: number, white: object, black: object, result: [string, string]) => {
    const table = openTable({ white, black } as never)
    table.tell('result-set', 'arbiter', { white: result[0], black: result[1], reason: 'sheet' })
    return { game: id, board, state: table.state }
  }
  const [anna, boris] = [{ name: 'Anna', fideId: 1001 }, { name: 'Boris' }]
  const round = {
    ...{ id: '1', number: 1 },
    games: [
      game('a', 1, anna, { name: '?' }, ['1', '0']),
      game('b', 2, { name: 'N.N.' }, boris, ['½', '½']),
      game('c', 3, { name: 'NN' }, { name: 'BYE' }, ['1', '0']),
      game('d', 4, { name: '?', fideId: 1003 }, { name: '王' }, ['+', '-']),
    ],
  }
  const { players, besides } = standingsOf([round])
  expect(
    players.map(({ name, points, rounds: [cell] }) => [name, points, cell!.game, cell!.opponent]),
  ).toEqual([
    ['?', 1, 'd', 4],
    ['Anna', 1, 'a', null],
    ['Boris', 0.5, 'b', null],
    ['王', 0, 'd', 1],
  ])
  expect(besides).toEqual([{ round: 1, game: 'c' }])
  for (const version of TRF_VERSIONS) {
    const report = writeTrf({ name: 'Club' }, [round], version)
    expect(trfFaults(report)).toEqual([])
    expect(report).toMatch(/^001.* Anna .* {2}0000 - U/m)
    expect(report).toMatch(/^001.* Boris .* {2}0000 - H/m)
  }
})

/** A game with a result entered, between players without ids. */
function entered(id: string, white: string, black: string, result: [string, string], change: object = {}) {
  const table = openTable({ white: { name: white }, black: { name: black }, ...change })
  table.tell('result-set', 'arbiter', { white: result[0], black: result[1], reason: 'sheet' })
  return { game: id, board: 1, state: table.state }
}

test('a round’s weight multiplies what it brought, byes included; other rounds count once', () => {
  const scoring = {
    win: 3,
    draw: 1,
    loss: 0,
    roundWeights: [
      { round: 'final', weight: 2 },
      { round: '2', weight: 0.5 },
    ],
  }
  const change = { regulations: { scoring } }
  const rounds = [
    { id: '1', number: 1, games: [entered('a', 'Anna', 'Boris', ['1', '0'], change)] },
    { id: '2', number: 2, games: [entered('b', 'Boris', 'Anna', ['½', '½'], change)] },
    { id: 'final', number: 3, games: [entered('c', 'Anna', 'Boris', ['0', '1'], change)] },
  ]
  const entries = [{ name: 'Cyril', byes: [{ round: 3, type: 'H' as const }] }]
  const { players } = standingsOf(rounds, { scoring, entries })
  expect(players.map(({ name, points, rank }) => [name, points, rank])).toEqual([
    ['Boris', 6.5, 1],
    ['Anna', 3.5, 2],
    ['Cyril', 2, 3],
  ])
})

test('tie-break games have a table of their own, with the tournament’s starting ranks; the main one stands as after its last round', () => {
  const stage = 'tie-break'
  const rounds = [
    {
      ...{ id: '1', number: 1 },
      games: [entered('a', 'Anna', 'Boris', ['½', '½']), entered('b', 'Cyril', 'Dora', ['1', '0'])],
    },
    {
      ...{ id: '2', number: 2 },
      games: [
        entered('c', 'Dora', 'Boris', ['0', '1']),
        entered('t1', 'Anna', 'Boris', ['1', '0'], { stage }),
        entered('t2', 'Boris', 'Anna', ['½', '½'], { stage }),
      ],
    },
  ]
  const entries = [
    { name: 'Boris', startingRank: 7 },
    { name: 'Anna', byes: [{ round: 2, type: 'H' as const }] },
  ]
  const { players, besides, stages } = standingsOf(rounds, { entries })
  expect(besides).toEqual([])
  expect(players.map(({ name, points }) => [name, points])).toEqual([
    ['Boris', 1.5],
    ['Anna', 1],
    ['Cyril', 1],
    ['Dora', 0],
  ])
  expect(stages).toMatchObject([{ stage, besides: [{ round: 2, game: 't2' }] }])
  expect(
    stages![0]!.players.map(({ rank, startingRank, name, points }) => [rank, startingRank, name, points]),
  ).toEqual([
    [1, 1, 'Anna', 1],
    [2, 7, 'Boris', 0],
  ])
  expect(renderPgn(rounds[1]!.games[1]!.state, 't1')).toContain('[Stage "tie-break"]')
  expect(standingsOf(rounds.slice(0, 1), { entries }).stages).toBeUndefined()
})

test('an erased player has a row for each seat: two are not one, and their opponents keep the game', () => {
  const erased = { name: 'erased' }
  const game = (id: string, board: number, white: object, black: object) => {
    const table = openTable({ white, black } as never)
    table.tell('result-set', 'arbiter', { white: '1', black: '0', reason: 'sheet' })
    return { game: id, board, state: table.state }
  }
  const round = (number: number, ...games: ReturnType<typeof game>[]) => ({ id: `${number}`, number, games })
  const { players, besides } = standingsOf([
    round(1, game('a', 1, { name: 'Anna', fideId: 1 }, erased), game('b', 2, erased, { name: 'Boris' })),
    round(2, game('c', 1, erased, erased)),
  ])
  expect(besides).toEqual([])
  expect(
    players.map(({ name, points, rounds: cells }) => [
      name,
      points,
      cells.map((cell) => cell.game ?? cell.bye),
    ]),
  ).toEqual([
    ['Anna', 1, ['a', 'Z']],
    ['erased', 1, ['b']],
    ['erased', 1, ['c']],
    ['Boris', 0, ['b', 'Z']],
    ['erased', 0, ['a']],
    ['erased', 0, ['c']],
  ])
  const ranks = new Map(players.map(({ startingRank, name }) => [startingRank, name]))
  expect(ranks.size).toBe(6)
  for (const { rounds: cells } of players)
    for (const { opponent, bye } of cells) if (bye === undefined) expect(ranks.has(opponent!)).toBe(true)
})

test('rounds that are numbers keep them, words follow in their order', () => {
  expect(numberRounds(['10', '2', 'final', 'semi', '3']).map(({ id, number }) => `${number} ${id}`)).toEqual([
    '2 2',
    '3 3',
    '10 10',
    '11 final',
    '12 semi',
  ])
})

test('the round’s report names what was never opened, what has no result, and what is not as signed', () => {
  const [running, signed, contradicted] = [openTable(), openTable(), openTable()]
  running.moves('e4 e5')
  for (const table of [signed, contradicted])
    table.tell('result-set', 'arbiter', { white: '½', black: '½', reason: 'sheet' })
  for (const side of ['white', 'black']) {
    signed.tell('scoresheet-signed', side, { result: '1/2-1/2' })
    contradicted.tell('scoresheet-signed', side, { result: '1-0' })
  }
  const report = reviewRound([
    { board: 1, game: 'a', state: running.state },
    { board: 2, game: 'b', state: signed.state },
    { board: 3, game: 'c', state: contradicted.state },
    { board: 4, game: 'd', state: null },
  ])
  expect(report).toMatchObject({ games: 4, ended: 2, notOpened: [{ board: 4, game: 'd' }], unsigned: [] })
  expect(report.withoutResult).toEqual([
    { board: 1, game: 'a', white: 'Anna', black: 'Boris', status: 'running', plies: 2 },
  ])
  expect(report.notAsSigned).toEqual([
    {
      ...{ board: 3, game: 'c', white: 'Anna', black: 'Boris', result: '½-½' },
      signed: { white: '1-0', black: '1-0' },
    },
  ])
})

test('a default needs no signature; a game played does', () => {
  const [played, defaulted] = [openTable(), openTable()]
  played.tell('result-set', 'arbiter', { white: '1', black: '0', reason: 'sheet' })
  played.tell('scoresheet-signed', 'white', { result: '1-0' })
  defaulted.tell('result-set', 'arbiter', { white: '+', black: '-', reason: 'sheet' })
  const { unsigned } = reviewRound([
    { board: 1, game: 'a', state: played.state },
    { board: 2, game: 'b', state: defaulted.state },
  ])
  expect(unsigned.map(({ board, missing }) => [board, missing])).toEqual([[1, ['black']]])
})

test('a scoresheet has the moves in the letters of its language, with both clocks', () => {
  const table = openTable()
  table.moves('e4 e5 Nf3 Nc6')
  const page = renderScoresheets([{ game: 'G', state: table.state, board: 9 }], { language: 'pl' })
  expect(page).toContain('<td>Sf3</td><td class="t">1:31:10</td><td>Sc6</td><td class="t">1:31:10</td>')
  expect(page).toContain('<dt>Szachownica</dt><dd>9</dd>')
  expect(page).toContain('<html lang="pl">')
})

test('what players are called cannot become markup, and nothing is fetched or run', () => {
  const table = openTable({ white: { name: '<script>alert(1)</script> & "co"' } })
  const page = renderScoresheets([{ game: 'G', state: table.state }])
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;co&quot;')
  expect(page).not.toMatch(/<script|style="|href=|src=|url\(/)
})

test('draw offers are printed only for readers who may see them, beside the move they came with', () => {
  const table = openTable()
  table.moves('e4 e5 Nf3')
  table.tell('draw-offered', 'black', {}, 1)
  const pages = [false, true].map((offers) =>
    renderScoresheets([{ game: 'G', state: table.state }], { offers }),
  )
  expect(pages.map((page) => page.includes('e5 (=)'))).toEqual([false, true])
})

test('an illegal move that stood has a note in the sheet’s language', () => {
  const table = openTable()
  table.moves('e4 e5 Nf3 Nc6 Bb5 d6 Bxc6+ Nf6')
  const page = renderScoresheets([{ game: 'G', state: table.state }], { language: 'sl' })
  expect(page).toContain('<li>4... Sg8-f6: nemogoča, ni bila vrnjena</li>')
  expect(page).toContain('<td class="odd">Sg8-f6</td>')
})

test('a sheet has two columns of thirty moves, and as many more as it takes', () => {
  const long = inventGames(20, 3, 200).find(({ plies }) => plies.length > 120)!
  const [{ plan }] = importText(long.pgn) as [ReturnType<typeof importOne>]
  const page = renderScoresheets([{ game: 'G', state: fold(stored(plan.reports)) }])
  expect(page.split('<table>').length - 1).toBe(Math.ceil(long.plies.length / 60))
})

test('texts of an import that nobody could play are on its sheet as they were written', () => {
  const { plan } = importOne('[FEN "8/8/8/8/8/8/8/no w - - 0 1"]\n[SetUp "1"]\n\n1. Kd4 Kd6 *\n')
  const page = renderScoresheets([{ game: 'G', state: fold(stored(plan.reports)) }])
  expect(page).toContain('<td class="odd">Kd4</td>')
})

test('over HTTP: a tournament’s weights and a round’s stage reach standings and PGN, as they are described', async () => {
  const client = await openClient()
  const token = await client.token('admin')
  const put = async (method: string, path: string, body: unknown) => {
    const answer = await client.ask(method, path, { token, body })
    expect(answer.status, answer.text).toBeLessThan(300)
  }
  const scoring = { win: 3, draw: 1, loss: 0, roundWeights: [{ round: '1', weight: 2 }] }
  const defaults = { edition: '2023-01-01', play: 'rapid', regulations: { scoring } }
  await put('POST', '/tournaments', { id: 'T', name: 'Open', defaults })
  await put('PATCH', '/tournaments/T/rounds/tb', {
    defaults: { stage: 'tie-break' },
    reason: 'after round 1',
  })
  const players = { white: { name: 'Anna' }, black: { name: 'Boris' } }
  for (const [round, id] of [
    ['1', 'a'],
    ['tb', 'b'],
  ]) {
    await put('POST', `/tournaments/T/rounds/${round}/games`, { games: [{ id, ...players }] })
    const data = { white: '1', black: '0', reason: 'sheet' }
    const event = { id: 'r', type: 'result-set', at: '2026-03-14T14:00:00Z', by: 'arbiter', data }
    await put('POST', `/games/${id}/events`, { events: [event] })
  }
  const { json } = await client.ask('GET', '/tournaments/T/standings')
  expect(shown.standingsSchema.safeParse(json).error).toBeUndefined()
  const points = (table: { players: { name: string; points: number }[] }) =>
    table.players.map((row) => [row.name, row.points])
  expect(points(json)).toEqual([
    ['Anna', 6],
    ['Boris', 0],
  ])
  expect(json.stages.map(points)).toEqual([
    [
      ['Anna', 3],
      ['Boris', 0],
    ],
  ])
  expect((await client.ask('GET', '/games/b.pgn')).text).toContain('[Stage "tie-break"]')
})
