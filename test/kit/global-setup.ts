/**
 * What the test files of a run share, removed at its end: a bundle of the command, made by the first that needs it, and the folder
 * that their folders are in (command.ts).
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
