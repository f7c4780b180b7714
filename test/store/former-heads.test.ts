/** Heads of the log lie in shards, and a release that has them in one partition may share the database, or be gone back to. */
import { expect, test } from 'vitest'
import type { Ports } from '../../functions/ports.ts'
import { queueAppends, sequenceAppends, sequencedHead } from '../../functions/store/append-log.ts'
import { appendTo, expectWholeLog, wholeLog } from '../kit/append-log.ts'
import { formerSequenceAppends } from '../kit/former-append-log.ts'
import { numbers } from '../kit/games.ts'
import { type TestPorts, testPorts } from '../kit/service.ts'
import { trials } from '../kit/trials.ts'

const RELEASES = [formerSequenceAppends, sequenceAppends] as const
const WRITES = ['put', 'putAll', 'putIfNewer', 'putIfAbsent', 'delete'] as const

/** A process that dies at a write for which `isLast` holds, before it or just after it. */
function dying(ports: TestPorts, isLast: () => boolean, after = false): TestPorts {
  const registry = { ...ports.registry } as Record<string, unknown>
  for (const name of WRITES) {
    const write = ports.registry[name] as (...args: unknown[]) => Promise<unknown>
    registry[name] = async (...args: unknown[]) => {
      const isOver = isLast()
      if (isOver && !after) throw new Error('ended')
      const written = await write(...args)
      if (isOver) throw new Error('ended')
      return written
    }
  }
  return { ...ports, registry: registry as unknown as Ports['registry'] }
}

async function report(ports: TestPorts, stream: string, commits = 1): Promise<void> {
  for (let k = 0; k < commits; k++) await appendTo(ports, stream)
  await queueAppends(ports, stream)
}

const countOf = async (ports: TestPorts, pk: string): Promise<number> => {
  let count = 0
  for await (const _ of ports.registry.query(pk)) count++
  return count
}

test('heads are divided among four partitions, and the one of a former release is left alone', async () => {
  const ports = testPorts()
  for (let k = 0; k < 600; k++) await report(ports, `game#r1b${k}`)
  expect(await sequenceAppends(ports)).toBe(600)
  for (const shard of [0, 1, 2, 3]) expect(await countOf(ports, `log#heads#${shard}`)).toBeGreaterThan(100)
  expect(await countOf(ports, 'log#heads')).toBe(0)
  expect(await sequencedHead(ports, 'game#r1b7')).toBe(1)
})

test('what a former release sequenced is not sequenced again, whether its stream goes on or not', async () => {
  const ports = testPorts()
  await report(ports, 'game#old', 3)
  await report(ports, 'game#both', 2)
  expect(await formerSequenceAppends(ports)).toBe(5)
  await queueAppends(ports, 'game#old')
  await report(ports, 'game#both')
  await report(ports, 'game#new')
  expect(await sequenceAppends(ports)).toBe(2)
  expect([
    await sequencedHead(ports, 'game#old'),
    await sequencedHead(ports, 'game#both'),
    await sequencedHead(ports, 'game#new'),
  ]).toEqual([3, 3, 1])
  await expectWholeLog(ports, ['game#old', 'game#both', 'game#new'])
})

test('one goes back to the former release and forward again, and each commit is in the log once', async () => {
  const ports = testPorts()
  const streams = Array.from({ length: 40 }, (_, k) => `game#g${k}`)
  for (const [turn, sequence] of [0, 1, 0, 1, 1, 0, 0, 1].entries()) {
    for (const [k, stream] of streams.entries()) if ((k + turn) % 3 > 0) await report(ports, stream)
    await RELEASES[sequence]!(ports)
    await expectWholeLog(ports, streams)
  }
})

test.each([false, true])(
  'whichever write the first start of the release dies at, both go on without a commit twice (after it: %s)',
  async (after) => {
    const streams = ['game#a', 'game#b', 'game#c']
    let deaths = 0
    for (let cut = 1, isOver = false; !isOver; cut++)
      for (const [next, then] of [RELEASES, [...RELEASES].reverse()]) {
        const ports = testPorts()
        for (const stream of streams) await report(ports, stream, 2)
        await formerSequenceAppends(ports)
        await report(ports, 'game#a')
        await report(ports, 'game#b')
        let writes = 0
        isOver = await sequenceAppends(dying(ports, () => ++writes === cut, after)).then(
          () => true,
          () => false,
        )
        if (!isOver) deaths++
        for (const sequence of [next!, then!, next!]) {
          await report(ports, 'game#b')
          await report(ports, 'game#c')
          await sequence(ports)
        }
        for (const sequence of RELEASES) {
          for (const stream of streams) await queueAppends(ports, stream)
          await sequence(ports)
        }
        await expectWholeLog(ports, streams)
      }
    expect(deaths).toBeGreaterThan(12)
  },
)

test('two releases that sequence at once, and are killed, put each commit into the log once', async () => {
  for (let seed = 1; seed <= trials(25); seed++) {
    const pick = numbers(seed)
    const ports = testPorts()
    const streams = Array.from({ length: 2 + pick(8) }, (_, k) => `game#g${k}`)
    for (let turn = 0; turn < pick(3); turn++) {
      for (const stream of streams) if (pick(2) === 0) await report(ports, stream)
      await formerSequenceAppends(ports)
    }
    for (let round = 0; round < 6; round++) {
      for (const stream of streams) for (let k = pick(3); k > 0; k--) await appendTo(ports, stream)
      for (const stream of streams) await queueAppends(ports, stream)
      const processes = Array.from({ length: 4 }, (_, k) => {
        const process = dying(ports, () => pick(12) === 0, pick(2) === 0)
        return RELEASES[k % 2]!(process)
      })
      // Each ends, or dies; moves go on meanwhile.
      const ended = Promise.allSettled(processes)
      for (const stream of streams) if (pick(3) === 0) await report(ports, stream)
      await ended
    }
    for (const sequence of RELEASES) {
      for (const stream of streams) await queueAppends(ports, stream)
      await sequence(ports)
    }
    await expectWholeLog(ports, streams)
    expect((await wholeLog(ports)).entries.length).toBeGreaterThan(0)
  }
})
