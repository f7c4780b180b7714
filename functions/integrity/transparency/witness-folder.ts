/** The folder of a witness that is no host: its key, its name, and the checkpoint that it saw last of each log. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { ok, type Result, refuse } from '../../../domain/result.ts'
import { writePrivate } from '../../auth/signing-key-file.ts'
import { folderSigner, KEY_FILE } from '../anchors/key-file.ts'
import { openCheckpoint, parseCheckpoint } from './checkpoint.ts'
import { type NoteKey, noteKey } from './signed-note.ts'
import type { Witness, WitnessMemory } from './witness.ts'

const MEMORY_FILE = 'witnessed.json'
const LOCK_FILE = 'witness.pid'

const remembered = z.strictObject({ name: z.string(), seen: z.record(z.string(), z.string()) })
type Remembered = z.output<typeof remembered>

export interface WitnessFolder extends Witness {
  readonly key: NoteKey
  /** Names of the logs it was told of. */
  readonly origins: readonly string[]
  /** Lets another process open the folder. */
  close(): void
}

/**
 * A witness under a name, of the logs given. The folder is made where there is none. `folder-in-use`: another process has it, or it
 * is a host's; `folder-damaged`: what the witness saw is lost or altered, so that it could sign what contradicts it;
 * `bad-name`: its key signs under another name; `bad-key`.
 */
export function openWitnessFolder(
  folder: string,
  name: string,
  logs: readonly NoteKey[],
): Result<WitnessFolder> {
  if (existsSync(join(folder, 'database')) || existsSync(join(folder, 'keys.json')))
    return refuse('folder-in-use', `${folder} is the data folder of a host; a witness needs one of its own`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = join(folder, LOCK_FILE)
  const owner = lockBy(lock)
  if (owner !== null)
    return refuse('folder-in-use', `${folder} is in use by process ${owner}; two witnesses need two folders`)
  const opened = openLocked(folder, name, logs)
  if (!opened.ok) {
    rmSync(lock, { force: true })
    return opened
  }
  return ok({ ...opened.value, close: () => rmSync(lock, { force: true }) })
}

function openLocked(
  folder: string,
  name: string,
  logs: readonly NoteKey[],
): Result<Omit<WitnessFolder, 'close'>> {
  const file = join(folder, MEMORY_FILE)
  if (!existsSync(join(folder, KEY_FILE)) && !existsSync(file)) writePrivate(file, { name, seen: {} })
  const memory = readMemory(file, logs)
  if (!memory.ok) return memory
  if (memory.value.name !== name)
    return refuse(
      'bad-name',
      `the witness of ${folder} is ${memory.value.name}; one named ${name} needs its own`,
    )
  const signer = folderSigner(folder, true)
  if (!signer.ok) return signer
  return ok({
    name,
    signer: signer.value,
    key: noteKey(name, 'witness', signer.value.key),
    origins: logs.map((log) => log.name),
    memory: fileMemory(file, memory.value),
    keyOf: async (origin) => logs.find((log) => log.name === origin) ?? null,
  })
}

/** The process that has the lock; null: this one has it now. What a killed process left is taken. */
function lockBy(file: string): number | null {
  const take = (flag: 'w' | 'wx') => writeFileSync(file, String(process.pid), { flag, mode: 0o600 })
  try {
    take('wx')
    return null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const owner = Number(readFileSync(file, 'utf8'))
  if (isRunning(owner)) return owner
  take('w')
  return null
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** What was seen, if it is as it was written: a checkpoint that is remembered was signed by its log. */
function readMemory(file: string, logs: readonly NoteKey[]): Result<Remembered> {
  const lost = (why: string) =>
    refuse(
      'folder-damaged',
      `${file} ${why}; put back the newest copy of it, or begin a new witness, with a new key, in another folder`,
    )
  if (!existsSync(file)) return lost('is gone, and the key is there')
  let read: Remembered
  try {
    read = remembered.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return lost('is not as it was written')
  }
  for (const [origin, note] of Object.entries(read.seen)) {
    const log = logs.find((each) => each.name === origin)
    const checkpoint = log === undefined ? parseCheckpoint(note) : openCheckpoint(note, log)
    if (!checkpoint.ok || checkpoint.value.origin !== origin)
      return lost(`holds a checkpoint of ${origin} that is not as it was written`)
  }
  return ok(read)
}

/** One file that is written whole and put in place of the one before. */
function fileMemory(file: string, { name, seen: known }: Remembered): WitnessMemory {
  // A stranger asks for any name, `__proto__` too.
  let seen: ReadonlyMap<string, string> = new Map(Object.entries(known))
  return {
    last: async (origin) => seen.get(origin) ?? null,
    async replace(origin, before, note) {
      if ((seen.get(origin) ?? null) !== before) return false
      const next = new Map(seen).set(origin, note)
      // On the disk before the signature is given: what a witness forgets it could contradict.
      writePrivate(file, { name, seen: Object.fromEntries(next) })
      seen = next
      return true
    },
  }
}
