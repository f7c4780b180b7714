/** What we ship of others: pinned, checked against its digest, and under licences that let anybody use it. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const json = (...path: string[]) => JSON.parse(readFileSync(join(ROOT, ...path), 'utf8'))

interface Locked {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly link?: boolean
  readonly inBundle?: boolean
}

/** An object in packages of old. */
type Licence = string | { readonly type: string }

const lock = json('package-lock.json') as {
  readonly lockfileVersion: number
  readonly packages: Readonly<Record<string, Locked>>
}
const manifest = json('package.json') as Record<'dependencies' | 'devDependencies', Record<string, string>>

const packages = Object.entries(lock.packages).filter(([path]) => path !== '')

/** Permissive ones, by their SPDX names. */
const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
])

test('every package of the lock file is pinned to a version and a SHA-512 digest, from no other place than the registry', () => {
  expect(lock.lockfileVersion).toBe(3)
  expect(packages.length).toBeGreaterThan(100)
  for (const [path, { version, resolved, integrity, inBundle, link }] of packages) {
    expect(version, path).toMatch(/^\d+\.\d+\.\d+/)
    expect(link, path).toBeUndefined()
    // What a package brings along in its own archive is under that archive's digest.
    if (inBundle !== true) expect(integrity, path).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/)
    // Where an address stands, it must not be some other place.
    if (resolved !== undefined) expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//)
  }
})

test('the lock file holds the versions that package.json names, and each of those exactly', () => {
  for (const kind of ['dependencies', 'devDependencies'] as const)
    for (const [name, version] of Object.entries(manifest[kind])) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version)
    }
})

test('what runs with us is under a permissive licence, all the way down', () => {
  const shipped = packages.filter(([, { dev }]) => dev !== true)
  let read = 0
  for (const [path, { optional }] of shipped) {
    // Binaries for other machines are in the lock file and not on the disk.
    if (!existsSync(join(ROOT, path)) && optional === true) continue
    const { license, name } = json(path, 'package.json') as { license?: Licence; name: string }
    const found = typeof license === 'string' ? license : (license?.type ?? 'none')
    const allowed = alternatives(found).some((each) => LICENCES.has(each))
    expect(allowed, `${name}: ${found}`).toBe(true)
    read++
  }
  expect(read).toBeGreaterThan(50)
})

/** `(MIT OR Apache-2.0)` leaves the choice; `AND` does not. */
const alternatives = (licence: string): string[] => licence.replaceAll(/[()]/g, '').split(' OR ')
