/** Checkpoints (C2SP tlog-checkpoint): how many entries a log has and their root, signed by the log. */
import type { PrintedCheckpoint } from '../../../domain/formats/printed-checkpoint.ts'
import type { TreeHead } from '../../../domain/proof/consistency.ts'
import { checkpointText, type TreeEdge } from '../../../domain/proof/tiles.ts'
import { ok, type Result, refuse } from '../../../domain/result.ts'
import type { Ports } from '../../ports.ts'
import { type LogPorts, logTree } from '../../store/append-log.ts'
import type { Documents } from '../../store/documents.ts'
import type { PublicKey, Signer } from '../anchors/signer.ts'
import {
  type NoteKey,
  noteKey,
  noteText,
  parseNote,
  type SignedNote,
  signatureLine,
  verifyNote,
} from './signed-note.ts'

export interface Checkpoint extends TreeHead {
  /** The log's name. */
  readonly origin: string
  readonly note: SignedNote
}

/** A checkpoint that a witness signed. */
export interface CosignedCheckpoint {
  readonly witness: string
  /** The signed note, with the signatures of the log and of this witness. */
  readonly note: string
}

/** The name of a host's log and of its key, which follows from the key that signs its anchors. */
export const logKeyOf = (key: PublicKey): NoteKey => noteKey(`touchmove/${key.id}`, 'log', key)

/** The key with which a host cosigns the logs of others. */
export const witnessKeyOf = (key: PublicKey): NoteKey => noteKey(`touchmove/${key.id}`, 'witness', key)

/** Parses a checkpoint (`bad-note`); its signatures are not checked. */
export function parseCheckpoint(written: string): Result<Checkpoint> {
  const note = parseNote(written)
  if (!note.ok) return note
  const lines = note.value.text.slice(0, -1).split('\n')
  const [origin = '', size = '', root = ''] = lines
  const bytes = Buffer.from(root, 'base64')
  if (
    lines.includes('') ||
    !/^(?:0|[1-9]\d{0,14})$/.test(size) ||
    bytes.length !== 32 ||
    bytes.toString('base64') !== root
  )
    return refuse('bad-note', 'this is no checkpoint; its lines are a name, a number and a root in base64')
  return ok({ origin, size: Number(size), root: bytes.toString('hex'), note: note.value })
}

/** The checkpoint, if this key signed it. */
export function openCheckpoint(written: string, by: NoteKey): Result<Checkpoint & { readonly at: number }> {
  const read = parseCheckpoint(written)
  if (!read.ok) return read
  const said = verifyNote(read.value.note, by)
  return said === null
    ? refuse('bad-note', `the checkpoint is not signed by ${by.name} (key ${by.id})`)
    : ok({ ...read.value, ...said })
}

const PARTITION = 'log#checkpoint'
const SIGNED = 'signed'
const COSIGNED = 'cosigned#'

interface StoredNote {
  readonly note: string
  /** When the log signed it, ms since 1970; not known of those of before. */
  readonly at?: number
  /** The key that signed it, in base64url. */
  readonly key?: string
}

const notes = ({ registry }: Pick<Ports, 'registry'>) => registry as Documents<StoredNote>

/** Signs what the log holds by now, if that is more than was signed last; the newest checkpoint, null of an empty log. */
export async function signCheckpoint(
  ports: LogPorts & Pick<Ports, 'clock'>,
  signer: Signer,
): Promise<string | null> {
  const tree = await logTree(ports)
  if (tree.size === 0) return null
  const last = await notes(ports).get(PARTITION, SIGNED)
  if (last !== null && (last.n ?? 0) >= tree.size) return last.value.note
  const note = await signTree(signer, tree)
  await notes(ports).putIfNewer(PARTITION, SIGNED, tree.size, {
    ...{ note, at: ports.clock.now(), key: signer.key.text },
  })
  return note
}

async function signTree(signer: Signer, tree: TreeEdge): Promise<string> {
  const { name } = logKeyOf(signer.key)
  const text = checkpointText(name, tree)
  return noteText(text, [await signatureLine(name, signer, text)])
}

/** The newest checkpoint as it is printed on scoresheets; null: none was signed yet. */
export async function checkpointToPrint(ports: Pick<Ports, 'registry'>): Promise<PrintedCheckpoint | null> {
  const signed = await notes(ports).get(PARTITION, SIGNED)
  const read = signed === null ? null : parseCheckpoint(signed.value.note)
  if (signed === null || !read?.ok) return null
  const { origin, size, root } = read.value
  const { at } = signed.value
  return { origin, size, root, at: at === undefined ? null : new Date(at).toISOString() }
}

/** The key that signed the newest checkpoint, in base64url; null: none was signed yet. */
export const logSigningKey = async (ports: Pick<Ports, 'registry'>): Promise<string | null> =>
  (await notes(ports).get(PARTITION, SIGNED))?.value.key ?? null

/** The newest checkpoint with the lines of all who signed the same one; null: none was signed yet. */
export async function newestCheckpoint(ports: Pick<Ports, 'registry'>): Promise<string | null> {
  const signed = await notes(ports).get(PARTITION, SIGNED)
  const own = signed === null ? null : parseNote(signed.value.note)
  if (!own?.ok) return null
  const { text, signatures } = own.value
  const lines = signatures.map(({ line }) => line)
  for (const { note } of await cosignedCheckpoints(ports)) {
    const other = parseNote(note)
    if (other.ok && other.value.text === text)
      lines.push(...other.value.signatures.slice(1).map(({ line }) => line))
  }
  return noteText(text, lines)
}

/** What each witness signed last. */
export async function cosignedCheckpoints(ports: Pick<Ports, 'registry'>): Promise<CosignedCheckpoint[]> {
  const found: CosignedCheckpoint[] = []
  for await (const { sk, value } of notes(ports).query(PARTITION, COSIGNED))
    found.push({ witness: sk.slice(COSIGNED.length), note: value.note })
  return found
}

/** Adds a witness's line to a checkpoint of this log, if both hold (`bad-note`). */
export async function addCosignature(
  ports: Pick<Ports, 'registry'>,
  log: NoteKey,
  witness: NoteKey,
  note: string,
): Promise<Result<{ readonly size: number; readonly at: number }>> {
  const own = openCheckpoint(note, log)
  if (!own.ok) return own
  const seen = openCheckpoint(note, witness)
  if (!seen.ok) return seen
  const { size, at } = seen.value
  const { text, signatures } = seen.value.note
  const lines = [log, witness].flatMap(({ name, id }) =>
    signatures.filter((each) => each.name === name && each.id === id).slice(0, 1),
  )
  const stored = noteText(
    text,
    lines.map(({ line }) => line),
  )
  const last = await notes(ports).get(PARTITION, `${COSIGNED}${witness.name}`)
  const before = last === null ? null : parseCheckpoint(last.value.note)
  // A line that comes late does not take the place of one over more entries.
  if (!before?.ok || before.value.size <= size)
    await notes(ports).putIfNewer(PARTITION, `${COSIGNED}${witness.name}`, (last?.n ?? 0) + 1, {
      note: stored,
    })
  return ok({ size, at })
}
