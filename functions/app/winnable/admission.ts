/**
 * Admission of searches: a token bucket for each client, and a limit of searches that wait, for each client and in all.
 * Our own code, since rate-limiter-flexible counts in fixed windows and does not limit what is in progress.
 */
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../ports.ts'

/** Searches that an idle client may start at once, and the time after which one more is allowed. */
const BURST_SEARCHES = 20
const REFILL_INTERVAL_MS = 1000
/** Searches that may wait: of one client, and of all. */
const MAX_WAITING_PER_CLIENT = 4
const MAX_WAITING = 16
/** Clients remembered; the one idle longest is dropped first. */
const MAX_CLIENTS = 10_000

interface Client {
  spent: number
  waiting: number
  last: number
}

export interface SearchAdmission {
  /** Does the work, or returns why the client must wait. */
  run<T>(client: string, work: () => Promise<T>): Promise<T | AdmissionDenied>
}

export type AdmissionDenied = 'too-often' | 'too-many-waiting'

export function openSearchAdmission(clock: Clock): SearchAdmission {
  const clients = new LRUCache<string, Client>({ max: MAX_CLIENTS })
  let waiting = 0

  const clientOf = (name: string): Client => {
    const now = clock.now()
    const client = clients.get(name) ?? { spent: 0, waiting: 0, last: now }
    client.spent = Math.max(0, client.spent - Math.max(0, now - client.last) / REFILL_INTERVAL_MS)
    client.last = now
    clients.set(name, client)
    return client
  }

  return {
    async run(name, work) {
      const client = clientOf(name)
      if (client.spent > BURST_SEARCHES - 1) return 'too-often'
      if (client.waiting >= MAX_WAITING_PER_CLIENT || waiting >= MAX_WAITING) return 'too-many-waiting'
      client.spent++
      client.waiting++
      waiting++
      try {
        return await work()
      } finally {
        client.waiting--
        waiting--
      }
    },
  }
}
