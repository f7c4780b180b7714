/** Looks of live streams that fail: their readers miss nothing, and wait for nobody. */
import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { changeRound } from '../../functions/app/rounds.ts'
import { createLiveStreams, type LiveStreams } from '../../functions/feeds/live-streams.ts'
import { readerName } from '../../functions/feeds/stream-readers.ts'
import { roundStreamSource } from '../../functions/feeds/stream-round.ts'
import type { Service } from '../kit/compose.ts'
import { R1 } from '../kit/hall.ts'
import { append, move, need } from '../kit/reports.ts'
import { OPERATOR, START } from '../kit/service.ts'
import { loadingThrough, openHostedRound, startGame } from './looks.ts'

/** Reads the round's stream; the text of all that came. */
async function follow(service: Service, live: LiveStreams) {
  const out = new PassThrough({ highWaterMark: 10_000_000 })
  let text = ''
  out.on('data', (bytes: Buffer) => {
    text += String(bytes)
  })
  const source = () => roundStreamSource(service, R1, 'public', 0, 'all')
  const reader = { who: readerName(null, '192.0.2.1'), out, wire: out, lastEventId: null } as const
  await live.follow('round', source, { ...reader, coding: 'identity', mayRead: async () => true })
  return { out, text: () => text }
}

/** A round of two batches with a reader, in which g60 is changed and cannot be read once. */
async function failedLook() {
  const { service } = await openHostedRound(60)
  let isAway = false
  const failing = loadingThrough(service, async (stream) => {
    if (isAway && stream === 'game#g60') throw new Error('the disk is away')
  })
  const live = createLiveStreams(failing)
  const { out, text } = await follow(failing, live)
  for (const game of ['g1', 'g60']) {
    await startGame(service, game)
    need(await append(service, [move('m', 'white', 'e2', 'e4')], { game }))
  }
  need(await changeRound(service, OPERATOR, R1, { start: '2026-03-14T10:00:00Z' }, START))
  isAway = true
  await expect(live.consumer.onChange('game#g60')).rejects.toThrow('the disk is away')
  isAway = false
  const isComplete = () =>
    ['"game":"g1","board":1,"seq":3', '"game":"g60","board":60,"seq":3', 'event: round\n'].every((part) =>
      text().includes(part),
    )
  return { live, out, text, isComplete }
}

test('what a look found before it failed is sent after the next one', async () => {
  const { live, text, isComplete } = await failedLook()
  await live.consumer.onChange('game#g60')
  await nextTurn()
  expect(isComplete(), text().slice(-2_000)).toBe(true)
  expect(text().match(/event: snapshot/g)).toHaveLength(1)
  live.close()
})

test('after a look that failed another is made, also where nothing more happens', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { live, isComplete } = await failedLook()
    await vi.advanceTimersByTimeAsync(2_000)
    for (let turn = 0; turn < 10; turn++) await nextTurn()
    expect(isComplete()).toBe(true)
    live.close()
  } finally {
    vi.useRealTimers()
  }
})

test('a stream whose channel is dropped during its first look ends, so that its reader comes back', async () => {
  const { service } = await openHostedRound(2)
  const live = createLiveStreams(service)
  const following = follow(service, live)
  live.close()
  const { out } = await following
  expect(out.writableEnded).toBe(true)
})
