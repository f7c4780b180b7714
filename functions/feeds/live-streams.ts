/**
 * The live streams of this process: readers of the same thing with the same rights share one channel, which reads once and
 * writes the same bytes to all. A slow reader holds up no other and gets no gaps: nothing is sent until the connection has
 * drained, and then a new snapshot.
 */
import type { Writable } from 'node:stream'
import type { Consumer } from '../app/change-notifier.ts'
import { failureFields } from '../observability/log.ts'
import type { Ports } from '../ports.ts'
import { GZIP_HEADER, gzipPart, SSE_KEEP_ALIVE, SSE_PREAMBLE, type SseBatch, type SseCoding } from './sse.ts'
import type { StreamSource } from './stream-source.ts'

/** Bytes that may wait for a reader besides a snapshot that was sent. */
const MAX_BUFFERED_BYTES = 1_000_000
/** How long a reader may take no bytes, ms. */
const STALL_TIMEOUT_MS = 60_000
const KEEP_ALIVE_MS = 15_000
/** A connection ends after so long, so that rights are checked again; its reader resumes. */
const MAX_CONNECTION_MS = 600_000
/** A channel stays so long after its last reader, so that a reader who lost the connection can resume. */
const CHANNEL_TTL_MS = 60_000
/** How often a process polls that is not notified of changes, ms. */
const POLL_MS = 1_000

/** What the readers of one process may cost it. */
export interface StreamLimits {
  readonly readers: number
  /** Of them, those without a token; the rest is left to those who have one. */
  readonly anonymous: number
  /** Of them, those of one token, and those of one address without a token. */
  readonly ofOne: number
  /** Bytes that all readers together have not taken. */
  readonly unsentBytes: number
  /** Bytes that channels remember for their readers. */
  readonly channelBytes: number
}

const LIMITS: StreamLimits = {
  readers: 5_000,
  anonymous: 4_000,
  ofOne: 1_250,
  unsentBytes: 128 * 1024 * 1024,
  channelBytes: 128 * 1024 * 1024,
}

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

export interface LiveStreams {
  /** Hears each commit; also `tournament#…`, whose settings say who may read. */
  readonly consumer: Consumer
  /** Whether there is room for one more of theirs. */
  hasRoom(who: ReaderName): boolean
  /**
   * Follows the channel of that name until one of the two ends; `source` makes it where it is not there. Where there is no room
   * any more, it ends at once.
   */
  follow(name: string, source: () => StreamSource, follower: StreamReader): Promise<void>
  /** Ends all streams; their readers come back. */
  close(): void
}

interface ConnectedReader extends StreamReader {
  /** Too slow: nothing is written before it has drained. */
  behind: boolean
  /** Since when it has not drained, or has ended and is still there, ms; null: it keeps up. */
  stuckSince: number | null
  readonly joinedAt: number
  /** Bytes of the last whole it was sent: they may wait on top of the limit. */
  allowance: number
}

interface Channel {
  readonly source: StreamSource
  /** False once it was dropped; a look may still be under way. */
  isOpen: boolean
  /** About what `source` remembered after the last look. */
  bytes: number
  /** Readers for whom the first look is under way. */
  joining: number
  readonly readers: Set<ConnectedReader>
  /** The look under way and those waiting, in turn. */
  turn: Promise<void>
  looked: boolean
  timer: NodeJS.Timeout | null
  emptySince: number | null
}

export function createLiveStreams(
  service: Pick<Ports, 'alertLog' | 'clock' | 'singleWriter'>,
  limits: StreamLimits = LIMITS,
): LiveStreams {
  const channels = new Map<string, Channel>()
  /** Readers by name, and of all without a token. */
  const counts = new Map<string, number>()
  let [readers, anonymous, channelBytes] = [0, 0, 0]
  /** Readers whose connections have not taken all, those longest behind first. */
  const stuck = new Set<ConnectedReader>()
  let ticker: NodeJS.Timeout | null = null
  let poller: NodeJS.Timeout | null = null

  const count = ({ name, isAnonymous }: ReaderName, by: 1 | -1) => {
    readers += by
    if (isAnonymous) anonymous += by
    const own = (counts.get(name) ?? 0) + by
    if (own === 0) counts.delete(name)
    else counts.set(name, own)
  }

  const hasRoom = ({ name, isAnonymous }: ReaderName): boolean =>
    readers < limits.readers &&
    (!isAnonymous || anonymous < limits.anonymous) &&
    (counts.get(name) ?? 0) < limits.ofOne &&
    channelBytes <= limits.channelBytes

  /** Of a look that nobody asked for; the next one may succeed, and its readers then get what they missed. */
  const logFailure = (error: unknown) =>
    service.alertLog?.write('warn', 'not-shown-live', failureFields(error))

  const look = (channel: Channel, changed: ReadonlySet<string> | null): Promise<void> => {
    channel.turn = channel.turn.then(async () => {
      const batch = await channel.source.refresh(channel.looked ? changed : null)
      channel.looked = true
      if (batch !== null) for (const reader of channel.readers) give(channel, reader, batch)
      weigh(channel)
      hangUpOnSlowest()
      arm(channel)
    })
    const done = channel.turn
    // A failure is reported to the caller; the next look begins anew.
    channel.turn = done.catch(() => {})
    return done
  }

  /** A delayed channel has more to show when the time has come. */
  const arm = (channel: Channel) => {
    if (channel.timer !== null) clearTimeout(channel.timer)
    const due = channel.source.dueAt()
    channel.timer =
      due === null
        ? null
        : setTimeout(
            () =>
              void look(channel, null).catch((error: unknown) => {
                logFailure(error)
                arm(channel)
              }),
            clampWait(due - service.clock.now()),
          ).unref()
  }

  /** Channels that nobody reads go first where all of them remember too much. */
  const weigh = (channel: Channel) => {
    if (!channel.isOpen) return
    const before = channel.bytes
    channel.bytes = channel.source.bytes()
    channelBytes += channel.bytes - before
    if (channelBytes <= limits.channelBytes) return
    for (const [name, each] of channels) {
      if (each.readers.size === 0 && each.joining === 0) drop(name, each)
      if (channelBytes <= limits.channelBytes) return
    }
  }

  /** A reader that takes too little costs the host what it has not taken; it comes back for the whole. */
  const hangUpOnSlowest = () => {
    let unsent = 0
    for (const { wire } of stuck) unsent += wire.writableLength
    for (const reader of stuck) {
      if (unsent <= limits.unsentBytes) return
      unsent -= reader.wire.writableLength
      stuck.delete(reader)
      reader.out.destroy()
    }
  }

  const tick = () => {
    const now = service.clock.now()
    for (const [name, channel] of channels) {
      for (const reader of channel.readers) {
        // An ended stream whose bytes are not taken has no other timer.
        if (reader.out.writableEnded) reader.stuckSince ??= now
        const stuck = reader.stuckSince !== null && now - reader.stuckSince > STALL_TIMEOUT_MS
        if (stuck) reader.out.destroy()
        else if (now - reader.joinedAt > MAX_CONNECTION_MS) reader.out.end()
        else if (!reader.behind) write(reader, SSE_KEEP_ALIVE)
      }
      if (channel.emptySince !== null && now - channel.emptySince > CHANNEL_TTL_MS) drop(name, channel)
    }
    if (channels.size === 0) stop()
  }

  const drop = (name: string, channel: Channel) => {
    if (channel.timer !== null) clearTimeout(channel.timer)
    channels.delete(name)
    channel.isOpen = false
    channelBytes -= channel.bytes
  }

  const start = () => {
    ticker ??= setInterval(tick, KEEP_ALIVE_MS).unref()
    if (!service.singleWriter) poller ??= setInterval(() => void poll(), POLL_MS).unref()
  }

  const stop = () => {
    for (const timer of [ticker, poller]) if (timer !== null) clearInterval(timer)
    ticker = null
    poller = null
  }

  const recheck = async () => {
    for (const { readers } of channels.values())
      for (const reader of readers) if (!(await reader.mayRead())) reader.out.end()
  }

  /** For processes without notifications. Readers who lost the right to read are disconnected first, before anything more is sent. */
  const poll = async () => {
    const rechecked = await recheck().then(() => true, logFailure)
    if (rechecked !== true) return
    for (const channel of channels.values())
      if (channel.readers.size > 0) await look(channel, null).catch(logFailure)
  }

  const channelOf = (name: string, source: () => StreamSource): Channel => {
    const known = channels.get(name)
    if (known !== undefined) return known
    const channel: Channel = {
      source: source(),
      isOpen: true,
      bytes: 0,
      joining: 0,
      readers: new Set(),
      turn: Promise.resolve(),
      looked: false,
      timer: null,
      emptySince: null,
    }
    channels.set(name, channel)
    return channel
  }

  const leave = (channel: Channel, reader: ConnectedReader) => {
    channel.readers.delete(reader)
    stuck.delete(reader)
    if (channel.readers.size === 0) channel.emptySince = service.clock.now()
  }

  return {
    consumer: {
      name: 'live',
      async onChange(stream) {
        if (stream.startsWith('tournament#')) return recheck()
        const concerned = [...channels.values()].filter(({ source }) => source.streams.has(stream))
        await Promise.all(concerned.map((channel) => look(channel, new Set([stream]))))
      },
    },
    hasRoom,
    async follow(name, source, follower) {
      const { who } = follower
      const { out, wire, lastEventId, coding, mayRead } = follower
      if (out.destroyed) return
      // Many may have been told at the same instant that there is room.
      if (!hasRoom(who)) return void out.end()
      count(who, 1)
      out.once('close', () => count(who, -1))
      const channel = channelOf(name, source)
      channel.emptySince = null
      const joinedAt = service.clock.now()
      // All have the same hidden class: each message goes through a thousand of them.
      const reader: ConnectedReader = {
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
      }
      out.on('error', () => out.destroy())
      out.once('close', () => leave(channel, reader))
      start()
      channel.joining++
      try {
        await look(channel, null)
      } catch (error) {
        leave(channel, reader)
        out.destroy()
        throw error
      } finally {
        channel.joining--
      }
      if (out.destroyed) return leave(channel, reader)
      // There is no await from here to joining, so that no message is missed.
      if (coding === 'gzip') wire.write(GZIP_HEADER)
      write(reader, SSE_PREAMBLE)
      const missed = reader.lastEventId === null ? null : channel.source.since(reader.lastEventId)
      if (missed === null) giveWhole(channel, reader)
      else if (missed.bytes.length > 0) give(channel, reader, missed)
      channel.readers.add(reader)
      channel.emptySince = null
      hangUpOnSlowest()
    },
    close() {
      for (const [name, channel] of channels) {
        for (const { out } of channel.readers) out.end()
        drop(name, channel)
      }
      stop()
    },
  }

  function give(channel: Channel, reader: ConnectedReader, { bytes }: SseBatch): void {
    if (reader.behind) return
    if (reader.wire.writableLength > MAX_BUFFERED_BYTES + reader.allowance) {
      reader.behind = true
      reader.wire.once('drain', () => {
        reader.behind = false
        giveWhole(channel, reader)
      })
      return
    }
    write(reader, bytes)
  }

  function giveWhole(channel: Channel, reader: ConnectedReader): void {
    const { bytes } = channel.source.snapshot()
    reader.allowance = bytes.length
    write(reader, bytes)
  }

  function write(reader: ConnectedReader, bytes: Buffer): void {
    const { out, wire, coding } = reader
    if (out.destroyed || out.writableEnded) return
    if (wire.write(coding === 'gzip' ? gzipPart(bytes) : bytes) || reader.stuckSince !== null) return
    reader.stuckSince = service.clock.now()
    stuck.add(reader)
    wire.once('drain', () => {
      reader.stuckSince = null
      stuck.delete(reader)
    })
  }
}

/** Timers take at most 2^31 − 1 ms; longer waits are interrupted by a look. */
const clampWait = (ms: number): number => Math.min(Math.max(ms, 1), 3_600_000)
