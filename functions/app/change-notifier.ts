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
  readonly debounced?: true
  onChange(stream: string): Promise<void>
  /** Goes on with what was under way, or not heard of, when the process before this one ended. */
  resume?(): Promise<void>
  /** Does what others that follow the same record have written down as due and did not do. */
  deliverDue?(): Promise<unknown>
}

export interface ChangeNotifier {
  /** Returns at once; never throws. */
  notify(stream: string): void
  /** From now on these hear every ring. */
  subscribe(consumers: readonly Consumer[]): void
  /** Resolves when nobody is under way and no ring waits: for an orderly end, and for tests. */
  drained(): Promise<void>
}

interface NotifierOptions {
  /** The least time between two calls of a consumer for one stream, ms; 250 makes four a second. */
  readonly intervalMs?: number
  readonly onFault: (error: unknown, consumer: string, stream: string) => void
}

/** A consumer's dealings with a stream, from a ring until it has had its interval's rest. */
interface Delivery {
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
export function createChangeNotifier({
  intervalMs: interval = 250,
  onFault,
}: NotifierOptions): ChangeNotifier {
  const subscribers: Consumer[] = []
  const deliveries = new Map<string, Delivery>()
  let waiting: (() => void)[] = []

  const isDrained = () => ![...deliveries.values()].some(({ again, resting }) => again || !resting)

  const resolveDrained = () => {
    if (waiting.length === 0 || !isDrained()) return
    for (const resolve of waiting) resolve()
    waiting = []
  }

  const rest = () => new Promise<void>((resolve) => setTimeout(resolve, interval).unref())

  const deliver = async (delivery: Delivery): Promise<void> => {
    const { consumer, stream } = delivery
    Object.assign(delivery, { again: false, resting: false })
    const rested = rest()
    try {
      await consumer.onChange(stream)
    } catch (error) {
      onFault(error, consumer.name, stream)
    }
    delivery.resting = true
    resolveDrained()
    await rested
    if (delivery.again) return deliver(delivery)
    deliveries.delete(keyOf(consumer, stream))
    resolveDrained()
  }

  const notifyConsumer = (consumer: Consumer, stream: string) => {
    const known = deliveries.get(keyOf(consumer, stream))
    if (known !== undefined) {
      known.again = true
      return
    }
    const waits = consumer.debounced === true
    const delivery: Delivery = { consumer, stream, again: waits, resting: waits }
    deliveries.set(keyOf(consumer, stream), delivery)
    if (waits) void rest().then(() => deliver(delivery))
    else void deliver(delivery)
  }

  return {
    notify(stream) {
      for (const consumer of subscribers) notifyConsumer(consumer, stream)
    },
    subscribe(consumers) {
      subscribers.push(...consumers)
    },
    drained: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        resolveDrained()
      }),
  }
}

const keyOf = ({ name }: Consumer, stream: string): string => `${name} ${stream}`
