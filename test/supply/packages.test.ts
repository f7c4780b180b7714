/** What we ship of others: pinned, checked against its digest, and under licences that let anybody use it. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { advisoriesIn, askAdvisories } from './advisories.ts'
import {
  type Declared,
  type LockFile,
  licenceFaults,
  lockFaults,
  type Manifest,
  manifestFaults,
  packagesOf,
} from './faults.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const json = (...path: string[]) => JSON.parse(readFileSync(join(ROOT, ...path), 'utf8'))

const lock = json('package-lock.json') as LockFile
const manifest = json('package.json') as Manifest

test('every package of the lock file is pinned to a version and a SHA-512 digest, from no other place than the registry', () => {
  expect(packagesOf(lock).length).toBeGreaterThan(100)
  expect(lockFaults(lock)).toEqual([])
})

test('the lock file holds the versions that package.json names, and each of those exactly', () => {
  expect(manifestFaults(manifest, lock)).toEqual([])
})

test('what runs with us is under a permissive licence, all the way down', () => {
  const { faults, read } = licenceFaults(lock, (path) => {
    const file = join(ROOT, path, 'package.json')
    return existsSync(file) ? (json(path, 'package.json') as Declared) : null
  })
  expect(faults).toEqual([])
  expect(read).toBeGreaterThan(50)
})

const ZOD = 'node_modules/zod'

/** The lock file with one package in another state. */
const changed = (change: object): LockFile => ({
  ...lock,
  packages: { ...lock.packages, [ZOD]: { ...lock.packages[ZOD], ...change } },
})

test('a lock file that lost a digest, has a weak or a garbled one, or an address elsewhere does not pass', () => {
  const { integrity = '' } = lock.packages[ZOD]!
  for (const bad of [
    undefined,
    '',
    'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=',
    integrity.slice(0, -3),
    `${integrity} sha1-x`,
  ])
    expect(lockFaults(changed({ integrity: bad })), String(bad)).toEqual([
      expect.stringContaining(`${ZOD}: the digest`),
    ])
  for (const resolved of [
    'git+ssh://git@github.com/colinhacks/zod.git#0123456',
    'http://registry.npmjs.org/zod/-/zod-4.6.7.tgz',
    'https://registry.npmjs.org.example/zod-4.6.7.tgz',
    'file:../zod.tgz',
  ])
    expect(lockFaults(changed({ resolved })), resolved).toEqual([`${ZOD}: it comes from ${resolved}`])
  for (const version of ['latest', '', '4', '^4.6.7'])
    expect(lockFaults(changed({ version })), version).toHaveLength(1)
  expect(lockFaults(changed({ link: true }))).toEqual([`${ZOD}: a link to a folder`])
  expect(lockFaults({ ...lock, lockfileVersion: 2 })).toHaveLength(1)
})

test('a version left open, or another than the lock file holds, or one it does not hold at all, does not pass', () => {
  const wanting = (zod: string) => manifestFaults({ ...manifest, dependencies: { zod } }, lock)
  for (const open of ['^4.6.7', '*', 'latest', '4.6.8', 'file:../zod'])
    expect(wanting(open), open).not.toEqual([])
  expect(wanting(manifest.dependencies['zod']!)).toEqual([])
  expect(manifestFaults({ ...manifest, dependencies: { stranger: '1.0.0' } }, lock)).toHaveLength(1)
  const renamed = (wanted: string) =>
    manifestFaults({ ...manifest, devDependencies: { 'typescript-native': wanted } }, lock)
  const wanted = manifest.devDependencies['typescript-native']!
  expect(renamed(wanted)).toEqual([])
  for (const other of ['npm:typescript@latest', 'npm:typescript@5.9.3', wanted.replace('typescript', 'zod')])
    expect(renamed(other), other).not.toEqual([])
})

test('a package that runs with us under a copyleft licence, or under none, does not pass; one that only tests does', () => {
  const one = (declared: Declared | null, locked: object = {}) =>
    licenceFaults({ lockfileVersion: 3, packages: { '': {}, [ZOD]: locked } }, () => declared).faults
  for (const license of [
    'GPL-3.0-or-later',
    'AGPL-3.0-only',
    'SSPL-1.0',
    'UNLICENSED',
    'SEE LICENSE IN LICENSE.md',
    'MIT AND GPL-3.0-only',
    '(MIT OR Apache-2.0) AND GPL-2.0-only',
    'GPL-2.0-only WITH Classpath-exception-2.0',
    '',
  ])
    expect(one({ license }), license).toEqual([`${ZOD}: ${license}`])
  for (const declared of [{}, { license: { type: 'GPL-3.0' } }, { licenses: [{ type: 'LGPL-2.1' }] }, null])
    expect(one(declared), JSON.stringify(declared)).toHaveLength(1)
  for (const license of ['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC', '(MIT AND BSD-3-Clause) OR GPL-2.0-only'])
    expect(one({ license }), license).toEqual([])
  expect(one({ licenses: [{ type: 'GPL-2.0' }, { type: 'MIT' }] })).toEqual([])
  expect(one({ license: 'GPL-3.0' }, { dev: true })).toEqual([])
  expect(
    [one(null, { optional: true }), one({ license: 'GPL-3.0' }, { optional: true })].flat(),
  ).toHaveLength(1)
})

test('an audit that could not be asked, or that looked at nothing, is not taken for a clean one', () => {
  const report = (vulnerabilities: object, total = 80) =>
    JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { dependencies: { total } } })
  expect(advisoriesIn(report({}))).toEqual({ kind: 'clean', packages: 80 })
  expect(advisoriesIn(report({ ws: { severity: 'high', range: '<8.17.1' } }))).toEqual({
    kind: 'known',
    lines: ['ws <8.17.1: high'],
  })
  for (const nothing of [
    '',
    '{}',
    report({}, 0),
    '{"message":"405 Method Not Allowed","error":{"summary":"","detail":""}}',
    '{"error":{"code":"ENOLOCK","summary":"This command requires an existing lockfile."}}',
  ])
    expect(advisoriesIn(nothing).kind, nothing).toBe('not-asked')
})

test('npm knows of no advisory against what runs with us, as far as its registry answers', () => {
  const said = askAdvisories(ROOT)
  if (said.kind === 'not-asked') console.warn(`NOT CHECKED against npm's advisories: ${said.why}`)
  expect(said.kind === 'known' ? said.lines : []).toEqual([])
}, 60_000)
