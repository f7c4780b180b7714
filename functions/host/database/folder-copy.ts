/**
 * A copy of a data folder, to be read: LevelDB opens no database without writing into it, and a folder that is only read must stay
 * as it is, even on a read-only medium. The copy lies in the system's temporary folder until it is removed.
 */
import { constants, rmSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ok, type Result, refuse } from '../../../domain/result.ts'
import { KEYS_FILE } from '../../auth/signing-key-file.ts'
import { KEY_FILE } from '../../integrity/anchors/key-file.ts'
import { describeOwner } from './owner-note.ts'

export interface FolderCopy {
  readonly path: string
  readonly bytes: number
  remove(): void
}

/** How often a copy is tried while the folder is being written to, and the pause between two tries, ms. */
const MAX_ATTEMPTS = 5
const RETRY_MS = 200

/** LevelDB's lock and its diagnostic log, which are not copied. */
const NOT_COPIED = new Set(['LOCK', 'LOG', 'LOG.old'])

/** Copies database and keys. Refuses with `folder-in-use` where they are written to at each try, `no-room` or `folder-unusable`. */
export async function copyFolder(folder: string): Promise<Result<FolderCopy>> {
  let bytes = 0
  let copy: FolderCopy | null = null
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (attempt > 0) await sleep(RETRY_MS)
      const before = await filesOf(folder)
      bytes = before.reduce((sum, { size }) => sum + size, 0)
      copy = { ...(await emptyCopy()), bytes }
      const whole = await copyAll(folder, copy.path, before)
      // Files that did not change from beginning to end are those of one instant.
      if (whole && JSON.stringify(await filesOf(folder)) === JSON.stringify(before)) return ok(copy)
      copy.remove()
    }
  } catch (error) {
    copy?.remove()
    return unusable(folder, error as NodeJS.ErrnoException, bytes)
  }
  return refuse(
    'folder-in-use',
    `${folder} is being written to by ${describeOwner(folder)}; run this again when that has ended`,
  )
}

interface StoredFile {
  readonly name: string
  readonly size: number
  readonly changed: number
}

async function filesOf(folder: string): Promise<StoredFile[]> {
  const stored = (await readdir(join(folder, 'database'))).filter((name) => !NOT_COPIED.has(name)).sort()
  const names = [KEYS_FILE, KEY_FILE, ...stored.map((name) => join('database', name))]
  const files: StoredFile[] = []
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(absentOrThrow)
    if (found !== null) files.push({ name, size: found.size, changed: found.mtimeMs })
  }
  return files
}

/** Copies the files; false where one was removed before it could be copied. */
async function copyAll(folder: string, to: string, files: readonly StoredFile[]): Promise<boolean> {
  for (const { name } of files) {
    const target = join(to, name)
    const copied = await copyFile(join(folder, name), target, constants.COPYFILE_FICLONE).catch(absentOrThrow)
    if (copied === null) return false
    // A copy has the mode of its file, which may be read-only.
    await chmod(target, 0o600)
  }
  return true
}

/** Null for a file that is not there; throws any other error. */
function absentOrThrow(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Makes a folder that its owner alone can read, and that is removed however the process ends (except by SIGKILL). */
async function emptyCopy(): Promise<Pick<FolderCopy, 'path' | 'remove'>> {
  const path = await mkdtemp(join(tmpdir(), 'touchmove-read-'))
  const remove = () => {
    process.off('exit', remove)
    for (const signal of SIGNALS) process.off(signal, onSignal)
    rmSync(path, { recursive: true, force: true })
  }
  const onSignal = (signal: NodeJS.Signals) => {
    remove()
    // A signal with a listener no longer ends the process by itself.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  process.on('exit', remove)
  for (const signal of SIGNALS) process.on(signal, onSignal)
  await mkdir(join(path, 'database'))
  return { path, remove }
}

function unusable(folder: string, error: NodeJS.ErrnoException, bytes: number): Result<never> {
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    return refuse(
      'no-room',
      `${tmpdir()} has no room for a copy of ${folder} (${megabytes(bytes)}); name another place in TMPDIR`,
    )
  return refuse('folder-unusable', `${folder} cannot be read: ${error.message}`)
}

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
