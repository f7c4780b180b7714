import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundledProgram } from '../kit/bundled-program.ts'
import { removeBundle } from '../kit/command.ts'
import { trials } from '../kit/trials.ts'

let script: string
beforeAll(async () => {
  script = await bundledProgram(join(import.meta.dirname, 'read-stream.ts'))
})
afterAll(removeBundle)

function read(megabytes: number): { games: number; plies: number; kilobytes: number } {
  const printed = execFileSync(process.execPath, [script, String(megabytes)], {
    encoding: 'utf8',
  })
  return JSON.parse(printed) as { games: number; plies: number; kilobytes: number }
}

test('a far larger file takes no more memory, give or take 16 MB', { timeout: 300_000 }, () => {
  const small = read(10)
  const large = read(trials(40, 200))
  expect(large.games).toBeGreaterThan(small.games * 3)
  expect(large.plies).toBe(large.games * 80)
  expect(large.kilobytes - small.kilobytes).toBeLessThan(16 * 1024)
})
