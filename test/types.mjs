/**
 * Checks the types of all four projects with the native compiler, which takes a third of the time. The package `typescript` stays an
 * older release: linters and the generator of the client's types use its programming interface, which the native compiler lacks.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
/** The folders of their tsconfig.json: product and tests, stacks, page, and tests of the page. */
const PROJECTS = JSON.parse(readFileSync(join(ROOT, 'test/type-projects.json'), 'utf8'))
const TSC = join(ROOT, 'node_modules/typescript-native/bin/tsc')

const passed = PROJECTS.map(
  (program) =>
    spawnSync(process.execPath, [TSC, '-p', program], { cwd: ROOT, stdio: 'inherit' }).status === 0,
)
process.exitCode = passed.every(Boolean) ? 0 : 1
