/** Work on many items, so many at a time. */

export function* partsOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let next = 0; next < items.length; next += size) yield items.slice(next, next + size)
}

/** The last part may be smaller. */
export async function* inParts<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<readonly T[]> {
  let part: T[] = []
  for await (const item of items) {
    part.push(item)
    if (part.length < size) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
