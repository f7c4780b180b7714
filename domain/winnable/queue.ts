/** Numbers waiting to be searched: the most promising first, of equals the latest. */

/** Promise is 0 (most) … 255. */
export const LEAST_PROMISING = 255

export interface Queue {
  readonly heads: Int32Array
  next: Int32Array
  least: number
}

export const createQueue = (): Queue => ({
  heads: new Int32Array(LEAST_PROMISING + 1).fill(-1),
  next: new Int32Array(1024),
  least: LEAST_PROMISING,
})

/** Adds a number that is not in the queue. */
export function put(queue: Queue, number: number, promise: number): void {
  if (number >= queue.next.length) {
    const more = new Int32Array(Math.max(queue.next.length * 2, number + 1))
    more.set(queue.next)
    queue.next = more
  }
  const place = Math.min(promise, LEAST_PROMISING)
  queue.next[number] = queue.heads[place]!
  queue.heads[place] = number
  if (place < queue.least) queue.least = place
}

/** Takes the most promising number out, or -1 when there is none. */
export function take(queue: Queue): number {
  for (; queue.least <= LEAST_PROMISING; queue.least++) {
    const number = queue.heads[queue.least]!
    if (number < 0) continue
    queue.heads[queue.least] = queue.next[number]!
    return number
  }
  queue.least = LEAST_PROMISING
  return -1
}
