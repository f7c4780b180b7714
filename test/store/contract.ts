/** What every commit log must do, whatever it is made of: run it with a factory. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyChain } from '../../functions/store/chain.ts'
import { type HashedCommit, MAX_EVENTS } from '../../functions/store/commit.ts'
import { type CommitLog, EMPTY_HEAD } from '../../functions/store/commit-log.ts'
import { commitsOf, instant, nextCommit } from '../kit/store.ts'

export interface LogUnderTest {
  readonly log: CommitLog
  stop(): Promise<void>
}

export function commitLogContract(name: string, make: () => Promise<LogUnderTest>): void {
  describe(name, () => {
    let log: CommitLog
    let stop: () => Promise<void>
    let count = 0
    // Streams of a real database outlive the run.
    const run = Date.now().toString(36)
    const newStream = (category = 'game') => `${category}#${run}-${++count}`
    const appendAll = async (commits: readonly HashedCommit[]) => {
      for (const commit of commits) expect(await log.append(commit)).toBe('stored')
    }
    const evidence = ({ n, body, hash }: HashedCommit) => ({ n, body, hash })

    beforeAll(async () => {
      const made = await make()
      log = made.log
      stop = () => made.stop()
    })
    afterAll(() => stop())

    test('a stream that nobody has written has no commits and no head', async () => {
      expect(await log.load(newStream(), 0)).toEqual([])
      expect(await log.head(newStream())).toBeNull()
    })

    test('the first commit comes back byte for byte and is the head', async () => {
      const stream = newStream()
      const first = nextCommit(stream, EMPTY_HEAD, { principal: 'board-7', clockOffset: -120 })
      expect(await log.append(first)).toBe('stored')
      expect(await log.load(stream, 0)).toEqual([evidence(first)])
      expect(await log.head(stream)).toEqual({ n: 1, hash: first.hash })
      expect(verifyChain(stream, await log.load(stream, 0))).toMatchObject({
        ok: true,
        value: [{ stream, n: 1, principal: 'board-7', clockOffset: -120, events: first.events }],
      })
    })

    test('of many places those that are taken are told, in the order in which they were asked for', async () => {
      const [one, two, none] = [newStream(), newStream(), newStream()]
      const first = nextCommit(one, EMPTY_HEAD, {})
      const second = nextCommit(one, first, {})
      const other = nextCommit(two, EMPTY_HEAD, {})
      await appendAll([first, second, other])
      const empty = Array.from({ length: 120 }, (_, k) => ({ stream: none, n: k + 1 }))
      const places = [{ stream: two, n: 1 }, ...empty, { stream: one, n: 3 }, { stream: one, n: 2 }]
      expect(await log.at(places)).toEqual([
        { n: 1, hash: other.hash },
        ...empty.map(() => null),
        null,
        { n: 2, hash: second.hash },
      ])
    })

    test('as many events as a commit takes are one and keep their order', async () => {
      const stream = newStream()
      const events = Array.from({ length: MAX_EVENTS }, (_, i) => ({ type: 'piece-lifted', i }))
      await appendAll([nextCommit(stream, EMPTY_HEAD, { events })])
      const loaded = verifyChain(stream, await log.load(stream, 0))
      expect(loaded.ok && loaded.value[0]?.events).toEqual(events)
    })

    test('texts of every script, and NUL, come back as they were', async () => {
      const stream = newStream()
      const note = 'Ďuro ťukol\u0000 日本 😀 e\u0301 \u2028 "\\/'
      await appendAll([
        nextCommit(stream, EMPTY_HEAD, { events: [{ type: 'incident-recorded', note } as never] }),
      ])
      const loaded = verifyChain(stream, await log.load(stream, 0))
      expect(loaded.ok && loaded.value[0]?.events).toEqual([{ type: 'incident-recorded', note }])
    })

    test('a taken place is a conflict and keeps what it holds', async () => {
      const stream = newStream()
      const [first, second] = commitsOf(stream, 2)
      await appendAll([first!, second!])
      expect(await log.append(nextCommit(stream, first, { principal: 'late' }))).toBe('conflict')
      expect(await log.append(nextCommit(stream, EMPTY_HEAD, { principal: 'later' }))).toBe('conflict')
      expect(await log.load(stream, 0)).toEqual([first!, second!].map(evidence))
    })

    test('the same commit again is a conflict too: the log does not tell whose it was', async () => {
      const commit = nextCommit(newStream())
      await appendAll([commit])
      expect(await log.append(commit)).toBe('conflict')
    })

    test('of fifty writers racing for a place exactly one wins, place after place', async () => {
      const stream = newStream()
      let head = EMPTY_HEAD
      for (let slot = 1; slot <= 4; slot++) {
        const racers = Array.from({ length: 200 }, (_, i) =>
          nextCommit(stream, head, { principal: `racer-${i}` }),
        )
        const answers = await Promise.all(racers.map((racer) => log.append(racer)))
        const winners = racers.filter((_, i) => answers[i] === 'stored')
        expect(winners).toHaveLength(1)
        expect(await log.head(stream)).toEqual({ n: slot, hash: winners[0]!.hash })
        head = winners[0]!
      }
      expect(verifyChain(stream, await log.load(stream, 0))).toMatchObject({ ok: true })
    })

    test('commits are ordered by number, not by the letters of the number, and load from any of them on', async () => {
      const stream = newStream()
      const commits = commitsOf(stream, 101)
      await appendAll(commits)
      const numbers = async (after: number) => (await log.load(stream, after)).map(({ n }) => n)
      expect(await numbers(0)).toEqual(commits.map(({ n }) => n))
      expect(await numbers(8)).toEqual(commits.slice(8).map(({ n }) => n))
      expect(await numbers(100)).toEqual([101])
      expect(await numbers(101)).toEqual([])
      expect(await log.head(stream)).toMatchObject({ n: 101 })
    })

    test('a stream of more than one page of 1 MB is loaded whole', async () => {
      const stream = newStream()
      const events = [{ type: 'incident-recorded', note: 'x'.repeat(60_000) }]
      const commits = commitsOf(stream, 40, () => ({ events }))
      await appendAll(commits)
      expect(await log.load(stream, 0)).toEqual(commits.map(evidence))
    })

    test('twenty thousand events are read back whole and their chain holds', async () => {
      const stream = newStream()
      const events = (n: number) =>
        Array.from({ length: 200 }, (_, i) => ({
          type: 'clock-read',
          id: `${n}-${i}`,
          white: 5_400_000 - n,
        }))
      const commits = commitsOf(stream, 100, (n) => ({ events: events(n) }))
      await appendAll(commits)
      const loaded = verifyChain(stream, await log.load(stream, 0))
      expect(loaded.ok && loaded.value.flatMap((commit) => commit.events)).toHaveLength(20_000)
      expect(await log.head(stream)).toEqual({ n: 100, hash: commits.at(-1)!.hash })
    })

    test('a gap is loaded as it is, and the chain refuses it', async () => {
      const stream = newStream()
      const [first, , third] = commitsOf(stream, 3)
      await appendAll([first!, third!])
      const loaded = await log.load(stream, 0)
      expect(loaded.map(({ n }) => n)).toEqual([1, 3])
      expect(verifyChain(stream, loaded)).toMatchObject({ ok: false, error: { kind: 'gap', n: 2 } })
    })

    test('streams whose ids begin alike, or are written in any script, do not mix', async () => {
      const ids = [
        'a',
        'a-',
        'a_',
        'A',
        'a0',
        'a/',
        'a~',
        'a#1',
        'a\u0000b',
        'é',
        'e\u0301',
        '日本',
        '😀',
        '-',
        '_',
        '0',
      ]
      const commits = ids.map((id) => nextCommit(`game#${run}${id}`, EMPTY_HEAD, { principal: id }))
      await appendAll(commits)
      for (const commit of commits) expect(await log.load(commit.stream, 0)).toEqual([evidence(commit)])
    })

    test('the catalogue lists a category by opening, each stream once, from any instant on', async () => {
      const category = `cat${run.replace(/\d/g, 'x')}`
      const streams = [3, 1, 2].map((at) => ({ stream: newStream(category), openedAt: instant(at) }))
      for (const { stream, openedAt } of streams) {
        const first = nextCommit(stream, EMPTY_HEAD, { at: openedAt })
        await appendAll([first, nextCommit(stream, first)])
      }
      await appendAll([nextCommit(newStream(`${category}x`))])
      const list = async (since?: string) => {
        const found = []
        for await (const entry of log.streams(category, since)) found.push(entry)
        return found
      }
      const expected = [streams[1], streams[2], streams[0]]
      // The index of a real table lags behind it.
      await expect.poll(() => list(), { timeout: 10_000 }).toEqual(expected)
      expect(await list(instant(2))).toEqual(expected.slice(1))
      expect(await list(instant(4))).toEqual([])
    })
  })
}
