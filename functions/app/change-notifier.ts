/**
 * Notifies consumers that a stream has changed; they read it themselves. A notification carries nothing but the stream's
 * name, so one that is late, doubled or out of order does no harm, and the reconciler makes up for one that is lost.
 */

/**
 * A consumer of the record: the projector, the live streams, the anchorer, the webhooks. `onChange` reads the
 * stream from its own checkpoint on and resolves when it has done so; it is never called twice at once for a stream. What it
 * throws goes to `onFault`, and the reconciler notifies again.
 */
export interface Consumer {
  readonly name: string
  /** Called an interval after the first notification of a stream, once for all that came meanwhile. */
  readonly debounced?: true
  onChange(stream: string): Promise<void>
  /** Finishes what an earlier process left undone, until `isOver`; the next start does the rest. */
  resume?(isOver?: () => boolean): Promise<void>
  /** Does what other processes of the same record have noted as due and did not do. */
  deliverDue?(): Promise<unknown>
}

export interface ChangeNotifier {
  /** Returns at once; never throws. */
  notify(stream: string): void
  /** Adds consumers, which get every later notification. */
  subscribe(consumers: readonly Consumer[]): void
  /** Resolves when no call is under way and no notification waits: for an orderly shutdown, and for tests. */
  drained(): Promise<void>
}

interface NotifierOptions {
  /** The least time between two calls of a consumer for one stream, ms; 250 makes four a second. */
  readonly intervalMs?: number
  readonly onFault: (error: unknown, consumer: string, stream: string) => void
}

/** The calls of a consumer for a stream, from a notification until the interval of the last call is over. */
interface Delivery {
  readonly consumer: Consumer
  readonly stream: string
  /** Notified since `onChange` was called. */
  again: boolean
  /** `onChange` has returned; only the rest of the interval is left. */
  resting: boolean
}

/**
 * Notifies within this process. The first notification calls its consumer at once, unless the consumer is debounced; those that
 * come during the call, or within the interval, make one more call.
 */
export function createChangeNotifier({ intervalMs = 250, onFault }: NotifierOptions): ChangeNotifier {
  const subscribers: Consumer[] = []
  const deliveries = new Map<string, Delivery>()
  let waiting: (() => void)[] = []

  const isDrained = () => ![...deliveries.values()].some(({ again, resting }) => again || !resting)

  const resolveDrained = () => {
    if (waiting.length === 0 || !isDrained()) return
    for (const resolve of waiting) resolve()
    waiting = []
  }

  const rest = () => new Promise<void>((resolve) => setTimeout(resolve, intervalMs).unref())

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
