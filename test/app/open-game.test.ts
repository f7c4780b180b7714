import { expect, test } from 'vitest'
import { openNewGame } from '../../functions/app/open-game.ts'
import { gameEvents } from '../../functions/app/read-game.ts'
import { openService } from '../kit/compose.ts'
import { append, need, report } from '../kit/reports.ts'
import { ARBITER, GAME, OPERATOR, principal, READER, START, testPorts } from '../kit/service.ts'

const wish = (more: object = {}) => ({ id: 'g1', data: GAME, receivedAt: START, principal: ARBITER, ...more })

test('a game is opened by its description, with the person who opened it', async () => {
  const service = openService(testPorts())
  expect(need(await openNewGame(service, wish({ principal: OPERATOR })))).toEqual({
    id: 'g1',
    head: 1,
    replayed: false,
  })
  expect(await gameEvents(service, 'g1')).toMatchObject([
    {
      id: 'game-opened',
      type: 'game-opened',
      by: 'operator',
      data: GAME,
      game: 'g1',
      seq: 1,
      principal: 'operator',
      v: 2,
    },
  ])
})

test('an opening may say when it was', async () => {
  const service = openService(testPorts())
  const at = '2026-03-14T13:30:00.000Z'
  need(await openNewGame(service, wish({ at })))
  expect((await gameEvents(service, 'g1'))[0]?.at).toBe(at)
  expect(need(await openNewGame(service, wish({ at }))).replayed).toBe(true)
  expect(await openNewGame(service, wish({ at: '2026-03-14T13:31:00.000Z' }))).toMatchObject({
    error: { code: 'id-reused' },
  })
  expect(await openNewGame(service, wish({ id: 'g2', at: '2026-03-16T00:00:00.000Z' }))).toMatchObject({
    error: { code: 'invalid', errors: [{ pointer: '/at' }] },
  })
})

test('the same id is the same game only with the same description, in the same place', async () => {
  const ports = testPorts()
  const belonging = { tournament: 'T', round: '1' }
  need(await openNewGame(openService(ports), wish({ belonging })))
  for (const service of [openService(ports), openService(ports)]) {
    expect(need(await openNewGame(service, wish({ belonging }))).replayed).toBe(true)
    for (const other of [
      {},
      { belonging: { tournament: 'U', round: '1' } },
      { belonging: { tournament: 'T', round: '2' } },
      { belonging, data: { ...GAME, black: { name: 'Dufresne, Jean' } } },
      { belonging, data: { ...GAME, site: 'London' } },
    ])
      expect(await openNewGame(service, wish(other)), JSON.stringify(other)).toMatchObject({
        error: { code: 'id-reused' },
      })
  }
})

test('the same description later is the same game, whatever was reported or corrected since', async () => {
  const service = openService(testPorts())
  need(await openNewGame(service, wish()))
  const correction = report('c', 'details-corrected', 'arbiter', {
    fields: { site: 'London' },
    reason: 'was missing',
  })
  need(await append(service, [correction], { principal: ARBITER }))
  expect(need(await openNewGame(service, wish()))).toEqual({ id: 'g1', head: 2, replayed: true })
})

test('faults of the description name its own fields', async () => {
  const service = openService(testPorts())
  const data = { ...GAME, white: { name: '' }, plya: 'blitz', start: { fen: '8/8/8/8 w' } }
  const refused = await openNewGame(service, wish({ data }))
  expect(refused).toMatchObject({ ok: false, error: { code: 'invalid' } })
  const pointers = refused.ok ? [] : (refused.error.errors ?? []).map(({ pointer }) => pointer)
  expect(pointers.sort()).toEqual(['/plya', '/start/fen', '/white/name'])
})

test('readers open nothing, and a token opens games within its reach', async () => {
  const service = openService(testPorts())
  const belonging = { tournament: 'T', round: '1' }
  expect(await openNewGame(service, wish({ principal: null }))).toMatchObject({
    error: { code: 'not-authenticated' },
  })
  expect(await openNewGame(service, wish({ principal: READER }))).toMatchObject({
    error: { code: 'not-allowed' },
  })
  const own = principal('operator', 'tournament:T')
  expect(await openNewGame(service, wish({ principal: own }))).toMatchObject({
    error: { code: 'not-allowed' },
  })
  expect(need(await openNewGame(service, wish({ principal: own, belonging }))).head).toBe(1)
})

test('two who open the same game at once open it once', async () => {
  const ports = testPorts()
  const opened = await Promise.all([0, 1, 2].map(() => openNewGame(openService(ports), wish())))
  expect(opened.map((each) => need(each).replayed).sort()).toEqual([false, true, true])
  expect(await gameEvents(openService(ports), 'g1')).toHaveLength(1)
  const others = await Promise.all(
    [GAME, { ...GAME, site: 'Riga' }].map((data) =>
      openNewGame(openService(ports), wish({ id: 'g2', data })),
    ),
  )
  expect(others.map(({ ok }) => ok).sort()).toEqual([false, true])
})
