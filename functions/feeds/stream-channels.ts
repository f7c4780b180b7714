/** Channels of live streams: each reads one thing once for all its readers, and again when that has changed or its time has come. */
import type { Clock } from '../ports.ts'
import type { ConnectedReader, StreamSender } from './stream-readers.ts'
import type { StreamSource } from './stream-source.ts'

export interface StreamChannel {
  readonly source: StreamSource
  /** False once it was dropped; a look may still be under way. */
  isOpen: boolean
  /** About what `source` remembered after the last look. */
  bytes: number
  /** Readers for whom the first look is under way. */
  joining: number
  readonly readers: Set<ConnectedReader>
  /** The look under way, and behind it the one that waits. */
  turn: Promise<void>
  /** The look that has not begun yet: all who ask for one meanwhile share it. */
  waiting: WaitingLook | null
  /** Streams of it whose records in this process went on since the last look began. */
  readonly changedHere: Set<string>
  /** Whether the last look was made to its end. */
  looked: boolean
  timer: NodeJS.Timeout | null
  emptySince: number | null
}

interface WaitingLook {
  /** The streams that may have changed; null: all may have. */
  changed: ReadonlySet<string> | null
  readonly done: Promise<void>
}

export interface StreamChannels {
  /** By name. */
  readonly open: ReadonlyMap<string, StreamChannel>
  /** Whether all of them together remember no more than they may. */
  hasRoom(): boolean
  /** The channel of that name; `source` makes what it reads where it is not there. */
  channelOf(name: string, source: () => StreamSource): StreamChannel
  /**
   * Looks again, and sends the readers what is new; who asks before that look has begun shares it. `changed`: streams of the record
   * that have changed besides those of `changedHere`; null where all may have.
   */
  look(channel: StreamChannel, changed: ReadonlySet<string> | null): Promise<void>
  drop(name: string, channel: StreamChannel): void
}

export interface ChannelOptions {
  readonly clock: Clock
  readonly sender: StreamSender
  /** That all channels together may remember for their readers. */
  readonly maxBytes: number
  /** Of a look that nobody asked for; the next one may succeed, and its readers then get what they missed. */
  readonly onFailure: (error: unknown) => void
}

/** How soon another look is made after one that failed, ms. */
const RETRY_MS = 1_000

export function createStreamChannels({ clock, sender, maxBytes, onFailure }: ChannelOptions): StreamChannels {
  const open = new Map<string, StreamChannel>()
  let bytes = 0

  /** The look whose turn has come. */
  const lookNow = async (channel: StreamChannel): Promise<void> => {
    const { source, readers, changedHere, waiting } = channel
    const changed = waiting?.changed ?? null
    const all = channel.looked && changed !== null ? new Set([...changed, ...changedHere]) : null
    channel.waiting = null
    changedHere.clear()
    // After a look that failed all may have changed.
    channel.looked = false
    const batch = await source.refresh(all)
    channel.looked = true
    if (batch !== null) for (const reader of readers) sender.sendNews(source, reader, batch)
    weigh(channel)
    sender.hangUpOnSlowest()
    arm(channel)
  }

  const look: StreamChannels['look'] = (channel, changed) => {
    const { waiting } = channel
    if (waiting !== null) {
      const before = waiting.changed
      waiting.changed = before === null || changed === null ? null : new Set([...before, ...changed])
      return waiting.done
    }
    const done = channel.turn.then(() => lookNow(channel))
    channel.waiting = { changed, done }
    // A failure is reported to the callers; the next look begins anew.
    channel.turn = done.catch(() => arm(channel))
    return done
  }

  /** A delayed channel has more to show when the time has come; so has one whose last look failed. */
  const arm = (channel: StreamChannel) => {
    if (channel.timer !== null) clearTimeout(channel.timer)
    if (!channel.isOpen) return
    const due = channel.looked ? channel.source.dueAt() : clock.now() + RETRY_MS
    const lookAgain = () => void look(channel, NO_STREAMS).catch(onFailure)
    channel.timer = due === null ? null : setTimeout(lookAgain, clampWait(due - clock.now())).unref()
  }

  /** Channels that nobody reads go first where all of them remember too much. */
  const weigh = (channel: StreamChannel) => {
    if (!channel.isOpen) return
    const before = channel.bytes
    channel.bytes = channel.source.bytes()
    bytes += channel.bytes - before
    if (bytes <= maxBytes) return
    for (const [name, each] of open) {
      if (each.readers.size === 0 && each.joining === 0) drop(name, each)
      if (bytes <= maxBytes) return
    }
  }

  const drop: StreamChannels['drop'] = (name, channel) => {
    if (channel.timer !== null) clearTimeout(channel.timer)
    open.delete(name)
    channel.isOpen = false
    bytes -= channel.bytes
  }

  return {
    open,
    hasRoom: () => bytes <= maxBytes,
    look,
    drop,
    channelOf(name, source) {
      const known = open.get(name)
      if (known !== undefined) return known
      const channel = unreadChannel(source())
      open.set(name, channel)
      return channel
    },
  }
}

const unreadChannel = (source: StreamSource): StreamChannel => ({
  source,
  isOpen: true,
  bytes: 0,
  joining: 0,
  readers: new Set(),
  turn: Promise.resolve(),
  waiting: null,
  changedHere: new Set(),
  looked: false,
  timer: null,
  emptySince: null,
})

/** None but those of `changedHere`. */
export const NO_STREAMS: ReadonlySet<string> = new Set()

/** Timers take at most 2^31 − 1 ms; longer waits are interrupted by a look. */
const clampWait = (ms: number): number => Math.min(Math.max(ms, 1), 3_600_000)
