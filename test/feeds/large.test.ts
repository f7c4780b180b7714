/** A tournament of many games read again and again, as by who polls its file. */
import { expect, test } from 'vitest'
import { lensOf } from '../../functions/feeds/lens.ts'
import { need } from '../kit/reports.ts'
import { openDesk, READER, START, TIMED, testPorts } from '../kit/service.ts'

test('a tournament of eight hundred games is folded once, and not again at the next reading', async () => {
  const ports = testPorts({ soleWriter: true })
  let loads = 0
  const load = (stream: string, after: number) => {
    loads++
    return ports.log.load(stream, after)
  }
  const desk = await openDesk({ ...ports, log: { ...ports.log, load } })
  const token = await desk.token('admin')
  await desk.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
  for (let round = 1; round <= 8; round++) {
    const games = Array.from({ length: 100 }, (_, k) => ({ ...TIMED, id: `r${round}b${k + 1}` }))
    const answer = await desk.ask('POST', `/tournaments/T/rounds/${round}/games`, { token, body: { games } })
    expect(answer.status, answer.text).toBeLessThan(300)
  }
  const lens = lensOf(desk.service, { principal: READER, receivedAt: START, delay: 0 })
  const first = need(await lens.tournament('T'))
  expect(first.rounds.flatMap(({ games }) => games)).toHaveLength(800)
  loads = 0
  expect(need(await lens.tournament('T')).version).toBe(first.version)
  expect(loads).toBe(0)
})
