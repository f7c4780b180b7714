/**
 * The doorbell: a commit rings for its stream, and who follows the record goes and reads. A ring carries nothing but the
 * stream's name, so rings may be late, doubled, out of order or lost without anybody being told anything wrong.
 */

/**
 * Somebody who follows the record: the projector, the live streams, the anchorer, a webhook's pusher. `heard` reads the
 * stream from its own checkpoint on and comes back when it has done so; here it is never called twice at once for a
 * stream. What it throws is its host's to report; the sweeper rings again.
 */
export interface Consumer {
  readonly name: string
  /** Content to hear of a stream an interval after it first rang, and of all that came meanwhile at once. */
  readonly patient?: true
  heard(stream: string): Promise<void>
  /** Goes on with what was under way, or not heard of, when the process before this one ended. */
  resume?(): Promise<void>
}

export interface Doorbell {
  /** Returns at once; never throws. */
  ring(stream: string): void
  /** From now on these hear every ring. */
  attach(consumers: readonly Consumer[]): void
  /** Resolves when nobody is under way and no ring waits: for an orderly end, and for tests. */
  quiet(): Promise<void>
}

interface DoorbellOptions {
  /** The least time between two calls of a consumer for one stream, ms; 250 makes four a second. */
  readonly interval?: number
  readonly onFault: (error: unknown, consumer: string, stream: string) => void
}

/** A consumer's dealings with a stream, from a ring until it has had its interval's rest. */
interface Visit {
  readonly consumer: Consumer
  readonly stream: string
  /** Rung since `heard` was called. */
  again: boolean
  /** `heard` has come back; only the rest of the interval is left. */
  resting: boolean
}

/**
 * Rings within this process. The first ring is answered at once, unless its consumer is patient; those that come while he
 * is under way, or within the interval, are one more call.
 */
export function openDoorbell({ interval = 250, onFault }: DoorbellOptions): Doorbell {
  const attached: Consumer[] = []
  const visits = new Map<string, Visit>()
  let waiting: (() => void)[] = []

  const isQuiet = () => ![...visits.values()].some(({ again, resting }) => again || !resting)

  const settle = () => {
    if (waiting.length === 0 || !isQuiet()) return
    for (const resolve of waiting) resolve()
    waiting = []
  }

  const rest = () => new Promise<void>((resolve) => setTimeout(resolve, interval).unref())

  const pay = async (visit: Visit): Promise<void> => {
    const { consumer, stream } = visit
    Object.assign(visit, { again: false, resting: false })
    const rested = rest()
    try {
      await consumer.heard(stream)
    } catch (error) {
      onFault(error, consumer.name, stream)
    }
    visit.resting = true
    settle()
    await rested
    if (visit.again) return pay(visit)
    visits.delete(keyOf(consumer, stream))
    settle()
  }

  const ringAt = (consumer: Consumer, stream: string) => {
    const known = visits.get(keyOf(consumer, stream))
    if (known !== undefined) {
      known.again = true
      return
    }
    const waits = consumer.patient === true
    const visit: Visit = { consumer, stream, again: waits, resting: waits }
    visits.set(keyOf(consumer, stream), visit)
    if (waits) void rest().then(() => pay(visit))
    else void pay(visit)
  }

  return {
    ring(stream) {
      for (const consumer of attached) ringAt(consumer, stream)
    },
    attach(consumers) {
      attached.push(...consumers)
    },
    quiet: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        settle()
      }),
  }
}

const keyOf = ({ name }: Consumer, stream: string): string => `${name} ${stream}`
