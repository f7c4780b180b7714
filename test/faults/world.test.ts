/** The service among faults, briefly; and bugs planted on purpose, each of which the same run must notice. */
import { afterAll, expect, test } from 'vitest'
import { type Fold, openFold, publicState, step } from '../../domain/game/index.ts'
import { gameEvents } from '../../functions/app/read-game.ts'
import { removeBundle } from '../kit/command.ts'
import type { Service } from '../kit/compose.ts'
import { seeded } from '../kit/faulty-client.ts'
import { trials } from '../kit/trials.ts'
import { FAULTS } from './world/director.ts'
import { putView } from './world/projector.ts'
import { type Bug, type Outcome, runWorld, type WorldOptions } from './world/world.ts'

afterAll(removeBundle)

const CLEAN = { lost: 0, doubled: 0, gaps: 0, viewsUnequal: 0, other: 0, reported: [] }

test('for some seconds everything goes wrong that can, and nothing acknowledged is lost, doubled or misread', {
  timeout: 300_000,
}, async () => {
  const seed = 20_260_314
  const { violations, counts, steps } = await runWorld({
    seed,
    seconds: trials(4),
    store: 'here',
    atLeast: 3,
  })
  expect(violations, `seed ${seed}`).toEqual(CLEAN)
  for (const fault of FAULTS) expect(counts[fault], fault).toBeGreaterThanOrEqual(3)
  expect(steps).toBeGreaterThan(trials(40))
})

test('a database killed with -9 and a disk that is really full lose nothing either', {
  timeout: 120_000,
}, async () => {
  const { violations, counts } = await runWorld({ seed: 9, seconds: trials(3), store: 'apart', atLeast: 1 })
  expect(violations).toEqual(CLEAN)
  for (const fault of FAULTS) expect(counts[fault], fault).toBeGreaterThan(0)
})

/** Runs with a planted bug until it is noticed, for at most a minute. */
const notices = async (bug: Bug, store: WorldOptions['store'] = 'memory'): Promise<Outcome['violations']> =>
  (await runWorld({ seed: 5, seconds: 60, store, bug })).violations

test('a put without its condition is noticed: what was acknowledged is overwritten', async () => {
  const found = await notices(
    {
      request(_operation, input) {
        if (input['ConditionExpression'] === 'attribute_not_exists(pk)') delete input['ConditionExpression']
      },
    },
    'here',
  )
  // Which harm is seen first depends on which report was overwritten: one lost, one standing twice, a gap, a broken chain.
  expect(found.reported).not.toEqual([])
})

test('a skipped id check is noticed: a report that was sent again stands twice', async () => {
  const withoutIds = (service: Service): Service => ({
    ...service,
    games: {
      ...service.games,
      async load(stream, reread) {
        const loaded = await service.games.load(stream, reread)
        return { ...loaded, state: { ...loaded.state, recordedIds: new Map() } }
      },
    },
  })
  expect((await notices({ service: withoutIds })).doubled).toBeGreaterThan(0)
})

test('a lost tail is noticed: a reader does not see what was acknowledged before the request', async () => {
  const chance = seeded(1)
  const shortened = await notices({
    ports: (ports) => ({
      ...ports,
      log: {
        ...ports.log,
        async load(stream, after) {
          const commits = await ports.log.load(stream, after)
          return commits.slice(0, commits.length > 1 && chance() < 0.2 ? -1 : undefined)
        },
      },
    }),
  })
  expect(shortened.reported).not.toEqual([])
})

test('a stale checkpoint is noticed: the view says it is at the head and was folded before it', {
  timeout: 120_000,
}, async () => {
  const found = await notices({
    projector(service) {
      const before = new Map<string, { state: unknown }>()
      return {
        name: 'view',
        async onChange(stream) {
          const { state } = await service.games.load(stream, true)
          const view = { state: publicState(state.folded.fold.state) }
          await putView(service, stream, state.head.n, before.get(stream) ?? view)
          before.set(stream, view)
        },
      }
    },
  })
  expect(found.viewsUnequal).toBeGreaterThan(0)
})

test('a doubled notification that is taken for news is noticed: the view holds an event twice', async () => {
  const found = await notices({ projector: countingNotifications })
  expect(found.viewsUnequal).toBeGreaterThan(0)
})

/** Counts notifications where it should count commits; one that brings nothing new is taken for the last event once more. */
function countingNotifications(service: Service) {
  const folds = new Map<string, { fold: Fold; seq: number; n: number }>()
  return {
    name: 'view',
    async onChange(stream: string) {
      const events = await gameEvents(service, stream.slice('game#'.length))
      const head = (await service.log.head(stream))?.n ?? 0
      const known = folds.get(stream) ?? { fold: openFold(), seq: 0, n: head - 1 }
      const news = events.slice(known.seq)
      for (const event of news.length > 0 ? news : events.slice(-1)) step(known.fold, event)
      const n = known.n + 1
      folds.set(stream, { fold: known.fold, seq: events.length, n })
      await putView(service, stream, n, { state: publicState(known.fold.state) })
    },
  }
}
