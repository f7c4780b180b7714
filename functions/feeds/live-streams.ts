/**
 * The live streams of this process: readers of the same thing with the same rights share one channel, which reads once and
 * writes the same bytes to all (stream-channels.ts, stream-readers.ts). Here readers come and go, and timers run.
 */
import type { Consumer } from '../app/change-notifier.ts'
import type { GameLoader, RoundLoader } from '../app/dependencies.ts'
import { batchesOf } from '../batches.ts'
import { failureFields } from '../observability/log.ts'
import type { Ports } from '../ports.ts'
import type { ChangesOfOthers, SharedChanges } from './shared-changes.ts'
import { GZIP_HEADER, SSE_KEEP_ALIVE, SSE_PREAMBLE } from './sse.ts'
import {
  createStreamChannels,
  NO_STREAMS,
  type StreamChannel,
  type StreamChannels,
} from './stream-channels.ts'
import {
  type ConnectedReader,
  connectedReader,
  createReaderCounts,
  createStreamSender,
  type ReaderLimits,
  type ReaderName,
  type StreamEnd,
  type StreamReader,
  type StreamSender,
} from './stream-readers.ts'
import type { StreamSource } from './stream-source.ts'

/** How long a reader may take no bytes, ms. */
const STALL_TIMEOUT_MS = 60_000
const KEEP_ALIVE_MS = 15_000
/** A connection ends after so long, so that rights are checked again; its reader resumes. */
const MAX_CONNECTION_MS = 600_000
/** A channel stays so long after its last reader, so that a reader who lost the connection can resume. */
const CHANNEL_TTL_MS = 60_000
/** How often a process polls that is not notified of changes, ms. */
const POLL_MS = 500
/** Channels that such a process looks at together. */
const CONCURRENCY = 16

/** What the readers of one process may cost it. */
export interface StreamLimits extends ReaderLimits {
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

export interface LiveStreams {
  /** Is notified of each changed stream, and of `tournament#…`, whose settings say who may read. */
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

interface LiveStreamOptions {
  readonly limits?: StreamLimits
  /** Tells a process that is not notified of all changes which there are; without it, it looks at all that is followed. */
  readonly sharedChanges?: SharedChanges | undefined
}

export function createLiveStreams(
  service: Pick<Ports, 'alertLog' | 'clock' | 'metrics'> & GameLoader & RoundLoader,
  { limits = LIMITS, sharedChanges }: LiveStreamOptions = {},
): LiveStreams {
  const { clock } = service
  const onFailure = (error: unknown) =>
    service.alertLog?.write('warn', 'not-shown-live', failureFields(error))
  const onEnded = (why: StreamEnd) => service.metrics?.count('touchmove_streams_ended_total', { why })
  const counts = createReaderCounts(limits)
  const sender = createStreamSender(clock, limits.unsentBytes, onEnded)
  const channels = createStreamChannels({ clock, sender, maxBytes: limits.channelBytes, onFailure })
  const seats = createSeats(service, channels, sender)
  const noteChange = (stream: string) => {
    for (const { source, changedHere } of channels.open.values())
      if (source.streams.has(stream)) changedHere.add(stream)
  }
  service.games.watch(noteChange)
  service.rounds.watch(noteChange)
  const timers = createTimers(
    () => {
      maintainChannels(clock.now(), channels, sender, onEnded)
      if (channels.open.size === 0) timers.stop()
    },
    service.singleWriter ? null : () => poll(channels, { sharedChanges, recheck, onFailure }),
  )

  const recheck = async (some: Iterable<StreamChannel>): Promise<void> => {
    for (const { readers } of some) await recheckReaders(readers, onEnded)
  }

  const hasRoom = (who: ReaderName): boolean => counts.hasRoom(who) && channels.hasRoom()

  return {
    consumer: {
      name: 'live',
      async onChange(stream) {
        if (stream.startsWith('tournament#')) return recheck(channels.open.values())
        const concerned = [...channels.open.values()].filter(({ source }) => source.streams.has(stream))
        await Promise.all(concerned.map((channel) => channels.look(channel, new Set([stream]))))
      },
    },
    hasRoom,
    async follow(name, source, follower) {
      const { who, out } = follower
      if (out.destroyed) return
      // Many may have been told at the same instant that there is room.
      if (!hasRoom(who)) {
        onEnded('full')
        return void out.end()
      }
      counts.count(who, 1)
      out.once('close', () => counts.count(who, -1))
      const channel = channels.channelOf(name, source)
      const reader = connectedReader(follower, clock.now())
      out.on('error', () => out.destroy())
      out.once('close', () => seats.leave(channel, reader))
      timers.start()
      await seats.lookFirst(channel, reader)
      if (out.destroyed) return seats.leave(channel, reader)
      // The channel was dropped meanwhile, and nothing would be sent; they come back.
      if (!channel.isOpen) return void out.end()
      seats.join(channel, reader)
      // Rights that were lost during the first look were looked at without this reader.
      await recheckReaders([reader], onEnded)
    },
    close() {
      for (const [name, channel] of channels.open) {
        for (const { out } of channel.readers) out.end()
        channels.drop(name, channel)
      }
      timers.stop()
    },
  }
}

/** For processes without notifications. Readers who lost the right to read are disconnected first, before anything more is sent. */
async function poll(
  channels: StreamChannels,
  {
    sharedChanges,
    recheck,
    onFailure,
  }: {
    readonly sharedChanges: SharedChanges | undefined
    readonly recheck: (some: Iterable<StreamChannel>) => Promise<void>
    readonly onFailure: (error: unknown) => void
  },
): Promise<void> {
  const followed = [...channels.open.values()].filter(({ readers }) => readers.size > 0)
  try {
    const changes = await sharedChanges?.since(followed.map(({ source }) => source.belonging))
    await recheck(
      followed.filter(({ source }) => changes === undefined || changes.ofSettings(source.belonging)),
    )
    for (const some of batchesOf(followed, CONCURRENCY))
      await Promise.all(some.map((channel) => lookIfChanged(channels, channel, changes).catch(onFailure)))
  } catch (error) {
    sharedChanges?.forget()
    onFailure(error)
  }
}

async function lookIfChanged(
  channels: StreamChannels,
  channel: StreamChannel,
  changes: ChangesOfOthers | undefined,
): Promise<void> {
  const { source, looked } = channel
  const changed = changes?.streams(source.belonging) ?? null
  if (changed === null || !looked || [...source.streams].some((stream) => changed.has(stream)))
    await channels.look(channel, changed)
}

/** How readers come to a channel and leave it. */
interface ChannelSeats {
  /** A look for a reader who has not been sent anything yet. */
  lookFirst(channel: StreamChannel, reader: ConnectedReader): Promise<void>
  /** Sends what the reader lacks, and all that comes. There is no await in it, so that no message is missed. */
  join(channel: StreamChannel, reader: ConnectedReader): void
  leave(channel: StreamChannel, reader: ConnectedReader): void
}

function createSeats(
  { clock, singleWriter }: Pick<Ports, 'clock' | 'singleWriter'>,
  channels: StreamChannels,
  sender: StreamSender,
): ChannelSeats {
  const leave: ChannelSeats['leave'] = (channel, reader) => {
    channel.readers.delete(reader)
    sender.forget(reader)
    if (channel.readers.size === 0) channel.emptySince = clock.now()
  }
  return {
    leave,
    async lookFirst(channel, reader) {
      channel.emptySince = null
      channel.joining++
      // What this process stored is known of a channel, and of one that is read what others stored half a second ago.
      const isFollowed = singleWriter || channel.readers.size > 0
      try {
        await channels.look(channel, isFollowed ? NO_STREAMS : null)
      } catch (error) {
        leave(channel, reader)
        reader.out.destroy()
        throw error
      } finally {
        channel.joining--
      }
    },
    join(channel, reader) {
      const { source } = channel
      if (reader.coding === 'gzip') reader.wire.write(GZIP_HEADER)
      sender.write(reader, SSE_PREAMBLE)
      const missed = reader.lastEventId === null ? null : source.since(reader.lastEventId)
      if (missed === null) sender.sendWhole(source, reader)
      else if (missed.bytes.length > 0) sender.sendNews(source, reader, missed)
      channel.readers.add(reader)
      channel.emptySince = null
      sender.hangUpOnSlowest()
    },
  }
}

/** Ends the streams of readers who may not read any more what they follow; who reads by the same right is asked for once. */
async function recheckReaders(
  readers: Iterable<ConnectedReader>,
  onEnded: (why: StreamEnd) => void,
): Promise<void> {
  const mayRead = new Map<string, boolean>()
  for (const reader of readers) {
    const { name, isAnonymous } = reader.who
    const right = isAnonymous ? 'nobody' : name
    const known = mayRead.get(right) ?? (await reader.mayRead())
    mayRead.set(right, known)
    if (!known) endReader(reader, 'rights', onEnded)
  }
}

/** Ends a stream once; one whose bytes are not taken has ended and is still there. */
function endReader({ out }: ConnectedReader, why: StreamEnd, onEnded: (why: StreamEnd) => void): void {
  if (!out.writableEnded) onEnded(why)
  out.end()
}

/** Sends keep-alive comments, ends connections that take nothing or have lasted long enough, and drops empty channels. */
function maintainChannels(
  now: number,
  channels: StreamChannels,
  sender: StreamSender,
  onEnded: (why: StreamEnd) => void,
): void {
  for (const [name, channel] of channels.open) {
    for (const reader of channel.readers) {
      // An ended stream whose bytes are not taken has no other timer.
      if (reader.out.writableEnded) reader.stuckSince ??= now
      if (reader.stuckSince !== null && now - reader.stuckSince > STALL_TIMEOUT_MS) {
        if (!reader.out.writableEnded) onEnded('stalled')
        reader.out.destroy()
      } else if (now - reader.joinedAt > MAX_CONNECTION_MS) endReader(reader, 'long', onEnded)
      else if (!reader.behind) sender.write(reader, SSE_KEEP_ALIVE)
    }
    if (channel.emptySince !== null && now - channel.emptySince > CHANNEL_TTL_MS) channels.drop(name, channel)
  }
}

/** The two timers, which run while there is a channel. `poll`: null in a process that is notified. */
function createTimers(tick: () => void, poll: (() => Promise<void>) | null) {
  let ticker: NodeJS.Timeout | null = null
  let poller: NodeJS.Timeout | null = null
  let isPolling = false
  /** One after the other: of a large round a poll may take longer than the interval, and those that wait would only grow more. */
  const pollInTurn = async (poll: () => Promise<void>) => {
    if (isPolling) return
    isPolling = true
    await poll().finally(() => {
      isPolling = false
    })
  }
  return {
    start() {
      ticker ??= setInterval(tick, KEEP_ALIVE_MS).unref()
      if (poll !== null) poller ??= setInterval(() => void pollInTurn(poll), POLL_MS).unref()
    },
    stop() {
      for (const timer of [ticker, poller]) if (timer !== null) clearInterval(timer)
      ticker = null
      poller = null
    },
  }
}
