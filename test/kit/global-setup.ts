/** One bundle of the command for all test files of a run: the first that needs it makes it (command.ts); it goes at the end. */
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

export default function setup(): () => void {
  const folder = join(ROOT, 'node_modules', '.cache', `touchmove-${process.pid}`)
  process.env['TOUCHMOVE_TEST_BUNDLE'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
