/**
 * The time that the request being answered may spend on the database in all, which is less than its Lambda function may take.
 * How long one request to the database may take: `withTimeout` in dynamodb-client.ts.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** The instant (of `performance.now()`) at which the request that is being answered must be over. */
const ends = new AsyncLocalStorage<number>()

/** Does the work with a budget of `ms` milliseconds for all that it asks of the store. */
export const withinBudget = <T>(ms: number, work: () => T): T => ends.run(performance.now() + ms, work)

/** Milliseconds that are left; Infinity where no budget is set. */
export const remainingMs = (): number => {
  const end = ends.getStore()
  return end === undefined ? Number.POSITIVE_INFINITY : end - performance.now()
}

/** Settles as the work does, or rejects with the signal's reason as soon as that is aborted. */
export function untilAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return work
  if (signal.aborted) return Promise.reject(signal.reason)
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
