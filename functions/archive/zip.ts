/**
 * ZIP files (PKWARE APPNOTE 6.3.10) as far as a bundle needs them: the same entries always give the same bytes, and one
 * entry is in memory at a time. Written by hand since streamed entries without sizes cannot be read back reliably.
 */
import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { deflateSync, inflateSync } from 'fflate'
import { ok, type Result, refuse } from '../../domain/result.ts'

/** 1980-01-01 00:00: an instant would make two exports of one record differ. */
const DATE = 0x0021
const VERSION = 20
/** Names are UTF-8. */
const FLAGS = 0x0800
const STORED = 0
const DEFLATE = 8
const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const MOST_BYTES = 0xffffffff
const MOST_ENTRIES = 0xffff
const END_BYTES = 22

export interface ZipWriter {
  /** The bytes of an entry, to be written at once. */
  entry(name: string, content: Uint8Array): Uint8Array
  /** The directory that ends the file. */
  end(): Uint8Array
}

/** Throws RangeError where a file outgrows what ZIP holds without its 64-bit extension: 4 GB, 65,535 entries. */
export function zipWriter(): ZipWriter {
  const central: Buffer[] = []
  let offset = 0
  return {
    entry(name, content) {
      const data = deflateSync(content, { level: 6 })
      const path = Buffer.from(name)
      const common = Buffer.alloc(26)
      common.writeUInt16LE(VERSION, 0)
      common.writeUInt16LE(FLAGS, 2)
      common.writeUInt16LE(DEFLATE, 4)
      common.writeUInt16LE(0, 6)
      common.writeUInt16LE(DATE, 8)
      common.writeUInt32LE(crc32(content), 10)
      common.writeUInt32LE(data.length, 14)
      common.writeUInt32LE(content.length, 18)
      common.writeUInt16LE(path.length, 22)
      const local = Buffer.concat([uint32(LOCAL), common, path, data])
      const place = Buffer.alloc(14)
      place.writeUInt32LE(offset, 10)
      central.push(Buffer.concat([uint32(CENTRAL), uint16(VERSION), common, place, path]))
      offset += local.length
      if (offset > MOST_BYTES || central.length > MOST_ENTRIES)
        throw new RangeError('a bundle holds at most 4 GB and 65,535 files; export the rounds one by one')
      return local
    },
    end() {
      const directory = Buffer.concat(central)
      const end = Buffer.alloc(END_BYTES)
      end.writeUInt32LE(END, 0)
      end.writeUInt16LE(central.length, 8)
      end.writeUInt16LE(central.length, 10)
      end.writeUInt32LE(directory.length, 12)
      end.writeUInt32LE(offset, 16)
      return Buffer.concat([directory, end])
    },
  }
}

export interface ZipEntry {
  readonly name: string
  /** Whether it lies there unpacked, as other programs put small files. */
  readonly stored: boolean
  readonly offset: number
  readonly packed: number
  readonly bytes: number
  readonly crc: number
}

/**
 * The files in a ZIP file (`bad-zip`): packed by this program or anew by another, without encryption or 64-bit sizes.
 * Folders that other programs list hold nothing.
 */
export async function zipEntries(file: FileHandle): Promise<Result<ZipEntry[]>> {
  const { size } = await file.stat()
  const end = await read(file, Math.max(0, size - END_BYTES), END_BYTES)
  if (end.length < END_BYTES || end.readUInt32LE(0) !== END)
    return refuse('bad-zip', 'the file does not end as a ZIP file does: it was cut off, or is none')
  const [count, length, from] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)]
  if (from + length + END_BYTES !== size)
    return refuse('bad-zip', 'the directory of the ZIP file is not where the file says it is')
  const directory = await read(file, from, length)
  const entries: ZipEntry[] = []
  let at = 0
  for (let k = 0; k < count; k++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== CENTRAL)
      return refuse('bad-zip', `entry ${k + 1} of the ZIP file’s directory cannot be read`)
    const name = directory.subarray(at + 46, at + 46 + directory.readUInt16LE(at + 28)).toString('utf8')
    const method = directory.readUInt16LE(at + 10)
    if (method !== DEFLATE && method !== STORED)
      return refuse('bad-zip', `${name} is packed in a way that this program does not read`)
    const entry = {
      name,
      stored: method === STORED,
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      bytes: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    }
    if (!(name.endsWith('/') && entry.bytes === 0)) entries.push(entry)
    at +=
      46 + directory.readUInt16LE(at + 28) + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return ok(entries)
}

/** An entry may not unfold into more than this: a file of a few kilobytes could fill the memory. */
const MOST_ENTRY = 512 * 1024 * 1024

/** The content of an entry (`bad-zip` where it is damaged). */
export async function zipContent(file: FileHandle, entry: ZipEntry): Promise<Result<Buffer>> {
  const damaged = refuse('bad-zip', `${entry.name} is damaged in the ZIP file`)
  if (entry.bytes > MOST_ENTRY) return refuse('bad-zip', `${entry.name} would take ${entry.bytes} bytes`)
  const local = await read(file, entry.offset, 30)
  if (local.length < 30 || local.readUInt32LE(0) !== LOCAL) return damaged
  const from = entry.offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
  const packed = await read(file, from, entry.packed)
  if (packed.length !== entry.packed) return damaged
  try {
    const content = entry.stored
      ? packed
      : Buffer.from(inflateSync(packed, { out: new Uint8Array(entry.bytes) }))
    return content.length === entry.bytes && crc32(content) === entry.crc ? ok(content) : damaged
  } catch {
    return damaged
  }
}

async function read(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, from)
  return buffer.subarray(0, bytesRead)
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
