/** Work on many items, a batch of them at a time. The last batch may be smaller. */

export function* batchesOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let next = 0; next < items.length; next += size) yield items.slice(next, next + size)
}

/** The same for items of an async iterable. */
export async function* batchesAsRead<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<readonly T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
