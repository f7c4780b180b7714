/**
 * A witness (C2SP tlog-witness): it remembers the last checkpoint it saw of each log, and cosigns another one only where a proof
 * shows that nothing of the log before it was changed or taken away.
 */
import { createHash } from 'node:crypto'
import { consistencyRanges, isConsistent } from '../../../domain/proof/consistency.ts'
import { EMPTY_ROOT } from '../../../domain/proof/tiles.ts'
import { ok, type Result, refuse } from '../../../domain/result.ts'
import type { Signer } from '../anchors/signer.ts'
import { type Checkpoint, openCheckpoint, parseCheckpoint } from './checkpoint.ts'
import { cosignatureLine, type NoteKey, noteText } from './signed-note.ts'
import { rangeRoot, type TileReader } from './tiles.ts'

/** What a log asks of a witness. */
export interface WitnessRequest {
  /** The size of the log that the witness saw last, as the log believes. */
  readonly before: number
  /** Hexadecimal. */
  readonly proof: readonly string[]
  /** The signed checkpoint. */
  readonly note: string
}

/** What a witness remembers of a log, by its name. */
export interface WitnessMemory {
  /** The checkpoint seen last; null: none. */
  last(origin: string): Promise<string | null>
  /** Remembers a checkpoint in place of the one seen last; false: meanwhile another one was remembered. */
  replace(origin: string, before: string | null, note: string): Promise<boolean>
}

/**
 * `size`: of the log as the witness saw it last. `stale`: the log believes another size; `inconsistent`: the proof does not hold;
 * `unknown-log`, `bad-signature`: the checkpoint is of a log that the witness was not told of, or that did not sign it.
 */
export type WitnessAnswer =
  | { readonly kind: 'cosigned'; readonly line: string; readonly size: number }
  | { readonly kind: 'stale'; readonly size: number }
  | { readonly kind: 'inconsistent'; readonly size: number; readonly message: string }
  | { readonly kind: 'unknown-log' | 'bad-signature' | 'malformed'; readonly message: string }

export interface Witness {
  readonly name: string
  readonly signer: Signer
  readonly memory: WitnessMemory
  /** Logs it was told of, by name. */
  keyOf(origin: string): Promise<NoteKey | null>
}

/** Under which name a witness shows what it saw of a log: `GET <prefix>/<this>/checkpoint`. */
export const originHash = (origin: string): string => createHash('sha256').update(origin).digest('hex')

/** Hashes of a proof: one for each level of the largest log. */
const MAX_PROOF = 63

/** The body of `POST /add-checkpoint`. */
export const requestText = ({ before, proof, note }: WitnessRequest): string =>
  [`old ${before}`, ...proof.map((hash) => Buffer.from(hash, 'hex').toString('base64')), '', note].join('\n')

/** Reads the body of `POST /add-checkpoint` (`bad-request`). */
export function parseWitnessRequest(text: string): Result<WitnessRequest> {
  const end = text.indexOf('\n\n')
  const [first = '', ...lines] = end < 0 ? [] : text.slice(0, end).split('\n')
  const [, before] = /^old (0|[1-9]\d{0,14})$/.exec(first) ?? []
  if (before === undefined || lines.length > MAX_PROOF)
    return refuse(
      'bad-request',
      'the body is "old N", at most 63 lines of hashes, an empty line, a checkpoint',
    )
  const proof = lines.map((line) => Buffer.from(line, 'base64'))
  const bad = proof.findIndex((bytes, k) => bytes.length !== 32 || bytes.toString('base64') !== lines[k])
  if (bad >= 0) return refuse('bad-request', `line ${bad + 2} is no hash; it is 32 bytes in base64`)
  return ok({
    before: Number(before),
    proof: proof.map((bytes) => bytes.toString('hex')),
    note: text.slice(end + 2),
  })
}

/** Cosigns a checkpoint at `now` (ms) if it continues the one that was seen last. */
export async function witnessCheckpoint(
  { name, signer, memory, keyOf }: Witness,
  { before, proof, note }: WitnessRequest,
  now: number,
): Promise<WitnessAnswer> {
  const read = parseCheckpoint(note)
  if (!read.ok) return { kind: 'malformed', message: read.error.message }
  const { origin, size } = read.value
  const key = await keyOf(origin)
  if (key === null) return { kind: 'unknown-log', message: `this witness was not told of the log ${origin}` }
  const opened = openCheckpoint(note, key)
  if (!opened.ok) return { kind: 'bad-signature', message: opened.error.message }
  const last = await memory.last(origin)
  const seen = last === null ? null : parseCheckpoint(last)
  if (seen?.ok === false)
    throw new Error(`what is remembered of ${origin} cannot be read: ${seen.error.message}`)
  const old = seen?.value ?? null
  if (before > size) return { kind: 'malformed', message: `old ${before} is more than the checkpoint has` }
  if ((old?.size ?? 0) !== before) return { kind: 'stale', size: old?.size ?? 0 }
  const fault = continuationFault(old, opened.value, proof)
  if (fault !== null) return { kind: 'inconsistent', size: before, message: fault }
  const seconds = Math.floor(now / 1000)
  const line = await cosignatureLine(name, signer, opened.value.note.text, seconds)
  // What was signed must be remembered, or the same witness could sign two logs that contradict each other.
  // As those read it who ask the witness: with the line of the log and its own.
  const { text, signatures } = opened.value.note
  const own = signatures.filter(({ name: by, id }) => by === key.name && id === key.id)
  const seenNote = noteText(text, [...own.map((each) => each.line), line])
  if (!(await memory.replace(origin, last, seenNote))) {
    const other = parseCheckpoint((await memory.last(origin)) ?? '')
    return { kind: 'stale', size: other.ok ? other.value.size : 0 }
  }
  return { kind: 'cosigned', line, size }
}

function continuationFault(old: Checkpoint | null, now: Checkpoint, proof: readonly string[]): string | null {
  if (now.size === 0 && now.root !== EMPTY_ROOT) return 'the root of a log without entries is that of nothing'
  if (old === null || old.size === 0)
    return proof.length === 0 ? null : 'a log that was not seen before needs no proof'
  return isConsistent(old, now, proof)
    ? null
    : `the log of ${now.size} entries is not shown to continue that of ${old.size} which this witness saw`
}

/** The proof that the log's first `before` entries are still the same, from its tiles. */
export async function consistencyProof(reader: TileReader, before: number, size: number): Promise<string[]> {
  return Promise.all(consistencyRanges(before, size).map((range) => rangeRoot(reader, size, range)))
}
