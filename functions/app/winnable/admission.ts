/**
 * Admission of searches: a token bucket for each client, and a limit of searches that wait, for each client and in all.
 * Our own code, since rate-limiter-flexible counts in fixed windows and does not limit what is in progress.
 */
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../ports.ts'

/** Searches that an idle client may start at once, and the time after which it may start another. */
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
  run<T>(place: string, work: () => Promise<T>): Promise<T | AdmissionDenied>
}

export type AdmissionDenied = 'too-often' | 'too-many-waiting'

export function openSearchAdmission(clock: Clock): SearchAdmission {
  const places = new LRUCache<string, Client>({ max: MAX_CLIENTS })
  let waiting = 0

  const placeOf = (name: string): Client => {
    const now = clock.now()
    const place = places.get(name) ?? { spent: 0, waiting: 0, last: now }
    place.spent = Math.max(0, place.spent - Math.max(0, now - place.last) / REFILL_INTERVAL_MS)
    place.last = now
    places.set(name, place)
    return place
  }

  return {
    async run(name, work) {
      const place = placeOf(name)
      if (place.spent > BURST_SEARCHES - 1) return 'too-often'
      if (place.waiting >= MAX_WAITING_PER_CLIENT || waiting >= MAX_WAITING) return 'too-many-waiting'
      place.spent++
      place.waiting++
      waiting++
      try {
        return await work()
      } finally {
        place.waiting--
        waiting--
      }
    },
  }
}
