/** Looks at a round of many boards are made in parts and shared, so that who reports meanwhile does not wait for all of them. */
import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLiveStreams } from '../../functions/feeds/live-streams.ts'
import { readerName } from '../../functions/feeds/stream-readers.ts'
import { roundStreamSource } from '../../functions/feeds/stream-round.ts'
import type { StreamSource } from '../../functions/feeds/stream-source.ts'
import { hall, pairing } from '../kit/hall.ts'
import { append, move, need, report } from '../kit/reports.ts'

const BOARDS = 170

test('between every fifty boards of a look other work has its turn, and the look shows all of them', async () => {
  const { open, service } = await hall()
  const pairings = Array.from({ length: BOARDS }, (_, k) =>
    pairing(`W${k}`, `B${k}`, { id: `g${k}`, board: k + 1 }),
  )
  for (let next = 0; next < BOARDS; next += 50) await open(pairings.slice(next, next + 50))
  const source = roundStreamSource(service, { tournament: 'T', round: '1' }, 'public', 0, 'all')
  let [turns, isOver] = [0, false]
  const others = (async () => {
    while (!isOver) {
      await nextTurn()
      if (!isOver) turns++
    }
  })()
  const batch = await source.refresh(null)
  isOver = true
  await others
  expect(turns).toBeGreaterThanOrEqual(3)
  expect(String(batch?.bytes).match(/"state":/g)).toHaveLength(BOARDS)
  expect(await source.refresh(new Set(['game#g3']))).toBeNull()
})

test('readers who come together share two looks, and for one who comes later only what went on is looked at', async () => {
  const { open, service } = await hall()
  await open([1, 2, 3].map((board) => pairing(`W${board}`, `B${board}`, { id: `g${board}`, board })))
  const looks: (readonly string[] | null)[] = []
  const source = (): StreamSource => {
    const round = roundStreamSource(service, { tournament: 'T', round: '1' }, 'public', 0, 'all')
    return {
      ...round,
      refresh(changed) {
        looks.push(changed && [...changed])
        return round.refresh(changed)
      },
    }
  }
  const live = createLiveStreams(service)
  const follow = async (k: number): Promise<PassThrough> => {
    const out = new PassThrough()
    const who = readerName(null, `192.0.2.${k}`)
    const reader = { who, out, wire: out, lastEventId: null, coding: 'identity' } as const
    await live.follow('round', source, { ...reader, mayRead: async () => true })
    return out
  }
  const together = Array.from({ length: 20 }, (_, k) => follow(k))
  await nextTurn()
  const whileLooking = Array.from({ length: 20 }, (_, k) => follow(20 + k))
  for (const each of [...together, ...whileLooking])
    expect(String((await each).read()).match(/"state":/g)).toHaveLength(3)
  expect(looks[0]).toBeNull()
  expect(looks.slice(1).filter((changed) => changed?.length !== 0)).toEqual([])
  expect(looks.length).toBeLessThanOrEqual(2)
  looks.length = 0
  need(await append(service, [report('s', 'session-started', 'arbiter')], { game: 'g2' }))
  need(await append(service, [move('m', 'white', 'e2', 'e4', 1000)], { game: 'g2' }))
  // Nobody has notified the streams yet.
  expect(String((await follow(40)).read())).toContain('"san":"e4"')
  expect(looks).toEqual([['game#g2']])
  live.close()
})
