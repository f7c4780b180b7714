/** A damaged stream is not anchored, and the others are: by the schedule of a deployment and by a host that is started again. */
import { expect, test } from 'vitest'
import {
  anchorQueue,
  anchorQueued,
  queueingAnchorer,
} from '../../../functions/integrity/anchors/anchor-queue.ts'
import { createAnchorer } from '../../../functions/integrity/anchors/anchorer.ts'
import { lastAnchor, readAnchor } from '../../../functions/integrity/anchors/register.ts'
import { queueAppends, sequenceAppends } from '../../../functions/store/append-log.ts'
import { openService } from '../../kit/compose.ts'
import { FOUR, hall } from '../../kit/hall.ts'
import { need } from '../../kit/reports.ts'
import { testSigner } from './signer.ts'

/** Four games, the first of which can no longer be read by who reads it anew. */
async function fourGames() {
  const { ports, service, open } = await hall()
  const [bad, ...whole] = need(await open(FOUR)).map(({ id }) => `game#${id}`)
  const log = {
    ...ports.log,
    async load(...asked: Parameters<typeof ports.log.load>) {
      const commits = await ports.log.load(...asked)
      return asked[0] === bad ? commits.map((commit) => ({ ...commit, hash: 'f'.repeat(64) })) : commits
    },
  }
  return { ports, service, harmed: openService({ ...ports, log }), bad: bad!, whole }
}

test('of the streams that wait a damaged one goes on waiting, and the others are anchored', async () => {
  const { ports, service, harmed, bad, whole } = await fourGames()
  const queueing = queueingAnchorer(service, async () => testSigner())
  for (const stream of [bad, ...whole]) await queueing.onChange(stream)
  ports.clock.pass(60_000)
  const made = await anchorQueued(harmed, testSigner())
  expect(made.map(({ leaves }) => leaves.map(({ stream }) => stream).sort())).toEqual([[...whole].sort()])
  ports.clock.pass(600_000)
  expect(await anchorQueue(harmed)).toEqual({ streams: 1, oldestSeconds: 660 })
  // Mended, it is anchored.
  expect((await anchorQueued(service, testSigner())).map(({ leaves }) => leaves[0]?.stream)).toEqual([bad])
})

test('a host that is started again anchors what was left beside a damaged stream', async () => {
  const { ports, harmed, bad, whole } = await fourGames()
  for (const stream of [bad, ...whole]) await queueAppends(ports, stream)
  await sequenceAppends(ports)
  const faults: unknown[] = []
  const anchorer = createAnchorer(harmed, {
    signer: testSigner(),
    onFault: (error) => faults.push(error),
    intervalMs: 3_600_000,
  })
  await anchorer.resumeSince(ports.clock.now() + 1)
  expect(faults).toEqual([])
  expect((await lastAnchor(harmed)).n).toBe(1)
  const anchored = (await readAnchor(harmed, 1))?.leaves.map(({ stream }) => stream)
  expect(anchored).toEqual(expect.arrayContaining(whole))
  expect(anchored).not.toContain(bad)
  await anchorer.close()
})
