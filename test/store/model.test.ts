import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { verifyChain } from '../../functions/store/chain.ts'
import type { HashedCommit } from '../../functions/store/commit.ts'
import { type CommitLog, UnknownOutcome } from '../../functions/store/commit-log.ts'
import { dynamoCommitLog } from '../../functions/store/dynamodb-commit-log.ts'
import { memoryCommitLog } from '../../functions/store/memory.ts'
import { injectFaults, quickClient } from '../kit/faulty-client.ts'
import { nextCommit, pause, startStore } from '../kit/store.ts'
import { trials } from '../kit/trials.ts'

/** The model: each stream is an array of commits. */
type Model = Map<string, HashedCommit[]>
type Command = fc.AsyncCommand<Model, Real>
interface Real {
  readonly log: CommitLog
  /** The run's own streams, so that all runs can share a database. */
  readonly prefix: string
}

const STREAMS = ['a', 'b']
const commitsIn = (model: Model, id: string) => model.get(id) ?? []

/** Appends at the head, or at a place `back` below it; an unknown outcome is settled by reading, as it must be. */
const append = (id: string, back: number, who: string): Command => ({
  check: () => true,
  async run(model, { log, prefix }) {
    const before = commitsIn(model, id)
    const known = before.slice(0, Math.max(0, before.length - back))
    const free = known.length === before.length
    const commit = nextCommit(`game#${prefix}${id}`, known.at(-1), { principal: who })
    let stored: boolean
    try {
      stored = (await log.append(commit)) === 'stored'
      expect(stored).toBe(free)
    } catch (error) {
      expect(error).toBeInstanceOf(UnknownOutcome)
      stored = free && (await log.head(commit.stream))?.hash === commit.hash
    }
    if (stored) model.set(id, [...before, commit])
  },
  toString: () => `append(${id}, ${back} below the head, ${who})`,
})

const load = (id: string, after: number): Command => ({
  check: () => true,
  async run(model, { log, prefix }) {
    const stream = `game#${prefix}${id}`
    const expected = commitsIn(model, id)
    const loaded = await log.load(stream, after)
    expect(loaded).toEqual(expected.slice(after).map(({ n, body, hash }) => ({ n, body, hash })))
    if (after > expected.length) return
    expect(verifyChain(stream, loaded, expected[after - 1])).toMatchObject({ ok: true })
  },
  toString: () => `load(${id}, after ${after})`,
})

const head = (id: string): Command => ({
  check: () => true,
  async run(model, { log, prefix }) {
    const last = commitsIn(model, id).at(-1)
    expect(await log.head(`game#${prefix}${id}`)).toEqual(last ? { n: last.n, hash: last.hash } : null)
  },
  toString: () => `head(${id})`,
})

const id = fc.constantFrom(...STREAMS)
const commands = fc.commands(
  [
    fc
      .tuple(id, fc.constantFrom(0, 0, 0, 1, 3), fc.constantFrom('board', 'arbiter'))
      .map((a) => append(...a)),
    fc.tuple(id, fc.nat(6)).map((a) => load(...a)),
    id.map(head),
  ],
  { maxCommands: 30 },
)

const store = await startStore()
afterAll(() => store.stop())
const unreliable = quickClient(store.endpoint)
injectFaults(unreliable, { seed: 11, lostRequests: 0.1, lostAnswers: 0.1, throttles: 0.05 })

test.each<[string, number, () => CommitLog]>([
  ['memory', 200, memoryCommitLog],
  ['the embedded database', 25, () => dynamoCommitLog(store.client, store.names.commits, pause)],
  ['the own embedded database', 25, () => dynamoCommitLog(store.direct, store.names.commits, pause)],
  [
    'the embedded database over a bad line',
    25,
    () => dynamoCommitLog(unreliable, store.names.commits, pause),
  ],
])(
  'whatever is appended and read in whatever order, the log in %s is an array of commits',
  async (name, runs, make) => {
    let run = 0
    const setup = () => ({
      model: new Map(),
      real: { log: make(), prefix: `${name.replaceAll(' ', '-')}-${run++}-` },
    })
    await fc.assert(
      fc.asyncProperty(commands, (sequence) => fc.asyncModelRun(setup, sequence)),
      { numRuns: trials(runs) },
    )
  },
)
