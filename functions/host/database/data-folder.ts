/** Inspects a data folder before anything in it is opened or written: a first start, or a record, whole or damaged. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ok, type Problem, type Result, refuse } from '../../../domain/result.ts'
import { KEYS_FILE } from '../../auth/signing-key-file.ts'
import { KEY_FILE } from '../../integrity/anchors/key-file.ts'

/** `absent`: there is no such folder; `empty`: nothing of a record is in it; `record`: a record, with all it needs to be opened. */
export type FolderState = 'absent' | 'empty' | 'record'

/** The file that marks a folder while a first start makes database and keys: what is missing then was never there. */
const FIRST_START = 'first-start-unfinished'

/** The file that marks a folder whose record lies in a database that hosts share (`--dynamodb`); it holds that database's address. */
const SHARED_DATABASE = 'shared-database'

/** The files in which LevelDB stores data; its lock and its diagnostic log (`LOG`) hold none. */
export const DATABASE_FILE = /^(?:CURRENT|MANIFEST-\d+|\d+\.(?:log|ldb|sst))$/

/**
 * Says what a folder holds, and writes nothing. LevelDB makes an empty database where it finds no `CURRENT`, and ignores a log that is
 * gone; in the same manner new keys would replace lost ones. Refused are therefore a database without its first files, keys or
 * tokens without their database (`folder-damaged`), and a database without its keys (`key-missing`). A folder whose record lies in a
 * shared database is refused too (`folder-shared`), as is one that cannot be read (`folder-unusable`).
 */
export function inspectFolder(folder: string): Result<FolderState> {
  try {
    return inspect(folder)
  } catch (error) {
    return refuse('folder-unusable', `${folder} cannot be used: ${(error as Error).message}`)
  }
}

function inspect(folder: string): Result<FolderState> {
  if (!existsSync(folder)) return ok('absent')
  const names = new Set(readdirSync(folder))
  if (names.has(FIRST_START)) return ok('empty')
  const database = join(folder, 'database')
  const files = names.has('database') ? readdirSync(database).filter((name) => DATABASE_FILE.test(name)) : []
  if (files.length === 0) {
    if (names.has(SHARED_DATABASE)) return refuseShared(folder)
    // Keys that sign tokens may be made before the first start (`token keys --make`), tokens and the anchors' key only by it.
    const left = ['tokens.json', KEY_FILE].filter((name) => names.has(name))
    if (left.length === 0) return ok('empty')
    return refuseDamaged(
      folder,
      `it holds ${left.join(' and ')}, but ${database} holds no database (of a host that is started with --dynamodb there is none: ask that host with --server)`,
    )
  }
  const fault = faultIn(database, files)
  if (fault !== null) return refuseDamaged(folder, fault)
  const missing = missingKey(folder, names)
  return missing === null ? ok('record') : { ok: false, error: missing }
}

/** What a database lacks without which LevelDB would begin an empty one, or ignore what was written last; null where nothing is missing. */
function faultIn(database: string, files: readonly string[]): string | null {
  if (!files.includes('CURRENT')) return `${join(database, 'CURRENT')} is missing`
  const named = readFileSync(join(database, 'CURRENT'), 'utf8').trimEnd()
  if (!/^MANIFEST-\d+$/.test(named)) return `${join(database, 'CURRENT')} names no manifest`
  if (!files.includes(named)) return `${join(database, named)} is missing, which CURRENT names`
  if (statSync(join(database, named)).size === 0) return `${join(database, named)} is empty`
  if (!files.some((name) => name.endsWith('.log')))
    return `${database} has no log (a file such as 000003.log)`
  return null
}

/** Which key file is missing among the folder's files, and what is to be done; null where none is. */
export function missingKey(
  folder: string,
  names: ReadonlySet<string> = new Set(readdirSync(folder)),
): Problem | null {
  const remedies = {
    [KEYS_FILE]: '`touchmove token keys --make` makes a new one, and all tokens are void',
    [KEY_FILE]: '`touchmove anchors key --make` makes a new one; give verify both (--key OLD --key NEW)',
  }
  for (const [name, remedy] of Object.entries(remedies))
    if (!names.has(name))
      return { code: 'key-missing', message: `${join(folder, name)} is missing; put it back, or ${remedy}` }
  return null
}

const refuseShared = (folder: string): Result<never> =>
  refuse(
    'folder-shared',
    `${folder} holds a host's keys and no record: that lies in the database at ${readFileSync(join(folder, SHARED_DATABASE), 'utf8').trimEnd()}, which hosts share; name a running one (--server), or start one with --dynamodb`,
  )

/** Whether a host has been started in the folder with `--dynamodb`. */
export const wasShared = (folder: string): boolean => existsSync(join(folder, SHARED_DATABASE))

/** Notes that the record lies in the database at that address. Credentials in it are left out. */
export const noteSharedDatabase = (folder: string, endpoint: string): void =>
  writeFileSync(join(folder, SHARED_DATABASE), `${new URL(endpoint).origin}\n`, { mode: 0o600 })

const refuseDamaged = (folder: string, what: string): Result<never> =>
  refuse(
    'folder-damaged',
    `${folder} is damaged: ${what}; copy the folder, then restore a backup into a new one (touchmove restore)`,
  )

export interface FolderRollback {
  /** Puts the folder back as it was, where it is not opened after all. */
  undo(): void
}

/** Makes the folder and marks it as one whose first start has begun. Refuses with `folder-unusable`. */
export function beginFirstStart(folder: string): Result<FolderRollback> {
  const file = join(folder, FIRST_START)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // Another process has marked it, and removes the mark itself.
    if (code === 'EEXIST' && existsSync(file)) return ok({ undo: () => {} })
    return refuse('folder-unusable', `${folder} cannot be used: ${message}`)
  }
  return ok({ undo: () => rmSync(file, { force: true }) })
}

/** Remembers LevelDB's diagnostic log, which LevelDB truncates before it knows whether it can open the database. */
export function snapshotLevelLog(folder: string): FolderRollback {
  const files = ['LOG', 'LOG.old'].map((name) => {
    const file = join(folder, 'database', name)
    return { file, text: existsSync(file) ? readFileSync(file) : null }
  })
  return {
    undo() {
      for (const { file, text } of files)
        if (text === null) rmSync(file, { force: true })
        else writeFileSync(file, text)
    },
  }
}

export const endFirstStart = (folder: string): void => rmSync(join(folder, FIRST_START), { force: true })
