/** A host that is started again anchors what no anchor holds, and nothing twice. */
import { expect, test } from 'vitest'
import { createAnchorer } from '../../../functions/integrity/anchors/anchorer.ts'
import { append, need, openedGame, press } from '../../kit/reports.ts'
import { openClient } from '../../kit/service.ts'
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
  expect(await second.flush()).toBeNull()
  need(await append(service, [press('p1', 'white')]))
  const third = started()
  await third.resumeSince(0)
  expect((await third.flush())?.leaves.map(({ stream, n }) => [stream, n])).toEqual([['game#g1', 2]])
  await Promise.all([first, second, third].map((each) => each.close()))
})
