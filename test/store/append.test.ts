import { afterAll, expect, test } from 'vitest'
import {
  type AppendDecision,
  type AppendOutcome,
  appendTo,
  type Loaded,
} from '../../functions/store/append.ts'
import type { Pause } from '../../functions/store/backoff.ts'
import { verifyChain } from '../../functions/store/chain.ts'
import type { Commit, CommitEvent } from '../../functions/store/commit.ts'
import {
  type CommitLog,
  EMPTY_HEAD,
  type Head,
  StoreUnavailable,
  UnknownOutcome,
} from '../../functions/store/commit-log.ts'
import { dynamoCommitLog } from '../../functions/store/dynamodb-commit-log.ts'
import { memoryCommitLog } from '../../functions/store/memory.ts'
import { injectFaults, quickClient, seeded } from '../kit/faulty-client.ts'
import { instant, nextCommit, pause, startStore } from '../kit/store.ts'
import { trials } from '../kit/trials.ts'

/** A record of nothing but the ids of its events, the numbers of their commits beside them. */
type Ids = ReadonlyMap<string, number>
const idOf = (event: CommitEvent) => (event as unknown as { id: string }).id
const fold = (ids: Ids, commits: readonly Commit[]): Ids =>
  new Map([...ids, ...commits.flatMap(({ n, events }) => events.map((event) => [idOf(event), n] as const))])

/** Reads the store; with `warm`, answers from what it folded last unless it has to read. */
function loader(log: CommitLog, stream: string, warm = false) {
  let last: { state: Ids; head: Head } = { state: new Map(), head: EMPTY_HEAD }
  return async (reread: boolean): Promise<Loaded<Ids>> => {
    if (warm && !reread) return { ...last, fresh: false }
    const loaded = verifyChain(stream, await log.load(stream, last.head.n), last.head)
    if (!loaded.ok) throw new Error(loaded.error.message)
    last = { state: fold(last.state, loaded.value), head: loaded.value.at(-1) ?? last.head }
    return { ...last, fresh: true }
  }
}

/** One event with this id, unless the state knows it; the outcome is the number of its commit. */
const once =
  (id: string) =>
  ({ state, head }: Loaded<Ids>): AppendDecision<number> => {
    const known = state.get(id)
    if (known !== undefined) return { kind: 'replay', outcome: known }
    const events = [{ type: 'clock-pressed', id }]
    return { kind: 'commit', entry: { at: instant(head.n), events }, outcome: head.n + 1 }
  }
const summary = (appended: AppendOutcome<number>) =>
  'outcome' in appended ? `${appended.kind} as ${appended.outcome}` : appended.kind

const noPause: Pause = async () => undefined
const stream = 'game#A1'

test('a decision is stored at the head and its commit given back', async () => {
  const log = memoryCommitLog()
  const first = await appendTo(log, stream, loader(log, stream), once('a'), noPause)
  expect(summary(first)).toBe('committed as 1')
  const second = await appendTo(log, stream, loader(log, stream), once('b'), noPause)
  expect(second).toMatchObject({
    kind: 'committed',
    commit: { n: 2, prev: (await log.load(stream, 0))[0]!.hash },
  })
})

test('the same event again is answered as before and stores nothing', async () => {
  const log = memoryCommitLog()
  for (const id of ['a', 'b']) await appendTo(log, stream, loader(log, stream), once(id), noPause)
  expect(summary(await appendTo(log, stream, loader(log, stream), once('a'), noPause))).toBe('replayed as 1')
  expect(await log.head(stream)).toMatchObject({ n: 2 })
})

test('a warm state costs one put and no read', async () => {
  const log = memoryCommitLog()
  const load = loader(log, stream, true)
  await appendTo(log, stream, load, once('a'), noPause)
  await load(true)
  const calls: string[] = []
  const spied: Pick<CommitLog, 'append'> = {
    append(commit) {
      calls.push('append')
      return log.append(commit)
    },
  }
  const spiedLoad = (reread: boolean) => {
    calls.push(reread ? 'read' : 'warm')
    return load(reread)
  }
  expect(summary(await appendTo(spied, stream, spiedLoad, once('b'), noPause))).toBe('committed as 2')
  expect(calls).toEqual(['warm', 'append'])
})

test('a writer with a stale state loses the race, reads, and decides again', async () => {
  const log = memoryCommitLog()
  const stale = loader(log, stream, true)
  await appendTo(log, stream, loader(log, stream), once('a'), noPause)
  expect(summary(await appendTo(log, stream, stale, once('b'), noPause))).toBe('committed as 2')
  await appendTo(log, stream, loader(log, stream), once('c'), noPause)
  expect(summary(await appendTo(log, stream, stale, once('c'), noPause))).toBe('replayed as 3')
})

test('a refusal from a stale state is decided again on a fresh one', async () => {
  const log = memoryCommitLog()
  const expecting = (seq: number) => (loaded: Loaded<Ids>) =>
    loaded.head.n === seq ? once('b')(loaded) : ({ kind: 'refuse', outcome: loaded.head.n } as const)
  const stale = loader(log, stream, true)
  await appendTo(log, stream, loader(log, stream), once('a'), noPause)
  expect(summary(await appendTo(log, stream, stale, expecting(1), noPause))).toBe('committed as 2')
  expect(summary(await appendTo(log, stream, stale, expecting(1), noPause))).toBe('refused as 2')
})

test('an append whose answer was lost is replayed, not repeated', async () => {
  const log = memoryCommitLog()
  let lost = 0
  const deaf: Pick<CommitLog, 'append'> = {
    async append(commit) {
      const answer = await log.append(commit)
      if (lost++ === 0) throw new UnknownOutcome('lost')
      return answer
    },
  }
  expect(summary(await appendTo(deaf, stream, loader(log, stream), once('a'), noPause))).toBe('replayed as 1')
  expect(await log.head(stream)).toMatchObject({ n: 1 })
})

test('a store that never answers makes the append give up as busy, after waiting between tries', async () => {
  const cause = new UnknownOutcome('no answer')
  const waits: number[] = []
  const silent = { append: () => Promise.reject(cause) }
  const appended = await appendTo(
    silent,
    stream,
    loader(memoryCommitLog(), stream),
    once('a'),
    async (attempt) => {
      waits.push(attempt)
    },
  )
  expect(appended).toEqual({ kind: 'busy', cause })
  expect(waits).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('a stream that cannot be read is busy too, and a chain that is broken is no such thing', async () => {
  const unavailable = () => Promise.reject(new StoreUnavailable('down'))
  expect((await appendTo(memoryCommitLog(), stream, unavailable, once('a'), noPause)).kind).toBe('busy')
  const broken = () => Promise.reject(new Error('wrong hash'))
  await expect(appendTo(memoryCommitLog(), stream, broken, once('a'), noPause)).rejects.toThrow('wrong hash')
})

test('endless conflicts end as busy', async () => {
  const log = { append: async () => 'conflict' as const }
  const load = loader(memoryCommitLog(), stream)
  expect(await appendTo(log, stream, load, once('a'), noPause)).toEqual({ kind: 'busy', cause: null })
})

test('a decision that makes no valid commit is refused, not stored', async () => {
  const log = memoryCommitLog()
  const decide = () => ({ kind: 'commit', entry: { at: instant(1), events: [] }, outcome: 0 }) as const
  expect(await appendTo(log, stream, loader(log, stream), decide, noPause)).toMatchObject({
    kind: 'malformed',
    problem: { code: 'bad-commit' },
  })
  expect(await log.head(stream)).toBeNull()
})

const store = await startStore()
afterAll(() => store.stop())

test.each(Array.from({ length: trials(3) }, (_, seed) => seed))(
  'writers who race over a bad line store each event exactly once, in an unbroken chain (seed %i)',
  async (seed) => {
    const client = quickClient(store.endpoint)
    const faults = injectFaults(client, { seed, lostRequests: 0.12, lostAnswers: 0.12, throttles: 0.05 })
    const log = dynamoCommitLog(client, store.names.commits, pause)
    const game = `game#race-${seed}`
    const random = seeded(seed)
    const expected = new Set<string>()

    /** A client of the service: it repeats a report under the same id until it is answered. */
    const appendAtLast = async (id: string, load: ReturnType<typeof loader>) => {
      expected.add(id)
      for (;;) {
        const appended = await appendTo(log, game, load, once(id), pause)
        if (appended.kind === 'committed' || appended.kind === 'replayed') return
        expect(appended.kind).toBe('busy')
      }
    }
    const writer = async (name: number) => {
      const load = loader(log, game, true)
      for (let i = 0; i < 10; i++) {
        const id = `${name}-${i}`
        await appendAtLast(id, load)
        if (random() < 0.2) await appendAtLast(id, load)
      }
    }
    await Promise.all([1, 2, 3, 4, 5].map(writer))

    const clean = dynamoCommitLog(store.client, store.names.commits, pause)
    const commits = verifyChain(game, await clean.load(game, 0))
    const ids = commits.ok ? commits.value.flatMap(({ events }) => events.map(idOf)) : commits.error.message
    expect([...ids].sort()).toEqual([...expected].sort())
    expect(faults.lostAnswers).toBeGreaterThan(0)
    client.destroy()
  },
)

test('two processes that open the same stream: one commit 1, and the other decides on it', async () => {
  const log = dynamoCommitLog(store.client, store.names.commits, pause)
  const game = 'game#opened-twice'
  const outcomes = await Promise.all(
    ['a', 'b'].map((id) => appendTo(log, game, loader(log, game), once(id), pause).then(summary)),
  )
  expect(outcomes.sort()).toEqual(['committed as 1', 'committed as 2'])
  expect(await log.append(nextCommit(game))).toBe('conflict')
})
