/**
 * Prepares what the test files of a run share, and removes it at its end: the folder of bundles, and the folder of temporary folders
 * (command.ts).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

export default function setup(): () => void {
  const folder = join(ROOT, 'node_modules', '.cache', `touchmove-${process.pid}`)
  process.env['TOUCHMOVE_TEST_BUNDLE'] = folder
  const folders = mkdtempSync(join(tmpdir(), 'touchmove-'))
  process.env['TOUCHMOVE_TEST_FOLDERS'] = folders
  return () => {
    for (const each of [folder, folders]) rmSync(each, { recursive: true, force: true })
  }
}
