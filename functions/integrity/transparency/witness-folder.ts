/** The folder of a witness that stands alone: its key, and the checkpoint that it saw last of each log. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ok, type Result, refuse } from '../../../domain/result.ts'
import { writePrivate } from '../../auth/signing-key-file.ts'
import { folderSigner } from '../anchors/key-file.ts'
import { type NoteKey, noteKey } from './signed-note.ts'
import type { Witness, WitnessMemory } from './witness.ts'

const MEMORY_FILE = 'witnessed.json'

/** A witness under a name, of the logs given: `bad-key`, `folder-damaged`. The folder and its key are made where they are not there. */
export function openWitnessFolder(
  folder: string,
  name: string,
  logs: readonly NoteKey[],
): Result<Witness & { readonly key: NoteKey }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const signer = folderSigner(folder, true)
  if (!signer.ok) return signer
  const memory = fileMemory(join(folder, MEMORY_FILE))
  if (!memory.ok) return memory
  return ok({
    name,
    signer: signer.value,
    key: noteKey(name, 'witness', signer.value.key),
    memory: memory.value,
    keyOf: async (origin) => logs.find((log) => log.name === origin) ?? null,
  })
}

/** Notes by the names of logs, in one file that is written whole and put in place of the one before. */
function fileMemory(file: string): Result<WitnessMemory> {
  let notes: Record<string, string>
  try {
    notes = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      return refuse('folder-damaged', `${file} cannot be read: ${(error as Error).message}`)
    notes = {}
  }
  return ok({
    last: async (origin) => notes[origin] ?? null,
    async replace(origin, before, note) {
      if ((notes[origin] ?? null) !== before) return false
      const next = { ...notes, [origin]: note }
      // On the disk before the signature is given: what a witness forgets it could contradict.
      writePrivate(file, next)
      notes = next
      return true
    },
  })
}
