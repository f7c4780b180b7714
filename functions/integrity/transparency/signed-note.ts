/**
 * Signed notes (C2SP signed-note): a text, and lines in which keys sign it. A log signs with Ed25519 (type 1), a witness cosigns with
 * the time at which it saw the text (tlog-cosignature, type 4).
 */
import { createHash } from 'node:crypto'
import { ok, type Result, refuse } from '../../../domain/result.ts'
import { checkSignature, type PublicKey, parsePublicKey, type Signer } from '../anchors/signer.ts'

/** What a key's signatures say: `log` that it wrote the text, `witness` that it saw it, and when. */
export type NoteKeyRole = 'log' | 'witness'

const ALGORITHM = { log: 1, witness: 4 } as const

/** A public key with the name under which it signs. */
export interface NoteKey {
  readonly name: string
  readonly role: NoteKeyRole
  readonly key: PublicKey
  /** The four bytes that stand before its signatures, hexadecimal. */
  readonly id: string
  /** `name+id+base64`, as it is given to those who verify. */
  readonly text: string
}

interface NoteSignature {
  readonly name: string
  /** The four bytes that name the key, hexadecimal. */
  readonly id: string
  readonly bytes: Buffer
  /** As it is written, with its end. */
  readonly line: string
}

export interface SignedNote {
  /** Each line with its end. */
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

/** Bytes of a note that is read: sixteen signatures of the longest kind (ML-DSA-87, 4.6 KB) fit. */
export const MAX_NOTE_BYTES = 128 * 1024
const NAME = /^[^\s+]{1,200}$/u
const SIGNATURE_LINE = /^\u2014 ([^\s+]{1,200}) ([A-Za-z0-9+/]{8,8000}={0,2})$/u

/** Whether there are control characters, which no note has but for the ends of its lines. */
const hasControls = (text: string): boolean => Buffer.from(text).some((byte) => byte < 0x20 && byte !== 0x0a)

/** The key of a signer under a name. Throws RangeError on a name with blanks or a plus, which the callers exclude. */
export function noteKey(name: string, role: NoteKeyRole, key: PublicKey): NoteKey {
  if (!NAME.test(name)) throw new RangeError(`a note's key has the name "${name}"; it has no blanks and no +`)
  const bytes = Buffer.concat([Buffer.of(ALGORITHM[role]), Buffer.from(key.text, 'base64url')])
  const id = createHash('sha256').update(`${name}\n`).update(bytes).digest('hex').slice(0, 8)
  return { name, role, key, id, text: `${name}+${id}+${bytes.toString('base64')}` }
}

/** A key as its owner publishes it (`bad-key`), such as `touchmove/9f3c…+1a2b3c4d+AU9t…`. */
export function parseNoteKey(text: string): Result<NoteKey> {
  const [, name = '', id, encoded = ''] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/u.exec(text.trim()) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  const role = bytes[0] === ALGORITHM.log ? 'log' : bytes[0] === ALGORITHM.witness ? 'witness' : null
  if (!NAME.test(name) || bytes.length !== 33 || role === null)
    return refuse(
      'bad-key',
      `"${text.slice(0, 100)}" is no key of a log or witness; it is NAME+8 digits+base64`,
    )
  const key = parsePublicKey(bytes.subarray(1).toString('base64url'))
  if (!key.ok) return key
  const made = noteKey(name, role, key.value)
  return made.id === id ? ok(made) : refuse('bad-key', `the key ${name} has the id ${made.id}, not ${id}`)
}

/** Reads a note (`bad-note`). Nothing is believed before `verifyNote` says so. */
export function parseNote(written: string): Result<SignedNote> {
  const end = written.lastIndexOf('\n\n')
  if (Buffer.byteLength(written) > MAX_NOTE_BYTES || end < 0 || !written.endsWith('\n'))
    return refuse('bad-note', 'this is no signed note; it is a text, an empty line and lines of signatures')
  if (hasControls(written))
    return refuse('bad-note', 'this is no signed note; it has control characters, which no note has')
  const lines = written.slice(end + 2, -1).split('\n')
  const signatures: NoteSignature[] = []
  for (const line of lines) {
    const [, name, encoded] = SIGNATURE_LINE.exec(line) ?? []
    if (name === undefined || encoded === undefined)
      return refuse('bad-note', `"${line.slice(0, 100)}" is no signature; it is — NAME base64`)
    const bytes = Buffer.from(encoded, 'base64')
    signatures.push({
      name,
      id: bytes.subarray(0, 4).toString('hex'),
      bytes: bytes.subarray(4),
      line: `${line}\n`,
    })
  }
  return ok({ text: written.slice(0, end + 1), signatures })
}

/** The note as it is written. */
export const noteText = (text: string, signatureLines: readonly string[]): string =>
  `${text}\n${signatureLines.join('')}`

/** A log's signature under a text, as a line. */
export async function signatureLine(name: string, signer: Signer, text: string): Promise<string> {
  const { id } = noteKey(name, 'log', signer.key)
  return lineOf(name, id, await signer.sign(Buffer.from(text)))
}

/** A witness's signature under a text that it saw at `seconds` since 1970, as a line. */
export async function cosignatureLine(
  name: string,
  signer: Signer,
  text: string,
  seconds: number,
): Promise<string> {
  const { id } = noteKey(name, 'witness', signer.key)
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(seconds))
  return lineOf(name, id, Buffer.concat([time, await signer.sign(cosigned(text, BigInt(seconds)))]))
}

const lineOf = (name: string, id: string, signature: Uint8Array): string =>
  `\u2014 ${name} ${Buffer.concat([Buffer.from(id, 'hex'), signature]).toString('base64')}\n`

const cosigned = (text: string, seconds: bigint): Buffer =>
  Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`)

/**
 * What a key says of a note: `at` is when a witness saw it last, seconds since 1970, and 0 of a log; null: it says nothing, or not
 * each of its signatures holds.
 */
export function verifyNote({ text, signatures }: SignedNote, by: NoteKey): { readonly at: number } | null {
  const own = signatures.filter(({ name, id }) => name === by.name && id === by.id)
  const times = own.map(({ bytes }) => signedAt(text, by, bytes))
  const held = times.filter((time) => time !== null)
  return held.length === 0 || held.length < times.length ? null : { at: Math.max(...held) }
}

function signedAt(text: string, { role, key }: NoteKey, bytes: Buffer): number | null {
  if (role === 'log') return checkSignature(key, Buffer.from(text), bytes.toString('base64url')) ? 0 : null
  if (bytes.length !== 72) return null
  const seconds = bytes.readBigUInt64BE()
  const signature = bytes.subarray(8).toString('base64url')
  return checkSignature(key, cosigned(text, seconds), signature) ? Number(seconds) : null
}
