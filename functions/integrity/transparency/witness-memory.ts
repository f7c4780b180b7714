/** What a host remembers of the logs of other hosts whose record is brought to it: it is their witness. */

import type { Ports } from '../../ports.ts'
import type { Documents } from '../../store/documents.ts'
import type { Signer } from '../anchors/signer.ts'
import { parseCheckpoint, witnessKeyOf } from './checkpoint.ts'
import { type NoteKey, parseNoteKey } from './signed-note.ts'
import type { Witness } from './witness.ts'

interface Remembered {
  /** The log's key, as it was told first: another one under the same name is another log. */
  readonly log: string
  /** The checkpoint seen last; null: none yet. */
  readonly note: string | null
}

const PARTITION = 'log#witnessed'

const remembered = ({ registry }: Pick<Ports, 'registry'>) => registry as Documents<Remembered>

/** A host as a witness of logs that `trust` told it of. */
export const hostWitness = (ports: Pick<Ports, 'registry'>, signer: Signer): Witness => ({
  name: witnessKeyOf(signer.key).name,
  signer,
  async keyOf(origin) {
    const found = await remembered(ports).get(PARTITION, origin)
    const key = found === null ? null : parseNoteKey(found.value.log)
    return key?.ok ? key.value : null
  },
  memory: {
    last: async (origin) => (await remembered(ports).get(PARTITION, origin))?.value.note ?? null,
    async replace(origin, before, note) {
      const found = await remembered(ports).get(PARTITION, origin)
      if (found === null || found.value.note !== before) return false
      return remembered(ports).putIfNewer(PARTITION, origin, (found.n ?? 0) + 1, { ...found.value, note })
    },
  },
})

/** Stores the key of another log at its first sync; false: another key is stored under its name. */
export async function trustLog(ports: Pick<Ports, 'registry'>, log: NoteKey): Promise<boolean> {
  if (await remembered(ports).putIfNewer(PARTITION, log.name, 1, { log: log.text, note: null })) return true
  return (await remembered(ports).get(PARTITION, log.name))?.value.log === log.text
}

/** How many entries of a log this host saw last; 0: none. */
export async function witnessedSize(ports: Pick<Ports, 'registry'>, origin: string): Promise<number> {
  const note = (await remembered(ports).get(PARTITION, origin))?.value.note ?? null
  const read = note === null ? null : parseCheckpoint(note)
  return read?.ok ? read.value.size : 0
}
