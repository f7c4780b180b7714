/** How cost grows: with the length of a game, the games held, the boards of a round, the readers of a stream. */
import { PassThrough } from 'node:stream'
import { fold } from '../../../domain/game/index.ts'
import { appendReports } from '../../../functions/app/append-reports.ts'
import { gameStreamSource } from '../../../functions/feeds/stream-game.ts'
import { readerName } from '../../../functions/feeds/stream-readers.ts'
import { ADMIN, httpEvent } from '../../kit/service.ts'
import { longGame } from '../corpus.ts'
import { cpu, median } from '../measure.ts'
import type { Chart, Curve } from '../plot.ts'
import { playRound, ROUND } from '../round.ts'
import { inMemory, OPENING, served } from '../served.ts'

type Points = [number, number][]

const LENGTHS = [10, 30, 100, 300, 1000, 3000, 10_000]

/** Median ms of CPU of so many runs. */
async function ms(work: () => unknown, runs = 7): Promise<number> {
  const taken: number[] = []
  for (let i = 0; i < runs + 2; i++) {
    const before = cpu()
    await work()
    if (i >= 2) taken.push((cpu() - before) * 1000)
  }
  return median(taken)
}

export async function growthCurves(): Promise<Chart[]> {
  return [await withLength(), await withGames(), await withBoards(), await withReaders()]
}

async function withLength(): Promise<Chart> {
  const { events } = longGame(5000)
  const folds: Points = []
  for (const length of LENGTHS) {
    const some = events.slice(0, length)
    const times = Math.ceil(1000 / length)
    const taken = await ms(() => {
      for (let i = 0; i < times; i++) fold(some)
    })
    folds.push([length, taken / times])
  }
  const client = await served(inMemory())
  await client.ask('POST', '/games', { id: 'long', ...OPENING })
  const appends: Points = []
  let next = 1
  const report = async (count: number) => {
    const some = events
      .slice(next, next + count)
      .map(({ id, type, at, by, data }) => ({ id, type, at, by, data }))
    next += count
    const asked = { game: 'long', events: some, receivedAt: Date.now(), principal: ADMIN }
    const done = await appendReports(client.service, asked)
    if (!done.ok) throw new Error(done.error.message)
  }
  for (const length of LENGTHS) {
    while (next < length - 24) await report(Math.min(48, length - 24 - next))
    const taken: number[] = []
    for (let i = 0; i < 24 && next < events.length; i++)
      taken.push(await ms(() => report(1), 1).catch(() => 0))
    appends.push([length, median(taken)])
  }
  await client.close()
  return {
    file: 'growth-length.svg',
    title: 'A game of more events',
    across: 'events',
    up: 'ms of CPU',
    curves: [
      { name: 'folding all of them', points: folds },
      { name: 'appending one more (in memory)', points: appends },
    ],
  }
}

async function withGames(): Promise<Chart> {
  const { events } = longGame(150)
  const points: Points = []
  const held: unknown[] = []
  const gc = (globalThis as { gc?: () => void }).gc
  gc?.()
  const before = process.memoryUsage().heapUsed
  for (const count of [10, 30, 100, 300, 1000]) {
    while (held.length < count) held.push(fold(structuredClone(events)))
    gc?.()
    points.push([count, (process.memoryUsage().heapUsed - before) / 1e6])
  }
  return {
    file: 'growth-memory.svg',
    title: 'More games held, of 300 events each',
    across: 'games',
    up: 'MB of heap',
    curves: [{ name: 'folded games', points }],
  }
}

async function withBoards(): Promise<Chart> {
  const curves: Record<'one' | 'same', Points> = { one: [], same: [] }
  for (const boards of [10, 30, 100, 300]) {
    const round = await playRound(boards, 40)
    const ask = () => round.router(httpEvent('GET', `${ROUND}.pgn`, {}))
    await ask()
    const taken: number[] = []
    for (let i = 0; i < 12; i++) {
      await round.playOn(round.games[i % boards]!)
      const before = cpu()
      await ask()
      taken.push((cpu() - before) * 1000)
    }
    curves.one.push([boards, median(taken)])
    curves.same.push([boards, await ms(ask)])
    await round.close()
  }
  return {
    file: 'growth-boards.svg',
    title: 'A round of more boards',
    across: 'boards',
    up: 'ms of CPU',
    curves: [
      { name: 'its PGN after a move', points: curves.one },
      { name: 'its PGN, nothing new', points: curves.same },
    ],
  }
}

/** Readers that only take what they are given: what is left is the stream's own work. */
async function withReaders(): Promise<Chart> {
  const points: Points = []
  for (const readers of [10, 30, 100, 300, 1000]) {
    const round = await playRound(1, 60)
    const live = round.service.liveStreams
    for (let k = 0; k < readers; k++) {
      const out = new PassThrough().resume()
      await live.follow('bench', () => gameStreamSource(round.service, 'b1', 'public', 0), {
        who: readerName('bench', ''),
        out,
        wire: out,
        lastEventId: null,
        coding: 'identity',
        mayRead: async () => true,
      })
    }
    const taken: number[] = []
    for (let i = 0; i < 10; i++) {
      await round.playOn('b1')
      const before = cpu()
      await live.consumer.onChange('game#b1')
      taken.push((cpu() - before) * 1000)
    }
    points.push([readers, median(taken)])
    live.close()
    await round.close()
  }
  const curves: Curve[] = [{ name: 'an event, to all of them', points }]
  return {
    file: 'growth-readers.svg',
    title: 'A live stream of more readers',
    across: 'readers',
    up: 'ms of CPU',
    curves,
  }
}
