/** Several ordered sources as one. */
import { batchesOf } from './batches.ts'

/** Sources that are asked at once for their first items. */
const CONCURRENCY = 16

/** The items of all sources in the order of their keys, in which each source has its own. */
export async function* merged<T>(
  sources: readonly AsyncIterable<T>[],
  keyOf: (item: T) => string,
): AsyncGenerator<T> {
  const heads: { value: T; rest: AsyncIterator<T> }[] = []
  for (const batch of batchesOf(sources, CONCURRENCY)) {
    const begun = await Promise.all(
      batch.map(async (source) => {
        const rest = source[Symbol.asyncIterator]()
        return { rest, first: await rest.next() }
      }),
    )
    for (const { rest, first } of begun) if (first.done !== true) heads.push({ value: first.value, rest })
  }
  while (heads.length > 0) {
    const least = heads.reduce((a, b) => (keyOf(a.value) <= keyOf(b.value) ? a : b))
    yield least.value
    const next = await least.rest.next()
    if (next.done === true) heads.splice(heads.indexOf(least), 1)
    else least.value = next.value
  }
}
