/**
 * Who may ask for a search now: so many at once from one place, so many in a while, and so many in all. Our own, since
 * rate-limiter-flexible counts in fixed windows and not what is under way.
 */
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../ports.ts'

/** Questions that one place may ask at once when it has been silent, and how soon it has another, ms. */
const AT_ONCE = 20
const ANOTHER_AFTER = 1000
/** Questions that may wait for their answer: of one place, and of all. */
const MOST_OF_ONE = 4
const MOST_OF_ALL = 16
/** Places remembered; the one longest silent goes first. */
const MOST_PLACES = 10_000

interface Place {
  spent: number
  waiting: number
  last: number
}

export interface Queue {
  /** Does the work, or says why it must wait. */
  admit<T>(place: string, work: () => Promise<T>): Promise<T | Denied>
}

export type Denied = 'too-often' | 'too-many-waiting'

export function openQueue(clock: Clock): Queue {
  const places = new LRUCache<string, Place>({ max: MOST_PLACES })
  let waiting = 0

  const placeOf = (name: string): Place => {
    const now = clock.now()
    const place = places.get(name) ?? { spent: 0, waiting: 0, last: now }
    place.spent = Math.max(0, place.spent - Math.max(0, now - place.last) / ANOTHER_AFTER)
    place.last = now
    places.set(name, place)
    return place
  }

  return {
    async admit(name, work) {
      const place = placeOf(name)
      if (place.spent > AT_ONCE - 1) return 'too-often'
      if (place.waiting >= MOST_OF_ONE || waiting >= MOST_OF_ALL) return 'too-many-waiting'
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
