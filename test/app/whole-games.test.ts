/** Games that come whole: one commit each, each by itself, and the same record as game by game. */
import { expect, test } from 'vitest'
import { appendReports } from '../../functions/app/append-reports.ts'
import { openNewGame } from '../../functions/app/open-game.ts'
import { gameEvents } from '../../functions/app/read-game.ts'
import { readCommits } from '../../functions/app/streams.ts'
import { recordWholeGames, type WholeGame } from '../../functions/app/whole-games.ts'
import { openService } from '../kit/compose.ts'
import { need, report } from '../kit/reports.ts'
import { ARBITER, GAME, OPERATOR, principal, READER, START, testPorts } from '../kit/service.ts'

const move = (ply: number, from: string, to: string) =>
  report(`m${ply}`, 'move-made', ply % 2 === 1 ? 'white' : 'black', { from, to })
const result = (white: string, black: string) =>
  report('r', 'result-set', 'operator', { white, black, reason: 'imported' })

const QUIET = [move(1, 'e2', 'e4'), move(2, 'e7', 'e5'), result('½', '½')]
/** 1.f3 e5 2.g4 Qh4 mate. */
const MATE = [move(1, 'f2', 'f3'), move(2, 'e7', 'e5'), move(3, 'g2', 'g4'), move(4, 'd8', 'h4')]

const game = (id: string, events: readonly unknown[] = QUIET, data: object = {}): WholeGame => ({
  id,
  at: new Date(START).toISOString(),
  data: { ...GAME, ...data },
  events,
})

test('each game is one commit, and the record has what it has of games that are opened and then reported', async () => {
  const [whole, single] = [openService(testPorts()), openService(testPorts())]
  const outcomes = await recordWholeGames(whole, OPERATOR, [game('g1'), game('g2', MATE)], START)
  expect(outcomes.map(need)).toEqual([
    { id: 'g1', head: 4, replayed: false },
    { id: 'g2', head: 5, replayed: false },
  ])
  for (const { id, at, data, events } of [game('g1'), game('g2', MATE)]) {
    need(await openNewGame(single, { id, at, data, principal: OPERATOR, receivedAt: START }))
    need(await appendReports(single, { game: id, events, principal: OPERATOR, receivedAt: START }))
    expect(await gameEvents(whole, id)).toEqual(await gameEvents(single, id))
    const commits = await readCommits(whole, `game#${id}`)
    expect(commits.map(({ events }) => events.length)).toEqual([events.length + 1])
    expect(JSON.stringify(commits)).not.toMatch(/Anderssen|imported/)
  }
})

test('a game that is refused goes in with none of its events and keeps no other back', async () => {
  const service = openService(testPorts())
  const bad = [move(1, 'e2', 'e4'), report('x', 'move-made', 'black', { from: 'e7', to: 'e9' })]
  const outcomes = await recordWholeGames(
    service,
    OPERATOR,
    [game('g1'), game('g2', bad), game('g3', QUIET, { edition: '1999' }), game('g4', MATE)],
    START,
  )
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, false, true])
  expect(outcomes[1]).toMatchObject({
    error: { code: 'invalid', errors: [{ index: 1, pointer: '/data/to' }] },
  })
  expect(outcomes[2]).toMatchObject({ error: { code: 'invalid', errors: [{ pointer: '/edition' }] } })
  for (const id of ['g2', 'g3']) expect(await gameEvents(service, id)).toEqual([])
})

test('the same request again changes nothing and says so; another game under a used id is refused', async () => {
  const service = openService(testPorts())
  await recordWholeGames(service, OPERATOR, [game('g1')], START)
  const [again, other, twin] = await recordWholeGames(
    service,
    OPERATOR,
    [game('g1'), game('g1', MATE), game('g1', QUIET, { site: 'London' })],
    START + 60_000,
  )
  expect(again).toEqual({ ok: true, value: { id: 'g1', head: 4, replayed: true } })
  expect(other).toMatchObject({ error: { code: 'id-reused' } })
  expect(twin).toMatchObject({ error: { code: 'id-reused' } })
  expect(await readCommits(service, 'game#g1')).toHaveLength(1)
  // Opened alone it may be played by now: nothing is added behind its players' backs.
  need(await openNewGame(service, { id: 'live', data: GAME, principal: ARBITER, receivedAt: START }))
  const [live] = await recordWholeGames(service, OPERATOR, [game('live')], START)
  expect(live).toMatchObject({ error: { code: 'id-reused' } })
  expect(await gameEvents(service, 'live')).toHaveLength(1)
})

test('a token that may not open games, or report what is in one, is refused as with single requests', async () => {
  const service = openService(testPorts())
  for (const who of [null, READER, principal('board', 'game:g1')])
    expect((await recordWholeGames(service, who, [game('g1')], START))[0]).toMatchObject({ ok: false })
  const ruling = [...QUIET, report('i', 'irregularity-noticed', 'arbiter', { kind: 'other' })]
  const disputed = [...MATE, result('1', '0')]
  const [ruled, won, quiet] = await recordWholeGames(
    service,
    OPERATOR,
    [game('g1', ruling), game('g2', disputed), game('g3')],
    START,
  )
  expect(ruled).toMatchObject({ error: { code: 'not-allowed', errors: [{ index: 3, pointer: '/type' }] } })
  expect(won).toMatchObject({ error: { code: 'not-allowed', errors: [{ index: 4 }] } })
  expect(quiet).toMatchObject({ ok: true })
  expect((await recordWholeGames(service, ARBITER, [game('g1', ruling)], START))[0]).toMatchObject({
    ok: true,
  })
})

test('a game has at most 999 events besides its opening', async () => {
  const service = openService(testPorts())
  const notes = (count: number) =>
    Array.from({ length: count }, (_, k) => report(`n${k}`, 'piece-lifted', 'board', { square: 'e2' }))
  const [long, most] = await recordWholeGames(
    service,
    OPERATOR,
    [game('g1', notes(1000)), game('g2', notes(999))],
    START,
  )
  expect(long).toMatchObject({ error: { code: 'too-large' } })
  expect(most).toMatchObject({ ok: true, value: { head: 1000 } })
})
