/** How many streams a process bears, and of whom: readers without a token cannot use up those of readers who have one. */
import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { openService } from '../../functions/app/service.ts'
import { createLiveStreams, type LiveStreams, type StreamLimits } from '../../functions/feeds/live-streams.ts'
import { sseBatch } from '../../functions/feeds/sse.ts'
import { type ReaderName, readerName } from '../../functions/feeds/stream-readers.ts'
import type { StreamSource } from '../../functions/feeds/stream-source.ts'
import { clientNetwork } from '../../functions/http/client-network.ts'
import type { Metrics } from '../../functions/observability/metrics.ts'
import { metricsRegistry } from '../../functions/observability/metrics-registry.ts'
import { testPorts } from '../kit/service.ts'

const LIMITS: StreamLimits = {
  readers: 10,
  anonymous: 6,
  ofOne: 3,
  unsentBytes: 1_000_000,
  channelBytes: 10_000,
}

const open = (limits: Partial<StreamLimits> = {}, metrics?: Metrics) => {
  const service = openService(testPorts())
  return createLiveStreams({ ...service, ...(metrics && { metrics }) }, { limits: { ...LIMITS, ...limits } })
}

/** Says `text` at first, and again whenever it is looked at. */
const source = (text: string): StreamSource => {
  const batch = sseBatch(1, [{ name: 'snapshot', data: JSON.stringify(text) }])
  return {
    belonging: {},
    streams: new Set(['game#g']),
    refresh: async () => batch,
    snapshot: () => [batch],
    since: () => null,
    dueAt: () => null,
    bytes: () => batch.bytes.length,
  }
}

async function join(
  live: LiveStreams,
  who: ReaderName,
  { channel = 'c', text = 'x', takes = true } = {},
): Promise<PassThrough> {
  const out = new PassThrough({ highWaterMark: 1 })
  if (takes) out.resume()
  await live.follow(channel, () => source(text), {
    who,
    out,
    wire: out,
    lastEventId: null,
    coding: 'identity',
    mayRead: async () => true,
  })
  return out
}

const left = (out: PassThrough) => new Promise((resolve) => out.once('close', resolve))
const stranger = (n: number) => readerName(null, `10.0.0.${n}`)

test('readers without a token share what is left of them, those with one still find room', async () => {
  const live = open()
  for (let n = 0; n < 6; n++) {
    expect(live.hasRoom(stranger(n))).toBe(true)
    await join(live, stranger(n))
  }
  expect(live.hasRoom(stranger(7))).toBe(false)
  const board = readerName('t1', '10.0.0.1')
  expect(live.hasRoom(board)).toBe(true)
  const mine = await join(live, board)
  expect(mine.destroyed).toBe(false)
})

test('one address, and one token, has its share and no more; a reader who leaves makes room', async () => {
  const live = open()
  for (const who of [stranger(1), readerName('t1', '')]) {
    const joined = [await join(live, who), await join(live, who), await join(live, who)]
    expect(live.hasRoom(who)).toBe(false)
    const [first] = joined
    first!.destroy()
    await left(first!)
    expect(live.hasRoom(who)).toBe(true)
  }
  expect(live.hasRoom(stranger(2))).toBe(true)
})

test('of many who were told at one instant that there is room no more join than there is', async () => {
  const metrics = metricsRegistry()
  const live = open({}, metrics)
  const all = await Promise.all(Array.from({ length: 9 }, () => join(live, stranger(1))))
  expect(all.filter((out) => !out.writableEnded)).toHaveLength(3)
  expect(await metrics.render()).toContain('touchmove_streams_ended_total{why="full"} 6\n')
})

test('a reader that left before it joined is not counted', async () => {
  const live = open()
  const gone = new PassThrough()
  gone.destroy()
  for (let n = 0; n < 5; n++)
    await live.follow('c', () => source('x'), {
      ...{ who: stranger(1), out: gone, wire: gone, lastEventId: null, coding: 'identity' as const },
      mayRead: async () => true,
    })
  expect(live.hasRoom(stranger(1))).toBe(true)
})

test('what readers do not take has a sum: the one longest behind is hung up on, and counted', async () => {
  const metrics = metricsRegistry()
  const live = open({ unsentBytes: 70_000, channelBytes: 100_000 }, metrics)
  const text = 'x'.repeat(20_000)
  const slow = [
    await join(live, stranger(1), { text, takes: false }),
    await join(live, stranger(2), { takes: false }),
  ]
  expect(slow.map(({ destroyed }) => destroyed)).toEqual([false, false])
  await live.consumer.onChange('game#g')
  expect(slow.map(({ destroyed }) => destroyed)).toEqual([true, false])
  expect(await metrics.render()).toContain('touchmove_streams_ended_total{why="unsent"} 1\n')
})

test('what channels remember has a sum: those that nobody reads go first, then no one is let in', async () => {
  const live = open()
  const text = 'x'.repeat(3_000)
  for (let n = 0; n < 20; n++) {
    const out = await join(live, stranger(n), { channel: `delay ${n}`, text })
    out.destroy()
    await left(out)
  }
  expect(live.hasRoom(stranger(1))).toBe(true)
  for (let n = 0; n < 4; n++) await join(live, stranger(n), { channel: `now ${n}`, text })
  expect(live.hasRoom(stranger(9))).toBe(false)
})

test('an IPv6 client is known by its network, however it writes its address', () => {
  expect(
    [
      ...['2001:db8:1:2::3', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:0db8:0001:0002::'],
      ...['fe80::1%eth0', '::1', '::ffff:10.0.0.7', '10.0.0.7', ''],
    ].map(clientNetwork),
  ).toEqual([
    ...['2001:db8:1:2::/64', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    ...['fe80:0:0:0::/64', '0:0:0:0::/64', '10.0.0.7', '10.0.0.7', ''],
  ])
})

test('a process that polls begins no poll while another is under way, so that a look that takes long leaves none waiting', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const live = createLiveStreams(openService(testPorts({ singleWriter: false })), { limits: LIMITS })
    const looks: (() => void)[] = []
    const quick = source('x')
    let isSlow = false
    const slow: StreamSource = {
      ...quick,
      async refresh() {
        if (isSlow) await new Promise<void>((resolve) => looks.push(resolve))
        return null
      },
    }
    const out = new PassThrough()
    out.resume()
    const reader = { who: stranger(1), out, wire: out, lastEventId: null, coding: 'identity' } as const
    await live.follow('c', () => slow, { ...reader, mayRead: async () => true })
    isSlow = true
    await vi.advanceTimersByTimeAsync(10_000)
    expect(looks).toHaveLength(1)
    // Were nine more waiting, the next would begin without a new second.
    looks[0]!()
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    expect(looks).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(looks).toHaveLength(2)
    looks[1]!()
    live.close()
  } finally {
    vi.useRealTimers()
  }
})
