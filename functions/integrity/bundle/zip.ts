/** ZIP files as far as a bundle needs them: the same entries always give the same bytes, and one entry is in memory at a time. */
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { Zip, ZipDeflate } from 'fflate'
import { type Entry, openPromise } from 'yauzl'
import { ok, type Result, refuse } from '../../../domain/result.ts'

/** 1980-01-01 00:00, the first instant that ZIP knows: that of the export would make two exports of one record differ. */
const ENTRY_DATE = new Date(1980, 0, 1)
const MAX_FILE_BYTES = 0xffffffff
const MAX_ENTRIES = 0xffff

export interface ZipWriter {
  /** The bytes of an entry, to be written at once. */
  entry(name: string, content: Uint8Array): Uint8Array
  /** The directory that ends the file. */
  end(): Uint8Array
}

/** Throws RangeError where a file outgrows what ZIP holds without its 64-bit extension: 4 GB, 65,535 entries. */
export function zipWriter(): ZipWriter {
  let parts: Uint8Array[] = []
  let [bytes, entries] = [0, 0]
  const zip = new Zip((error, part) => {
    if (error !== null) throw error
    parts.push(part)
  })
  const written = (): Uint8Array => {
    const all = Buffer.concat(parts)
    parts = []
    bytes += all.length
    if (bytes > MAX_FILE_BYTES || entries > MAX_ENTRIES)
      throw new RangeError('a bundle holds at most 4 GB and 65,535 files; export the rounds one by one')
    return all
  }
  return {
    entry(name, content) {
      const file = new ZipDeflate(name, { level: 6 })
      file.mtime = ENTRY_DATE
      zip.add(file)
      file.push(content, true)
      entries++
      return written()
    },
    end() {
      zip.end()
      return written()
    },
  }
}

/** A ZIP file that is open for reading. */
export interface ZipReader {
  /** The files' names in the order of the directory, with no name twice; folders that other programs list hold nothing. */
  readonly names: readonly string[]
  /** The content of a file (`bad-zip` where it is damaged, or would take more than `most` bytes, 256 MB unless said); null where there is none. */
  read(name: string, most?: number): Promise<Result<Buffer> | null>
  close(): void
}

/** A file may not unfold into more than this: a bundle of a few kilobytes could fill the memory, which holds it three times. */
const MAX_ENTRY_BYTES = 256 * 1024 * 1024

/**
 * Opens a ZIP file and reads its directory (`bad-zip`): packed by this program or anew by another, without encryption. Names
 * that lead out of a folder, names that are there twice, and files that overlap (so that a small ZIP file unfolds into more than
 * a disk holds) are refused. Throws where the file itself cannot be opened.
 */
export async function openZip(path: string): Promise<Result<ZipReader>> {
  const options = { autoClose: false, lazyEntries: true, strictFileNames: true }
  const zip = await openPromise(path, options).catch((error: Error) => {
    if ('code' in error) throw error
    return error
  })
  if (zip instanceof Error) return refuse('bad-zip', `the ZIP file cannot be read: ${zip.message}`)
  const bad = (message: string) => {
    zip.close()
    return refuse('bad-zip', message)
  }
  const entries = new Map<string, Entry>()
  let packed = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName, uncompressedSize } = entry
      if (fileName.endsWith('/') && uncompressedSize === 0) continue
      if (entries.has(fileName)) return bad(`${fileName} is in the ZIP file twice`)
      if (!entry.canDecodeFileData())
        return bad(`${fileName} is packed in a way that this program does not read`)
      packed += entry.compressedSize
      if (packed > zip.fileSize) return bad('its files overlap: together they are longer than the ZIP file')
      entries.set(fileName, entry)
    }
  } catch (error) {
    return bad(`the ZIP file’s directory cannot be read: ${(error as Error).message}`)
  }
  return ok({
    names: [...entries.keys()],
    async read(name, most = MAX_ENTRY_BYTES) {
      const entry = entries.get(name)
      if (entry === undefined) return null
      if (entry.uncompressedSize > most)
        return refuse('bad-zip', `${name} would take ${entry.uncompressedSize} bytes; ${most} are read`)
      try {
        const content = await buffer(await zip.openReadStreamPromise(entry))
        if (crc32(content) === entry.crc32) return ok(content)
      } catch {
        // As it lies there it cannot be unpacked, or has another size than the directory says.
      }
      return refuse('bad-zip', `${name} is damaged in the ZIP file`)
    },
    close: () => zip.close(),
  })
}
