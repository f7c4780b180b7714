/** A bucket queue: numbers by their cost 0…255, the least first, of equal costs the latest first. */

/** The greatest cost; greater ones count as this. */
export const LAST_BUCKET = 255

export interface BucketQueue {
  readonly heads: Int32Array
  next: Int32Array
  least: number
}

export const createBucketQueue = (): BucketQueue => ({
  heads: new Int32Array(LAST_BUCKET + 1).fill(-1),
  next: new Int32Array(1024),
  least: LAST_BUCKET,
})

/** Adds a number that is not in the queue. */
export function enqueueNumber(queue: BucketQueue, number: number, promise: number): void {
  if (number >= queue.next.length) {
    const more = new Int32Array(Math.max(queue.next.length * 2, number + 1))
    more.set(queue.next)
    queue.next = more
  }
  const place = Math.min(promise, LAST_BUCKET)
  queue.next[number] = queue.heads[place]!
  queue.heads[place] = number
  if (place < queue.least) queue.least = place
}

/** Removes and returns the number of least cost, or -1 when the queue is empty. */
export function dequeueLeast(queue: BucketQueue): number {
  for (; queue.least <= LAST_BUCKET; queue.least++) {
    const number = queue.heads[queue.least]!
    if (number < 0) continue
    queue.heads[queue.least] = queue.next[number]!
    return number
  }
  queue.least = LAST_BUCKET
  return -1
}
