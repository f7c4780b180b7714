/**
 * LevelDB's files as they lie on the disk, held against their own checksums: LevelDB does not look at those of its tables
 * when it reads, and drops in silence what its log has behind a record that does not hold. Formats: LevelDB's
 * doc/log_format.md and doc/table_format.md.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beginsWithCrc32c, crc32c } from './crc32c.ts'
import { snappyContent } from './snappy.ts'

export interface FileDamage {
  readonly file: string
  /** Where, and what does not hold. */
  readonly message: string
}

const LOGS = /^(?:\d+\.log|MANIFEST-\d+)$/
const TABLES = /^\d+\.(?:ldb|sst)$/

/** Damage in the logs of a database that nobody has open; they are at most some megabytes. */
export const damagedLogs = (folder: string): Promise<FileDamage[]> => damaged(folder, LOGS, logDamage)

/** Damage in the tables: every byte of the database is read. */
export const damagedTables = (folder: string): Promise<FileDamage[]> => damaged(folder, TABLES, tableDamage)

async function damaged(
  folder: string,
  names: RegExp,
  damageIn: (bytes: Buffer) => string[],
): Promise<FileDamage[]> {
  const found: FileDamage[] = []
  for (const file of (await readdir(folder)).filter((name) => names.test(name)).sort())
    try {
      for (const message of damageIn(await readFile(join(folder, file)))) found.push({ file, message })
    } catch (error) {
      found.push({ file, message: `it cannot be read: ${(error as Error).message}` })
    }
  return found
}

const LOG_BLOCK = 32 * 1024
const LOG_HEADER = 7

/**
 * A record that ends behind the file's end was being written when the machine stopped, and nobody was told of it, unless
 * it is there whole and only its length is wrong.
 */
function logDamage(bytes: Buffer): string[] {
  for (let at = 0; at + LOG_HEADER <= bytes.length; ) {
    const blockEnd = (Math.floor(at / LOG_BLOCK) + 1) * LOG_BLOCK
    if (blockEnd - at < LOG_HEADER) {
      at = blockEnd
      continue
    }
    const length = bytes.readUInt16LE(at + 4)
    const end = at + LOG_HEADER + length
    // Room that a file system gave and nobody filled.
    if (length === 0 && bytes[at + 6] === 0) {
      at = blockEnd
      continue
    }
    const checksum = unmasked(bytes.readUInt32LE(at))
    const torn = end > bytes.length && end <= blockEnd && !beginsWithCrc32c(bytes.subarray(at + 6), checksum)
    if (torn) return []
    if (end > Math.min(blockEnd, bytes.length) || checksum !== crc32c(bytes.subarray(at + 6, end)))
      return [`the record at byte ${at} does not have its checksum; up to byte ${blockEnd} nothing is read`]
    at = end
  }
  return []
}

const FOOTER = 48
const MAGIC = 0xdb4775248b80fb57n
const TRAILER = 5

/** Offset and size of a block. */
type Place = readonly [from: number, size: number]

function tableDamage(bytes: Buffer): string[] {
  const footer = bytes.length - FOOTER
  if (footer < 0 || bytes.readBigUInt64LE(bytes.length - 8) !== MAGIC)
    return ['it does not end as a table does']
  const handles = varints(bytes.subarray(footer), 4)
  const [meta, index] = [handles.slice(0, 2), handles.slice(2)] as unknown as [Place, Place]
  const blocks = [meta, index].flatMap((place) => placesIn(bytes, place))
  return [meta, index, ...blocks]
    .filter((place) => !holds(bytes, place))
    .map(([from, size]) => `the block at byte ${from} (${size} bytes) does not have its checksum`)
}

function holds(bytes: Buffer, [from, size]: Place): boolean {
  const end = from + size
  if (end + TRAILER > bytes.length - FOOTER) return false
  return unmasked(bytes.readUInt32LE(end + 1)) === crc32c(bytes.subarray(from, end + 1))
}

/** The blocks that a block of places names; none where it does not hold itself. */
function placesIn(bytes: Buffer, place: Place): Place[] {
  if (!holds(bytes, place)) return []
  const [from, size] = place
  const packed = bytes.subarray(from, from + size)
  const content = bytes[from + size] === 0 ? packed : snappyContent(packed)
  const restarts = content.readUInt32LE(content.length - 4)
  const end = content.length - 4 - 4 * restarts
  const places: Place[] = []
  for (let at = 0; at < end; ) {
    // The key shares bytes with the one before it, has some of its own, and then comes the value.
    const [, own = 0, length = 0, head = 0] = withLength(content.subarray(at), 3)
    const value = at + head + own
    places.push(varints(content.subarray(value), 2) as unknown as Place)
    at = value + length
  }
  return places
}

/** So many numbers in groups of seven bits, the lowest first. */
const varints = (bytes: Buffer, count: number): number[] => withLength(bytes, count).slice(0, count)

/** The same, and then how many bytes they took. */
function withLength(bytes: Buffer, count: number): number[] {
  const numbers: number[] = []
  let at = 0
  while (numbers.length < count) {
    let number = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++] ?? 0
      number += (byte & 127) * scale
      if (byte < 128) break
    }
    numbers.push(number)
  }
  return [...numbers, at]
}

/** LevelDB stores checksums turned and moved, since checksums of what holds checksums are weak. */
function unmasked(stored: number): number {
  const turned = (stored - 0xa282ead8) >>> 0
  return ((turned >>> 17) | (turned << 15)) >>> 0
}
