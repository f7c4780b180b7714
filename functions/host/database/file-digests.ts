/**
 * Digests of the database's files, noted while it is open and when it is closed: LevelDB does not notice a flipped bit, and silently
 * drops what its log holds behind one. All that is assumed of the files is that they change by appending alone.
 */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { writePrivate } from '../../auth/signing-key-file.ts'
import { DATABASE_FILE } from './data-folder.ts'

const NOTE_FILE = 'database-sums.json'

const noteShape = z.object({
  /** The text of CURRENT: each opening names another manifest there. */
  current: z.string(),
  /** Whether the database was closed then: every file is there, and has no byte more. */
  closed: z.boolean(),
  /** By file name: SHA-256 of the first so many bytes. */
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() })),
})

type Note = z.output<typeof noteShape>

export interface FileFault {
  readonly file: string
  readonly message: string
}

export interface FileDigestRecorder {
  /** Notes the digests of the closed database: to be called once it is closed. */
  close(): Promise<void>
}

const INTERVAL_MS = 10_000

/** Whether a file is one of LevelDB's tables, which are written once and read for years; the others belong to one opening. */
const isTableFile = (name: string): boolean => /\.(?:ldb|sst)$/.test(name)

/** Notes the digests of a database that this process has opened, every ten seconds in which something was written. */
export function noteFileDigests(folder: string, onFault: (error: unknown) => void): FileDigestRecorder {
  const before = readNote(folder)
  // The digest of a table stays the one of its first writing: computed anew, it would hide what has changed since.
  const tables = new Map(
    Object.entries(before === null || before === 'damaged' ? {} : before.files).filter(([name]) =>
      isTableFile(name),
    ),
  )
  const hashes = new Map<string, { hash: Hash; bytes: number }>()
  let last = ''

  const digestOf = async (name: string): Promise<Note['files'][string]> => {
    const file = join(folder, 'database', name)
    const { size } = statSync(file)
    const known = tables.get(name)
    if (known?.bytes === size) return known
    const { hash, bytes } = hashes.get(name) ?? { hash: createHash('sha256'), bytes: 0 }
    await hashRange(hash, file, bytes, size)
    hashes.set(name, { hash, bytes: size })
    return { bytes: size, sha256: hash.copy().digest('hex') }
  }
  const note = async (closed: boolean): Promise<void> => {
    const files: Note['files'] = {}
    for (const name of databaseFiles(folder))
      try {
        files[name] = await digestOf(name)
      } catch (error) {
        // LevelDB has removed it meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      }
    for (const name of hashes.keys()) if (files[name] === undefined) hashes.delete(name)
    const now: Note = { current: currentOf(folder), closed, files }
    if (JSON.stringify(now) === last) return
    last = JSON.stringify(now)
    writePrivate(noteIn(folder), now)
  }
  let turn: Promise<void> = Promise.resolve()
  const inTurn = (closed: boolean) => (turn = turn.then(() => note(closed)).catch(onFault))
  const timer = setInterval(() => void inTurn(false), INTERVAL_MS).unref()
  return {
    close() {
      clearInterval(timer)
      return inTurn(true)
    },
  }
}

/**
 * The files that are not as they were noted. `whole` is false where the database was not closed after it was last opened: files are
 * then compared as far as they had been written when they were noted. `withoutTables`: tables, which are the large files, are not
 * compared, for a quick start.
 */
export async function findFileFaults(
  folder: string,
  { withoutTables = false }: { readonly withoutTables?: boolean } = {},
): Promise<{ faults: FileFault[]; whole: boolean }> {
  const note = readNote(folder)
  if (note === null) return { faults: [], whole: false }
  if (note === 'damaged')
    return { faults: [{ file: noteIn(folder), message: 'it cannot be read' }], whole: false }
  const whole = note.closed && note.current === currentOf(folder)
  const faults: FileFault[] = []
  for (const [name, { bytes, sha256 }] of Object.entries(note.files)) {
    if (isTableFile(name) ? withoutTables : name === 'CURRENT' && !whole) continue
    const file = join(folder, 'database', name)
    const size = statSync(file, { throwIfNoEntry: false })?.size
    const fault = (message: string) => faults.push({ file, message })
    if (size === undefined) {
      if (whole) fault('it is gone')
    } else if (size < bytes) fault(`it has ${size} bytes; ${bytes} were written`)
    else if (whole && size > bytes) fault(`it has ${size} bytes; ${bytes} were written before it was closed`)
    else {
      const hash = createHash('sha256')
      await hashRange(hash, file, 0, bytes)
      if (hash.digest('hex') !== sha256) fault('it is not as it was written: a bit of it is another')
    }
  }
  return { faults, whole }
}

/** Adds the bytes of a file from `from` up to, without, `to` to a hash. */
async function hashRange(hash: Hash, file: string, from: number, to: number): Promise<void> {
  if (from >= to) return
  for await (const chunk of createReadStream(file, { start: from, end: to - 1 })) hash.update(chunk as Buffer)
}

const databaseFiles = (folder: string): string[] =>
  readdirSync(join(folder, 'database'))
    .filter((name) => DATABASE_FILE.test(name))
    .sort()

const currentOf = (folder: string): string =>
  readFileSync(join(folder, 'database', 'CURRENT'), 'utf8').trimEnd()

const noteIn = (folder: string): string => join(folder, NOTE_FILE)

/** The note in the folder; null where there is none. */
function readNote(folder: string): Note | 'damaged' | null {
  if (!existsSync(noteIn(folder))) return null
  try {
    return noteShape.parse(JSON.parse(readFileSync(noteIn(folder), 'utf8')))
  } catch {
    return 'damaged'
  }
}
