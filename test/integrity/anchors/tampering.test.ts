import { expect, test } from 'vitest'
import { makeAnchor } from '../../../functions/integrity/anchors/anchor.ts'
import { createAnchorer } from '../../../functions/integrity/anchors/anchorer.ts'
import { checkAnchorChain, type NotedAnchor } from '../../../functions/integrity/anchors/attestation.ts'
import { readAnchors, type StoredAnchor } from '../../../functions/integrity/anchors/register.ts'
import type { Signer } from '../../../functions/integrity/anchors/signer.ts'
import { type Attestation, verifyStream } from '../../../functions/integrity/verify-stream.ts'
import type { StoredCommit } from '../../../functions/store/commit.ts'
import { openService } from '../../kit/compose.ts'
import { seeded } from '../../kit/faulty-client.ts'
import { append, move, need, openedGame, press, report } from '../../kit/reports.ts'
import { ARBITER, START, type TestPorts, TIMED, testPorts } from '../../kit/service.ts'
import { trials } from '../../kit/trials.ts'
import { testSigner } from './signer.ts'
import { TAMPERINGS } from './tamper.ts'

interface Anchored {
  readonly ports: TestPorts
  readonly commits: readonly StoredCommit[]
  readonly attested: readonly Attestation[]
}

const SHUFFLE = [
  ['g1', 'f3'],
  ['g8', 'f6'],
  ['f3', 'g1'],
  ['f6', 'g8'],
] as const

/** A game of `length` commits, its head anchored every few of them and not at the very end. */
async function anchoredGame(length: number, every: number, signer: Signer): Promise<Anchored> {
  const ports = testPorts()
  const service = openService(ports)
  const anchorer = createAnchorer(service, { signer, onFault: (error) => expect(error).toBeNull() })
  await openedGame(service, TIMED)
  need(await append(service, [report('s', 'session-started', 'arbiter')], { principal: ARBITER }))
  for (let k = 2; k < length; k++) {
    const side = k % 2 === 0 ? 'white' : 'black'
    const [from, to] = SHUFFLE[(k - 2) % 4]!
    const note = report(`n${k}`, 'claim-made', side, { about: 'other', note: `words ${k}` }, k * 1000)
    const events = [move(`m${k}`, side, from, to, k * 1000), press(`p${k}`, side, k * 1000)]
    need(await append(service, k % 5 === 0 ? [...events, note] : events))
    if (k % every === 0) {
      await anchorer.onChange('game#g1')
      await anchorer.flush()
    }
  }
  const { heads, faults } = await checkAnchorChain(readAnchors(ports), [signer.key])
  expect(faults).toEqual([])
  return { ports, commits: await ports.log.load('game#g1', 0), attested: heads.get('game#g1') ?? [] }
}

/** Seeded, so that a failing tampering comes again. */
const picker = (seed: number) => {
  const chance = seeded(seed)
  return (least: number, most: number) => least + Math.floor(chance() * (most - least + 1))
}

const reading = (ports: TestPorts, commits: readonly StoredCommit[]) => ({
  ...ports,
  log: { ...ports.log, load: async () => commits },
})

test('an anchored game that nobody touched holds, and verify says how far the anchors reach', async () => {
  const { ports, attested, commits } = await anchoredGame(18, 4, testSigner())
  const last = attested.at(-1)!
  expect(await verifyStream(ports, 'game#g1', attested)).toMatchObject({
    fault: null,
    head: { n: 18, hash: commits[17]?.hash },
    anchored: { n: last.n, anchor: last.anchor },
  })
  expect(last.n).toBeLessThan(18)
})

test('an anchor that was noted elsewhere shows that the end of the anchors was cut off, or signed anew by somebody who has the key', async () => {
  const signer = testSigner()
  const { ports } = await anchoredGame(18, 4, signer)
  const stored: StoredAnchor[] = []
  for await (const each of readAnchors(ports)) stored.push(each)
  const { n, hash } = stored.at(-1)!.anchor
  const reported = async (anchors: readonly StoredAnchor[], noted: NotedAnchor[]) => {
    async function* each() {
      yield* anchors
    }
    return (await checkAnchorChain(each(), [signer.key], noted)).faults.map(({ message }) => message)
  }
  for (const length of [16, 64])
    expect(await reported(stored, [{ n, hash: hash.slice(0, length) }])).toEqual([])
  const cut = stored.slice(0, -1)
  expect(await reported(cut, [])).toEqual([])
  expect(await reported(cut, [{ n, hash }])).toEqual([
    `anchor ${n} was noted and is gone: the last one is ${n - 1}`,
  ])
  expect(await reported([], [{ n, hash }])).toEqual([`anchor ${n} was noted and is gone: the last one is 0`])
  const { leaves } = stored.at(-1)!
  const anew = await makeAnchor(signer, cut.at(-1)!.anchor, leaves, START + 9_000_000)
  expect(await reported([...cut, { anchor: anew, leaves }], [])).toEqual([])
  expect(await reported([...cut, { anchor: anew, leaves }], [{ n, hash }])).toEqual([
    `anchor ${n}: it has hash ${anew.hash}; noted was ${hash}`,
  ])
})

test('whatever is done to a stored game up to its last anchor is found and named: kind and first bad commit', async () => {
  const kinds = Object.values(TAMPERINGS)
  const count = trials(180, 10_000)
  const games = await Promise.all(
    [
      [5, 2],
      [18, 4],
      [18, 7],
      [30, 1],
    ].map(([length, every]) => anchoredGame(length!, every!, testSigner())),
  )
  for (let trial = 0; trial < count; trial++) {
    const { ports, commits, attested } = games[trial % games.length]!
    const anchored = attested.map(({ n }) => n)
    const pick = picker(trial)
    const done = kinds[trial % kinds.length]!({ commits, anchored }, pick)
    const { fault } = await verifyStream(reading(ports, done.commits), 'game#g1', attested)
    const reported = `trial ${trial}: ${done.what}; told: ${fault?.message}`
    expect(fault?.kind, reported).toBe(done.kind)
    expect(fault?.n, reported).toBe(done.n)
    if (done.interval !== undefined)
      expect([fault?.interval?.from, fault?.interval?.to], reported).toEqual(done.interval)
  }
}, 1_200_000)

test('without anchors every harm but a cut tail and a chain written anew to its end is found all the same', async () => {
  const { ports, commits } = await anchoredGame(18, 17, testSigner())
  const links = [
    'flip',
    'flipHash',
    'remove',
    'removeAndClose',
    'insert',
    'insertBetween',
    'swap',
    'rewrite',
  ] as const
  for (const [k, kind] of links.entries()) {
    const done = TAMPERINGS[kind]({ commits, anchored: [16] }, picker(k))
    const { fault } = await verifyStream(reading(ports, done.commits), 'game#g1')
    expect([fault?.kind, fault?.n], done.what).toEqual([done.kind, done.n])
  }
  const cut = TAMPERINGS.truncate({ commits, anchored: [16] }, picker(9))
  expect((await verifyStream(reading(ports, cut.commits), 'game#g1')).fault).toBeNull()
})
