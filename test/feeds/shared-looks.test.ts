/** Readers of a round on a host share looks: none of them sees less, more or later than one who looks alone. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { changeRound } from '../../functions/app/rounds.ts'
import { RecordDamaged } from '../../functions/app/stored-events.ts'
import { createSeenRounds } from '../../functions/feeds/seen-rounds.ts'
import { hall, R1 } from '../kit/hall.ts'
import { need } from '../kit/reports.ts'
import { httpEvent, OPERATOR, START, testPorts, testRouter } from '../kit/service.ts'
import { loadingThrough, loadsThrough, openHostedRound, startGame } from './looks.ts'

test('what falls due while others wait for records is in the answer to the reader who asked when it was due', async () => {
  const { service, ports } = await openHostedRound(3)
  ports.clock.pass(10_000)
  await startGame(service, 'g1')
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const slow = loadingThrough(service, async (stream) => {
    if (stream === 'game#g3') await opened
  })
  const seen = createSeenRounds(slow)
  const versionsAt = async (ms: number) => {
    ports.clock.pass(START + ms - ports.clock.now())
    return (await seen.see(R1, { delay: 1, now: START + ms })).seats.map(({ version }) => version)
  }
  const early = versionsAt(65_000)
  for (let turn = 0; turn < 5; turn++) await nextTurn()
  const late = versionsAt(75_000)
  open()
  expect(await early).toEqual(['g1:1', 'g2:1', 'g3:1'])
  expect(await late).toEqual(['g1:2', 'g2:1', 'g3:1'])
})

test('a game that cannot be read does not make readers wait for those who come after them', async () => {
  const { service, ports } = await openHostedRound(3)
  const damaged = loadingThrough(service, async (stream) => {
    if (stream !== 'game#g2') return
    await nextTurn()
    await nextTurn()
    throw new RecordDamaged('game#g2: a commit is missing')
  })
  const seen = createSeenRounds(damaged)
  const see = async () => (await seen.see(R1, { delay: 0, now: ports.clock.now() })).seats.length
  expect(await see()).toBe(2)
  let isAnswered = false
  const first = see().finally(() => {
    isAnswered = true
  })
  const others: Promise<number>[] = []
  for (let turn = 0; turn < 100 && !isAnswered; turn++) {
    ports.clock.pass(1)
    others.push(see())
    await nextTurn()
  }
  expect(await first).toBe(2)
  expect(new Set(await Promise.all(others))).toEqual(new Set([2]))
  expect(others.length).toBeLessThan(20)
})

test('after the clock of the host was set back nobody sees more than the delay allows', async () => {
  const { service, ports } = await openHostedRound(2)
  const versions = async () => {
    const { seats } = await service.seenRounds!.see(R1, { delay: 5, now: ports.clock.now() })
    return seats.map(({ version }) => version)
  }
  ports.clock.pass(3_600_000)
  expect(await versions()).toEqual(['g1:1', 'g2:1'])
  ports.clock.pass(-3_000_000)
  await startGame(service, 'g2')
  expect(await versions()).toEqual(['g1:1', 'g2:1'])
  ports.clock.pass(299_999)
  expect(await versions()).toEqual(['g1:1', 'g2:1'])
  ports.clock.pass(1)
  expect(await versions()).toEqual(['g1:1', 'g2:2'])
})

test('a round without boards takes its part of what may be remembered', async () => {
  const { service, ports } = await hall(testPorts({ singleWriter: true }))
  const loaded: string[] = []
  const rounds = loadsThrough(service.rounds, (stream) => void loaded.push(stream))
  const small = createSeenRounds({ ...service, rounds }, 10_000)
  const see = async (round: string) => {
    loaded.length = 0
    await small.see({ tournament: 'T', round }, { delay: 0, now: ports.clock.now() })
    return loaded.length
  }
  for (const round of ['1', '2', '3']) {
    const change = { start: '2026-03-14T10:00:00Z' }
    need(await changeRound(service, OPERATOR, { tournament: 'T', round }, change, START))
  }
  expect(await see('1')).toBe(1)
  expect(await see('2')).toBe(1)
  expect(await see('1')).toBe(0)
  expect(await see('3')).toBe(1)
  expect(await see('2')).toBe(1)
})

test('a text without a game that could not be read for it is not taken for the text with all games', async () => {
  const { service: own } = await openHostedRound(3)
  let isDamaged = false
  const damaged = loadingThrough(own, async (stream) => {
    if (stream === 'game#g2' && isDamaged) throw new RecordDamaged('game#g2: a commit is missing')
    // It can be read for the look, and not for the text.
    if (stream === 'game#g3') isDamaged = !isDamaged
  })
  const cold = { ...damaged, games: { ...damaged.games, warm: () => undefined } }
  const router = await testRouter({ ...cold, seenRounds: createSeenRounds(cold) })
  const get = async (headers = {}) => {
    const {
      statusCode,
      body,
      headers: answered,
    } = await router(httpEvent('GET', '/tournaments/T/rounds/1.pgn', headers))
    return { status: statusCode, games: String(body).match(/\[White "/g)?.length, etag: answered?.['etag'] }
  }
  const first = await get()
  expect(first).toMatchObject({ status: 200, games: 2 })
  isDamaged = false
  expect(await get({ 'if-none-match': first.etag })).toMatchObject({ status: 200, games: 3 })
})
