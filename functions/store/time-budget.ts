/**
 * How long a request to us may spend on the database in all: less than its function is given. How long one request to the
 * database may take: `withTimeout` in dynamodb-client.ts.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** The instant (of `performance.now()`) at which the request that is being answered must be over. */
const ends = new AsyncLocalStorage<number>()

/** Does the work with at most so many milliseconds for all that it asks of the store. */
export const withinBudget = <T>(ms: number, work: () => T): T => ends.run(performance.now() + ms, work)

/** Milliseconds that are left; Infinity where no budget is set. */
export const remainingMs = (): number => {
  const end = ends.getStore()
  return end === undefined ? Number.POSITIVE_INFINITY : end - performance.now()
}

/** The work's result, or the signal's reason as soon as it is given. */
export function untilAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return work
  if (signal.aborted) return Promise.reject(signal.reason)
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
