/** The load of `npm run load` in small: what it counts must come out whatever the machine; its figures are for the big one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeBundle, type Serving, serve, temporaryFolder } from '../kit/command.ts'
import { runLoad } from './round-load.ts'

const folder = temporaryFolder()
let host: Serving

beforeAll(async () => {
  host = await serve(folder.path)
})
afterAll(async () => {
  await host.stop()
  folder.remove()
  removeBundle()
})

test('boards report, readers follow, pollers poll: every reader ends with exactly what the record folds to', {
  timeout: 120_000,
}, async () => {
  const load = { boards: 12, readers: 24, pollers: 4, seconds: 3, eventsAMinute: 1_200 }
  const figures = await runLoad([host.url], host.token('arbiter'), load)
  expect(figures.failed).toEqual([])
  expect(figures.wrong).toEqual([])
  expect(figures.reports).toBeGreaterThan(12)
  expect(figures.messages).toBeGreaterThan(figures.reports * 8)
  expect(figures.polls).toBeGreaterThan(4)
})
