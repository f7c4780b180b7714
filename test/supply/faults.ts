/** What must not be in a lock file, and under which licences others' work may run with ours. */

export interface Locked {
  /** Where it is installed under another name. */
  readonly name?: string
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly link?: boolean
  readonly inBundle?: boolean
}

export interface LockFile {
  readonly lockfileVersion: number
  /** By path; that of our own package is ''. */
  readonly packages: Readonly<Record<string, Locked>>
}

export type Manifest = Readonly<Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>>

/** An object in packages of old, a list in the oldest. */
export interface Declared {
  readonly license?: string | { readonly type: string }
  readonly licenses?: readonly { readonly type: string }[]
}

/** Packages that others wrote. */
export const packagesOf = ({ packages }: LockFile): [path: string, locked: Locked][] =>
  Object.entries(packages).filter(([path]) => path !== '')

const EXACT = /^\d+\.\d+\.\d+$/

/** Each package that is not pinned to a version and a SHA-512 digest, or comes from another place than the registry. */
export function lockFaults(lock: LockFile): string[] {
  if (lock.lockfileVersion !== 3) return [`the lock file is of version ${lock.lockfileVersion}; 3 is read`]
  return packagesOf(lock).flatMap(([path, { version = '', resolved, integrity = '', inBundle, link }]) => [
    ...(link === true ? [`${path}: a link to a folder`] : []),
    ...(/^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(version) ? [] : [`${path}: the version is "${version}"`]),
    // What a package brings along in its own archive is under that archive's digest.
    ...(inBundle === true || /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)
      ? []
      : [`${path}: the digest is "${integrity}"; it must be SHA-512`]),
    // Where an address stands, it must not be some other place.
    ...(resolved === undefined || resolved.startsWith('https://registry.npmjs.org/')
      ? []
      : [`${path}: it comes from ${resolved}`]),
  ])
}

/** Where manifest and lock file differ, or the manifest leaves a version open. `npm:NAME@VERSION` installs a package under another name. */
export const manifestFaults = (manifest: Manifest, { packages }: LockFile): string[] =>
  (['dependencies', 'devDependencies'] as const).flatMap((kind) =>
    Object.entries(manifest[kind]).flatMap(([name, wanted]) => {
      const [, published = name, version = ''] = /^npm:(.+)@([^@]+)$/.exec(wanted) ?? [wanted, name, wanted]
      const locked = packages[`node_modules/${name}`]
      const held = locked === undefined ? 'nothing' : `${locked.name ?? name}@${locked.version}`
      return [
        ...(EXACT.test(version) ? [] : [`${name}: package.json leaves it at "${wanted}"`]),
        ...(held === `${published}@${version}`
          ? []
          : [`${name}: package.json says ${published}@${version}, the lock file ${held}`]),
      ]
    }),
  )

/** Permissive ones, by their SPDX names. */
const LICENCES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
])

/** Each package that runs with us under another licence. `declared`: its package.json, null where it is not on the disk. */
export function licenceFaults(
  lock: LockFile,
  declared: (path: string) => Declared | null,
): { readonly faults: string[]; readonly read: number } {
  const faults: string[] = []
  let read = 0
  for (const [path, { dev, optional }] of packagesOf(lock)) {
    if (dev === true) continue
    const found = declared(path)
    // Binaries for other machines are in the lock file and not on the disk.
    if (found === null && optional === true) continue
    read++
    const licence = found === null ? 'none: it is not on the disk' : licenceOf(found)
    if (!isPermissive(licence)) faults.push(`${path}: ${licence}`)
  }
  return { faults, read }
}

const licenceOf = ({ license, licenses = [] }: Declared): string => {
  if (typeof license === 'string') return license
  return license?.type ?? (licenses.map(({ type }) => type).join(' OR ') || 'none')
}

/** `MIT OR GPL-3.0` leaves the choice, `MIT AND GPL-3.0` does not; an exception (`WITH`) is another licence. */
function isPermissive(licence: string): boolean {
  const text = licence.trim()
  const parts = split(text, ' OR ')
  if (parts.length > 1) return parts.some(isPermissive)
  const all = split(text, ' AND ')
  if (all.length > 1) return all.every(isPermissive)
  return text.startsWith('(') && text.endsWith(')') ? isPermissive(text.slice(1, -1)) : LICENCES.has(text)
}

/** At a word outside brackets. */
function split(text: string, word: string): string[] {
  const parts: string[] = []
  let [depth, from] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')') depth--
    else if (depth === 0 && text.startsWith(word, at)) {
      parts.push(text.slice(from, at))
      from = at + word.length
    }
  }
  return [...parts, text.slice(from)]
}

const NOTICE = /licen[cs]e|creativecommons|copyright|©|authors?:|\b(?:CC BY|GPL|GNU)\b/i

/** A notice in a picture that says it is somebody else's, or under terms of its own: ours bear none. */
export function assetFaults(path: string, text: string): string[] {
  const found = NOTICE.exec(text)
  return found === null ? [] : [`${path}: it bears a notice ("${found[0]}")`]
}
