/** The cache of rendered documents and compressed bytes. */
import { LRUCache } from 'lru-cache'

interface Entry {
  readonly version: string
  /** A promise while bytes are being made, so that requests that come meanwhile wait for the same ones. */
  readonly made: string | Buffer | Promise<Buffer>
}

/** UTF-8 bytes of all that one process caches. */
const MAX_BYTES = 64_000_000

/**
 * A bounded map from key and version to a text or to bytes.
 *
 * - The key names the document and the options that shape it (`pgn strict own clocks game g1`).
 * - The version names all the data it is made of, so that the same key and version always mean the same bytes. A
 *   request with another version gets what is made anew, which takes the old one's place: nothing stale can be found, and
 *   nothing has to be invalidated when data change.
 * - The bound is the sum of the UTF-8 bytes of keys, versions and values; the entry unused for longest goes first, and
 *   what alone is larger than a quarter of it is not stored.
 *
 * It does not decide who may read what: each request reads the record or its views first, and only with what it may read
 * there can it name the version.
 */
export class ResponseCache {
  readonly #entries: LRUCache<string, Entry>

  constructor(maxBytes = MAX_BYTES) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
      sizeCalculation: ({ version, made }, key) => key.length + version.length + bytesOf(made),
    })
  }

  /** UTF-8 bytes of all entries. */
  get size(): number {
    return this.#entries.calculatedSize
  }

  /** The text of that version where it is there. */
  known(key: string, version: string): string | undefined {
    const known = this.#entries.get(key)
    return known?.version === version && typeof known.made === 'string' ? known.made : undefined
  }

  /** The text of that version; `render` is called where it is not there. */
  text(key: string, version: string, render: () => string): string {
    const known = this.known(key, version)
    if (known !== undefined) return known
    const made = render()
    this.#entries.set(key, { version, made })
    return made
  }

  /** The bytes of that version; `make` is called where they are not there. A failure is not stored. */
  async bytes(key: string, version: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.#entries.get(key)
    if (known?.version === version && typeof known.made !== 'string') return known.made
    const making = make()
    this.#entries.set(key, { version, made: making })
    // Another version may take its place meanwhile.
    const isCurrent = () => this.#entries.peek(key)?.made === making
    try {
      const made = await making
      if (isCurrent()) this.#entries.set(key, { version, made })
      return made
    } catch (error) {
      if (isCurrent()) this.#entries.delete(key)
      throw error
    }
  }

  /** After an erasure: nothing that shows an erased person stays in memory. */
  clear(): void {
    this.#entries.clear()
  }
}

const bytesOf = (made: Entry['made']): number => (made instanceof Promise ? 0 : Buffer.byteLength(made))
