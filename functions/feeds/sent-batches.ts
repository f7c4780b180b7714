/** The batches that readers of a stream were sent last, for readers who reconnect. */
import type { SseBatch } from './sse.ts'

export interface SentBatches {
  /** `from`: the event id that readers had before this batch. */
  add(from: number, batch: SseBatch): void
  /** All batches from the one that follows event id `from`; null: it was dropped, or there is none. */
  after(from: number): readonly SseBatch[] | null
  clear(): void
  /** The bytes of all of them. */
  bytes(): number
}

/** Batches cached for readers who resume, and the most bytes they may have together. */
const MAX_BATCHES = 1_000
const MAX_BATCH_BYTES = 8_000_000

export function openSentBatches(): SentBatches {
  const sent: { readonly from: number; readonly batch: SseBatch }[] = []
  let bytes = 0
  return {
    add(from, batch) {
      sent.push({ from, batch })
      bytes += batch.bytes.length
      while (sent.length > MAX_BATCHES || bytes > MAX_BATCH_BYTES) bytes -= sent.shift()!.batch.bytes.length
    },
    after(from) {
      const first = sent.findIndex((each) => each.from === from)
      return first < 0 ? null : sent.slice(first).map(({ batch }) => batch)
    },
    clear() {
      sent.length = bytes = 0
    },
    bytes: () => bytes,
  }
}
