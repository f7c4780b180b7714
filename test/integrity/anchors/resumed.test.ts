/** A host that is started again anchors what no anchor holds, and nothing twice. */
import { expect, test } from 'vitest'
import {
  anchorQueue,
  anchorQueued,
  queueingAnchorer,
} from '../../../functions/integrity/anchors/anchor-queue.ts'
import { createAnchorer } from '../../../functions/integrity/anchors/anchorer.ts'
import { lastAnchor, readAnchor } from '../../../functions/integrity/anchors/register.ts'
import { queueAppends } from '../../../functions/store/append-log.ts'
import { openService } from '../../kit/compose.ts'
import { counted } from '../../kit/counted.ts'
import { append, need, openedGame, press, report } from '../../kit/reports.ts'
import { openClient, TIMED, testPorts } from '../../kit/service.ts'
import { testSigner } from './signer.ts'

test('a restart soon after the last anchor makes none, and one where something was left', async () => {
  const { service } = await openClient()
  const signer = testSigner()
  const started = () =>
    createAnchorer(service, { signer, onFault: (error) => expect(error).toBeNull(), intervalMs: 3_600_000 })
  await openedGame(service)
  const first = started()
  await first.onChange('game#g1')
  expect((await first.flush())?.anchor.n).toBe(1)
  const second = started()
  await second.resumeSince(0)
  expect((await lastAnchor(service)).n).toBe(1)
  need(await append(service, [press('p1', 'white')]))
  const third = started()
  await third.resumeSince(0)
  expect((await readAnchor(service, 2))?.leaves.map(({ stream, n }) => [stream, n])).toEqual([['game#g1', 2]])
  await Promise.all([first, second, third].map((each) => each.close()))
})

test('what was added to a game opened long ago is found by the log of appends, once', async () => {
  const { service } = await openClient()
  const signer = testSigner()
  const started = () =>
    createAnchorer(service, { signer, onFault: (error) => expect(error).toBeNull(), intervalMs: 3_600_000 })
  await openedGame(service)
  const first = started()
  await first.onChange('game#g1')
  await first.flush()
  // The host that stored this is killed before its anchor, and started again when the game is old.
  need(await append(service, [press('p1', 'white')]))
  await queueAppends(service, 'game#g1')
  const muchLater = service.clock.now() + 86_400_000
  const second = started()
  await second.resumeSince(muchLater)
  expect((await lastAnchor(service)).n).toBe(2)
  expect((await readAnchor(service, 2))?.leaves).toMatchObject([{ stream: 'game#g1', n: 2 }])
  const third = started()
  await third.resumeSince(muchLater)
  expect((await lastAnchor(service)).n).toBe(2)
  await Promise.all([first, second, third].map((each) => each.close()))
})

test('the only process asks for the anchors of what was stored before it began, not of what it stores itself', async () => {
  const signer = testSigner()
  const own = testPorts({ singleWriter: true })
  const { asked, ports } = counted(own)
  const service = openService(ports)
  const started = () =>
    createAnchorer(service, { signer, onFault: (error) => expect(error).toBeNull(), intervalMs: 3_600_000 })
  const asks = async (work: Promise<void>) => {
    asked.length = 0
    await work
    return asked.filter((each) => each === 'registry query').length
  }
  const first = started()
  own.clock.pass(1000)
  await openedGame(service)
  expect(await asks(first.onChange('game#g1'))).toBe(0)
  expect((await first.flush())?.anchor.n).toBe(1)
  const second = started()
  expect(await asks(second.onChange('game#g1'))).toBe(1)
  expect(await second.flush()).toBeNull()
  await Promise.all([first, second].map((each) => each.close()))
})

test('an anchor at a game’s end that fails is tried again by itself', async () => {
  const { service } = await openClient()
  await openedGame(service)
  need(await append(service, [report('r', 'resigned', 'white')]))
  let failures = 0
  const signer = testSigner()
  const failing = {
    ...signer,
    async sign(bytes: Uint8Array) {
      if (failures++ === 0) throw new Error('the key does not answer')
      return signer.sign(bytes)
    },
  }
  const anchorer = createAnchorer(service, { signer: failing, onFault: () => {}, intervalMs: 20 })
  await expect(anchorer.onChange('game#g1')).rejects.toThrow('does not answer')
  await expect.poll(async () => (await lastAnchor(service)).n).toBe(1)
  await anchorer.close()
})

test('of many streams that wait each has its turn in one call, those whose games go on included', async () => {
  const { service } = await openClient()
  const signer = testSigner()
  const queueing = queueingAnchorer(service, async () => signer)
  for (const game of ['g1', 'g2', 'g3', 'g4', 'g5']) {
    await openedGame(service, TIMED, game)
    await queueing.onChange(`game#${game}`)
  }
  const made = await anchorQueued(service, signer, { maxHeads: 2 })
  expect(made.map(({ leaves }) => leaves.map(({ stream }) => stream))).toEqual([
    ['game#g1', 'game#g2'],
    ['game#g3', 'game#g4'],
    ['game#g5'],
  ])
  expect(await anchorQueued(service, signer, { maxHeads: 2 })).toEqual([])
  await queueing.onChange('game#g1')
  expect(await anchorQueued(service, signer, { isOver: () => true })).toEqual([])
})

test('in a deployment an ended game waits until its anchor is signed, however long the key is away', async () => {
  const { service } = await openClient()
  await openedGame(service)
  need(await append(service, [report('r', 'resigned', 'white')]))
  let isAway = true
  const queueing = queueingAnchorer(service, async () => {
    if (isAway) throw new Error('the key does not answer')
    return testSigner()
  })
  for (let tries = 0; tries < 6; tries++)
    await expect(queueing.onChange('game#g1')).rejects.toThrow('does not answer')
  expect(await anchorQueue(service)).toMatchObject({ streams: 1 })
  // Its record of the table's stream was given up by now: the schedule anchors it.
  const [made] = await anchorQueued(service, testSigner())
  expect(made?.leaves).toMatchObject([{ stream: 'game#g1', n: 2 }])
  expect(await anchorQueue(service)).toMatchObject({ streams: 0 })
  isAway = false
  await queueing.onChange('game#g1')
  expect(await anchorQueue(service)).toMatchObject({ streams: 0 })
})
