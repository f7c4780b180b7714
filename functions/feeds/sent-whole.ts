/**
 * The whole of a large round as readers who came were sent it last, and what readers were sent since: who comes next is sent both.
 * Making the whole takes tens of milliseconds of a round of thousands of boards, which goes on many times a second.
 */
import type { SseBatch } from './sse.ts'

export interface SentWhole {
  /** The whole, which is made where there is none, and the batches after it. */
  batches(make: () => SseBatch): readonly [whole: SseBatch, ...since: SseBatch[]]
  /** Adds what readers are sent after the whole; where that has grown too long, the next reader is sent a new whole. */
  add(batch: SseBatch): void
  /** What was sent before must not be sent again. */
  clear(): void
  /** The bytes of all of them. */
  bytes(): number
}

/** The most bytes of batches after the whole, as a share of its own; of a small round it is made anew with each change. */
const SHARE_OF_WHOLE = 1 / 16

export function openSentWhole(): SentWhole {
  let whole: SseBatch | null = null
  let since: SseBatch[] = []
  let bytes = 0
  const clear = () => {
    whole = null
    since = []
    bytes = 0
  }
  return {
    batches(make) {
      if (whole === null) {
        whole = make()
        bytes = whole.bytes.length
      }
      return [whole, ...since]
    },
    add(batch) {
      if (whole === null) return
      since.push(batch)
      bytes += batch.bytes.length
      if (bytes > whole.bytes.length * (1 + SHARE_OF_WHOLE)) clear()
    },
    clear,
    bytes: () => bytes,
  }
}
