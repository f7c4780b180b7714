import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { trials } from '../kit/trials.ts'

const script = fileURLToPath(new URL('read-stream.ts', import.meta.url))

function read(megabytes: number): { games: number; plies: number; kilobytes: number } {
  const printed = execFileSync(process.execPath, ['--import', 'tsx', script, String(megabytes)], {
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
