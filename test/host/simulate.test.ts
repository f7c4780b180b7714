import { afterAll, expect, test } from 'vitest'
import { interrupted, removeBundle, temporaryFolder, touchmove } from '../kit/command.ts'
import { runHere } from '../kit/run-here.ts'

const folder = temporaryFolder()
afterAll(() => {
  folder.remove()
  removeBundle()
})

/** Of this seed both games soon end: hands and the players' last words take as long as ever. */
const SHORT = ['--seed', '55', '--plies', '2']

test.concurrent('a simulated round of two boards is played to its end and can be exported', {
  timeout: 180_000,
}, async () => {
  const data = `${folder.path}/played`
  const played = await touchmove(
    ['simulate', '--boards', '2', '--speed', '100', ...SHORT, '--data', data],
    {},
  )
  expect([played.code, played.stderr]).toEqual([0, expect.stringContaining('2 of 2 games over')])
  const tournament = played.stdout.trim()
  expect(tournament).toMatch(/^sim-[0-9a-z]+$/)
  const exported = await runHere(['export', '--tournament', tournament, '--format', 'pgn', '--data', data])
  expect(exported.code).toBe(0)
  expect(exported.stdout.match(/^\[Result /gm)).toHaveLength(2)
  expect(exported.stdout).toMatch(/^1\. /m)
})

test.concurrent('an interrupted round ends cleanly and leaves its games in the record', {
  timeout: 180_000,
}, async () => {
  const data = `${folder.path}/interrupted`
  const simulate = ['simulate', '--boards', '2', '--speed', '1', '--plies', '60', '--data', data]
  const ended = await interrupted(simulate, 'Ctrl-C ends it')
  expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining('stopped')])
  expect((await runHere(['verify', '--all', '--data', data])).code).toBe(0)
})

test.concurrent('a round of no boards is refused', async () => {
  const { code, stderr } = await runHere(['simulate', '--boards', '0', '--data', folder.path])
  expect([code, stderr]).toEqual([2, expect.stringContaining('It is a number from 1 to 200.')])
})
