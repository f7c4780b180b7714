/**
 * Readers of live streams: how many there may be, and what each is sent. A slow reader holds up no other and gets no gaps:
 * nothing is sent until the connection has drained, and then a new snapshot.
 */
import type { Writable } from 'node:stream'
import type { Clock } from '../ports.ts'
import { gzipPart, type SseBatch, type SseCoding } from './sse.ts'
import type { StreamSource } from './stream-source.ts'

/** Bytes that may wait for a reader besides a snapshot that was sent. */
const MAX_BUFFERED_BYTES = 1_000_000

/** As whom a reader counts: as their token where they have one, else as their address. */
export interface ReaderName {
  readonly name: string
  readonly isAnonymous: boolean
}

export const readerName = (token: string | null, address: string): ReaderName =>
  token === null
    ? { name: `address ${address}`, isAnonymous: true }
    : { name: `token ${token}`, isAnonymous: false }

export interface StreamReader {
  readonly who: ReaderName
  /** Ends with the reader. */
  readonly out: Writable
  /** Takes the reader's bytes. */
  readonly wire: Writable
  /** The last id the reader had, where there was one. */
  readonly lastEventId: number | null
  /** Of the bytes that the reader is sent. */
  readonly coding: SseCoding
  /** Whether the reader may still read what the channel shows. */
  mayRead(): Promise<boolean>
}

export interface ConnectedReader extends StreamReader {
  /** Too slow: nothing is written before it has drained. */
  behind: boolean
  /** Since when it has not drained, or has ended and is still there, ms; null: it keeps up. */
  stuckSince: number | null
  readonly joinedAt: number
  /** Bytes of the last whole it was sent: they may wait on top of the limit. */
  allowance: number
}

/** All have the same hidden class: each message goes through a thousand of them. */
export const connectedReader = (
  { who, out, wire, lastEventId, coding, mayRead }: StreamReader,
  joinedAt: number,
): ConnectedReader => ({
  who,
  out,
  wire,
  lastEventId,
  coding,
  mayRead,
  behind: false,
  stuckSince: null,
  joinedAt,
  allowance: 0,
})

/** How many readers one process takes. */
export interface ReaderLimits {
  readonly readers: number
  /** Of them, those without a token; the rest is left to those who have one. */
  readonly anonymous: number
  /** Of them, those of one token, and those of one address without a token. */
  readonly ofOne: number
}

export interface ReaderCounts {
  hasRoom(who: ReaderName): boolean
  count(who: ReaderName, by: 1 | -1): void
}

export function createReaderCounts(limits: ReaderLimits): ReaderCounts {
  const byName = new Map<string, number>()
  let [readers, anonymous] = [0, 0]
  return {
    hasRoom: ({ name, isAnonymous }) =>
      readers < limits.readers &&
      (!isAnonymous || anonymous < limits.anonymous) &&
      (byName.get(name) ?? 0) < limits.ofOne,
    count({ name, isAnonymous }, by) {
      readers += by
      if (isAnonymous) anonymous += by
      const own = (byName.get(name) ?? 0) + by
      if (own === 0) byName.delete(name)
      else byName.set(name, own)
    },
  }
}

export interface StreamSender {
  write(reader: ConnectedReader, bytes: Buffer): void
  /** Sends what is new. A reader who is too far behind gets the whole instead, as soon as the connection has drained. */
  sendNews(source: StreamSource, reader: ConnectedReader, batch: SseBatch): void
  sendWhole(source: StreamSource, reader: ConnectedReader): void
  /** Hangs up on readers until all together have no more unsent bytes than they may: each comes back for the whole. */
  hangUpOnSlowest(): void
  /** The reader has left. */
  forget(reader: ConnectedReader): void
}

/** Why we end a reader's stream: the values of `why` in `touchmove_streams_ended_total`. */
export type StreamEnd = 'stalled' | 'unsent' | 'long' | 'rights' | 'full'

/** `maxUnsentBytes`: that all readers together may leave untaken. */
export function createStreamSender(
  clock: Clock,
  maxUnsentBytes: number,
  onEnded: (why: StreamEnd) => void,
): StreamSender {
  /** Readers whose connections have not taken all, those longest behind first. */
  const stuck = new Set<ConnectedReader>()

  const write = (reader: ConnectedReader, bytes: Buffer): void => {
    const { out, wire, coding } = reader
    if (out.destroyed || out.writableEnded) return
    if (wire.write(coding === 'gzip' ? gzipPart(bytes) : bytes) || reader.stuckSince !== null) return
    reader.stuckSince = clock.now()
    stuck.add(reader)
    wire.once('drain', () => {
      reader.stuckSince = null
      stuck.delete(reader)
    })
  }

  const sendWhole = (source: StreamSource, reader: ConnectedReader): void => {
    const batches = source.snapshot()
    reader.allowance = batches.reduce((sum, { bytes }) => sum + bytes.length, 0)
    for (const { bytes } of batches) write(reader, bytes)
  }

  return {
    write,
    sendWhole,
    sendNews(source, reader, { bytes }) {
      if (reader.behind) return
      if (reader.wire.writableLength <= MAX_BUFFERED_BYTES + reader.allowance) return write(reader, bytes)
      reader.behind = true
      reader.wire.once('drain', () => {
        reader.behind = false
        sendWhole(source, reader)
      })
    },
    hangUpOnSlowest() {
      let unsent = 0
      for (const { wire } of stuck) unsent += wire.writableLength
      for (const reader of stuck) {
        if (unsent <= maxUnsentBytes) return
        unsent -= reader.wire.writableLength
        stuck.delete(reader)
        if (!reader.out.writableEnded) onEnded('unsent')
        reader.out.destroy()
      }
    },
    forget: (reader) => void stuck.delete(reader),
  }
}
