/**
 * A second implementation of the formats of transparency logs, written from their specifications alone (C2SP signed-note,
 * tlog-checkpoint, tlog-tiles, tlog-cosignature, tlog-witness; RFC 6962 and RFC 9162). It takes nothing from the product, so that
 * an error of the product is not an error of its check.
 */
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

const sha256 = (...parts: readonly (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

// Signed notes

interface VerifierKey {
  readonly name: string
  readonly id: Buffer
  /** 0x01: the log's Ed25519, 0x04: a witness's with a time. */
  readonly type: number
  readonly key: KeyObject
}

/** `<key name>+hex(32-bit key ID)+base64(signature type || public key)`. Throws on any other text, or an id that is not of the key. */
export function readVerifierKey(vkey: string): VerifierKey {
  const [name = '', hex = '', ...encoded] = vkey.split('+')
  const material = Buffer.from(encoded.join('+'), 'base64')
  const id = sha256(name, '\n', material).subarray(0, 4)
  if (name === '' || material.length !== 33) throw new Error(`no key of Ed25519: ${vkey}`)
  if (hex !== id.toString('hex')) throw new Error(`the id of ${vkey} would be ${id.toString('hex')}`)
  return { name, id, type: material[0]!, key: ed25519Key(material.subarray(1)) }
}

/** The 32 bytes of RFC 8032 behind the fixed beginning that DER gives them (RFC 8410). */
const ed25519Key = (bytes: Uint8Array): KeyObject =>
  createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes]),
    format: 'der',
    type: 'spki',
  })

interface OpenedNote {
  readonly text: string
  /** Whose signatures hold; seconds of witnesses, 0 of logs. */
  readonly signers: ReadonlyMap<string, bigint>
}

/** The text of a note, once all signatures of known keys hold and there is one of each. Throws otherwise. */
export function openNote(note: string, keys: readonly VerifierKey[]): OpenedNote {
  const blank = note.lastIndexOf('\n\n')
  if (blank < 0 || !note.endsWith('\n')) throw new Error('no blank line before signatures')
  for (const sign of note) if (sign < ' ' && sign !== '\n') throw new Error('a control character')
  const text = note.slice(0, blank + 1)
  const signers = new Map<string, bigint>()
  for (const line of note.slice(blank + 2, -1).split('\n')) {
    const [dash, name, encoded = '', ...rest] = line.split(' ')
    if (dash !== '\u2014' || rest.length > 0) throw new Error(`no signature: ${line}`)
    const bytes = Buffer.from(encoded, 'base64')
    const known = keys.find((key) => key.name === name && key.id.equals(bytes.subarray(0, 4)))
    if (known === undefined) continue
    const time = known.type === 4 ? bytes.readBigUInt64BE(4) : 0n
    const message = known.type === 4 ? cosignedMessage(text, time) : text
    const signature = bytes.subarray(known.type === 4 ? 12 : 4)
    if (!verify(null, Buffer.from(message), known.key, signature)) throw new Error(`not signed: ${line}`)
    signers.set(known.name, time)
  }
  for (const { name } of keys) if (!signers.has(name)) throw new Error(`no signature of ${name}`)
  return { text, signers }
}

const cosignedMessage = (text: string, time: bigint): string => `cosignature/v1\ntime ${time}\n${text}`

// Checkpoints

export interface CheckpointBody {
  readonly origin: string
  readonly size: number
  readonly root: Buffer
}

/** Throws on what is no checkpoint. */
export function readCheckpointBody(text: string): CheckpointBody {
  const lines = text.split('\n')
  const [origin, size, root] = lines
  if (lines.pop() !== '' || lines.length < 3 || lines.includes('')) throw new Error('not three lines or more')
  if (!/^(0|[1-9][0-9]*)$/.test(size!)) throw new Error(`no size: ${size}`)
  const hash = Buffer.from(root!, 'base64')
  if (hash.length !== 32 || hash.toString('base64') !== root) throw new Error(`no root: ${root}`)
  return { origin: origin!, size: Number(size), root: hash }
}

// Trees (RFC 6962, 2.1)

export const hashOfLeaf = (data: Uint8Array): Buffer => sha256(Buffer.of(0), data)
const hashOfNode = (left: Uint8Array, right: Uint8Array): Buffer => sha256(Buffer.of(1), left, right)

/** The largest power of two smaller than `n`. */
function splitOf(n: number): number {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}

/** MTH(D[n]), from the hashes of leaves. */
export function treeHash(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256('')
  if (leaves.length === 1) return leaves[0]!
  const k = splitOf(leaves.length)
  return hashOfNode(treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)))
}

/** The hash over D[from:to], wherever it is taken from. */
export type RangeHash = (from: number, to: number) => Promise<Buffer>

/** PATH(m, D[n]) of RFC 6962, 2.1.1. */
export async function auditPath(m: number, n: number, hash: RangeHash, at = 0): Promise<Buffer[]> {
  if (n === 1) return []
  const k = splitOf(n)
  return m < k
    ? [...(await auditPath(m, k, hash, at)), await hash(at + k, at + n)]
    : [...(await auditPath(m - k, n - k, hash, at + k)), await hash(at, at + k)]
}

/** PROOF(m, D[n]) of RFC 6962, 2.1.2. */
export async function consistencyPath(m: number, n: number, hash: RangeHash): Promise<Buffer[]> {
  const subproof = async (m: number, n: number, at: number, whole: boolean): Promise<Buffer[]> => {
    if (m === n) return whole ? [] : [await hash(at, at + n)]
    const k = splitOf(n)
    return m <= k
      ? [...(await subproof(m, k, at, whole)), await hash(at + k, at + n)]
      : [...(await subproof(m - k, n - k, at + k, false)), await hash(at, at + k)]
  }
  return subproof(m, n, 0, true)
}

/** RFC 9162, 2.1.3.2. */
export function inclusionHolds(
  leaf: Buffer,
  index: number,
  { size, root }: CheckpointBody,
  path: readonly Buffer[],
): boolean {
  if (index >= size) return false
  let [fn, sn, r] = [index, size - 1, leaf]
  for (const p of path) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      r = hashOfNode(p, r)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)]
    } else r = hashOfNode(r, p)
    ;[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  }
  return sn === 0 && r.equals(root)
}

/** RFC 9162, 2.1.4.2. */
export function consistencyHolds(
  first: CheckpointBody,
  second: CheckpointBody,
  path: readonly Buffer[],
): boolean {
  if (first.size === second.size) return path.length === 0 && first.root.equals(second.root)
  if (first.size === 0) return path.length === 0
  if (first.size > second.size || path.length === 0) return false
  const isPower = splitOf(first.size + 1) === first.size
  const [start, ...rest] = isPower ? [first.root, ...path] : path
  let [fn, sn] = [first.size - 1, second.size - 1]
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  let [fr, sr] = [start!, start!]
  for (const c of rest) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      ;[fr, sr] = [hashOfNode(c, fr), hashOfNode(c, sr)]
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)]
    } else sr = hashOfNode(sr, c)
    ;[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  }
  return sn === 0 && fr.equals(first.root) && sr.equals(second.root)
}

// Tiles

/** `tile/<L>/<N>[.p/<W>]`, as index 1234067 is `x001/x234/067`. */
export function pathOfTile(level: number | 'entries', index: number, width: number): string {
  const digits = String(index)
  const parts = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.../g)!
  const name = parts.map((part, k) => (k < parts.length - 1 ? `x${part}` : part)).join('/')
  return `tile/${level}/${name}${width === 256 ? '' : `.p/${width}`}`
}

/** How many hashes a tile of a tree has. */
export const widthOfTile = (size: number, level: number, index: number): number =>
  Math.min(256, Math.floor(size / 256 ** level) - index * 256)

/** Fetches what lies below a log's prefix. Throws where it is not there. */
export type FetchTile = (path: string) => Promise<Buffer>

/** Hashes of a tree of `size`, from its tiles alone; a tile is fetched once. */
export function hashesFromTiles(size: number, fetchTile: FetchTile): RangeHash {
  const tiles = new Map<string, Promise<Buffer>>()
  const tile = async (level: number, index: number): Promise<Buffer> => {
    const width = widthOfTile(size, level, index)
    const path = pathOfTile(level, index, width)
    const found = tiles.get(path) ?? fetchTile(path)
    tiles.set(path, found)
    const bytes = await found
    if (bytes.length !== 32 * width) throw new Error(`${path} has ${bytes.length} bytes`)
    return bytes
  }
  const hashes = new Map<string, Promise<Buffer>>()
  const hash: RangeHash = (from, to) => {
    const known = hashes.get(`${from}-${to}`) ?? computed(from, to)
    hashes.set(`${from}-${to}`, known)
    return known
  }
  const computed: RangeHash = async (from, to) => {
    const level = Math.round(Math.log(to - from) / Math.log(256))
    if (256 ** level === to - from && from % 256 ** level === 0) {
      const at = from / 256 ** level
      const bytes = await tile(level, Math.floor(at / 256))
      return bytes.subarray((at % 256) * 32, (at % 256) * 32 + 32)
    }
    const middle = from + splitOf(to - from)
    return hashOfNode(await hash(from, middle), await hash(middle, to))
  }
  return hash
}

/** All entries of a tree of `size`: each behind its length in two bytes, the larger first. */
export async function entriesFromBundles(size: number, fetchTile: FetchTile): Promise<Buffer[]> {
  const entries: Buffer[] = []
  for (let index = 0; index * 256 < size; index++) {
    const path = pathOfTile('entries', index, widthOfTile(size, 0, index))
    const bytes = await fetchTile(path)
    for (let at = 0; at < bytes.length; ) {
      const length = bytes.readUInt16BE(at)
      if (at + 2 + length > bytes.length) throw new Error(`${path} ends within an entry`)
      entries.push(bytes.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
  }
  if (entries.length !== size) throw new Error(`${entries.length} entries of ${size}`)
  return entries
}

// Witnesses

export interface IndependentWitness {
  /** As it is given to those who verify. */
  readonly vkey: string
  /** What it answers to the body of `POST /add-checkpoint` of this log. */
  addCheckpoint(body: string, log: VerifierKey): { readonly status: number; readonly text: string }
}

/** A witness of one log, as tlog-witness has it. Its answers carry a line of another algorithm besides, as those of others do. */
export function independentWitness(
  name: string,
  keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject },
): IndependentWitness {
  const raw = keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const material = Buffer.concat([Buffer.of(4), raw])
  const id = sha256(name, '\n', material).subarray(0, 4)
  const line = (bytes: Buffer) => `\u2014 ${name} ${bytes.toString('base64')}\n`
  let last: CheckpointBody | null = null
  return {
    vkey: `${name}+${id.toString('hex')}+${material.toString('base64')}`,
    addCheckpoint(body, log) {
      const [head = '', ...parts] = body.split('\n\n')
      const [old = '', ...proof] = head.split('\n')
      const { text } = openNote(parts.join('\n\n'), [log])
      const next = readCheckpointBody(text)
      const seen = last ?? { origin: log.name, size: 0, root: treeHash([]) }
      if (next.origin !== seen.origin) return { status: 404, text: 'unknown\n' }
      if (old !== `old ${seen.size}`) return { status: 409, text: `${seen.size}\n` }
      const path = proof.map((each) => Buffer.from(each, 'base64'))
      if (!consistencyHolds(seen, next, path)) return { status: 422, text: 'not consistent\n' }
      last = next
      const time = BigInt(Math.floor(Date.now() / 1000))
      const stamp = Buffer.alloc(8)
      stamp.writeBigUInt64BE(time)
      const signature = sign(null, Buffer.from(cosignedMessage(text, time)), keys.privateKey)
      // A signature of ML-DSA-44 has 2420 bytes behind the time; who does not know its key passes it over.
      const other = Buffer.concat([sha256(name, '\n\u0006').subarray(0, 4), Buffer.alloc(2428, 7)])
      return { status: 200, text: line(other) + line(Buffer.concat([id, stamp, signature])) }
    },
  }
}
