/**
 * Checks the types of all four programs with the native compiler, which takes a third of the time. `typescript` itself stays
 * an older release: linters and the generator of the client's types use its programming interface, which the native one lacks.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
/** The product with its tests, its stacks, the page, and the page's tests. */
const PROJECTS = JSON.parse(readFileSync(join(ROOT, 'test/type-projects.json'), 'utf8'))
const TSC = join(ROOT, 'node_modules/typescript-native/bin/tsc')

const passed = PROJECTS.map(
  (program) =>
    spawnSync(process.execPath, [TSC, '-p', program], { cwd: ROOT, stdio: 'inherit' }).status === 0,
)
process.exitCode = passed.every(Boolean) ? 0 : 1
