/**
 * Which deliveries failed, how often in a row, and which wait for another try: by webhook and game, or by stream. How long they
 * wait: retry-wait.ts.
 */
import { errorMessage } from '../error-message.ts'

export interface DeliveryRetries {
  /** Counts a try that failed; how many have failed since the last that did not. */
  failed(key: string): number
  succeeded(key: string): void
  /** Drops the failures of keys for which nothing is to be delivered any more, as of a webhook that was switched off. */
  forget(isObsolete: (key: string) => boolean): void
  isWaiting(key: string): boolean
  /** Tries again once, after so many ms; nothing where the key waits already. `what`: names it in the log where that fails too. */
  retryAfter(ms: number, key: string, what: string, retry: () => Promise<void>): void
}

/** `later`: calls once after so many ms; `onCount`: gets the number of keys whose last try failed. */
export function openDeliveryRetries(
  later: (ms: number, call: () => void) => void,
  log: (line: string) => void,
  onCount: (failing: number) => void,
): DeliveryRetries {
  const failures = new Map<string, number>()
  const waiting = new Set<string>()
  return {
    failed(key) {
      const attempt = (failures.get(key) ?? 0) + 1
      failures.set(key, attempt)
      onCount(failures.size)
      return attempt
    },
    succeeded(key) {
      if (failures.delete(key)) onCount(failures.size)
    },
    forget(isObsolete) {
      for (const key of failures.keys()) if (isObsolete(key)) failures.delete(key)
      onCount(failures.size)
    },
    isWaiting: (key) => waiting.has(key),
    retryAfter(ms, key, what, retry) {
      if (waiting.has(key)) return
      waiting.add(key)
      later(ms, () => {
        waiting.delete(key)
        retry().catch((error: unknown) => log(`${what}: ${errorMessage(error)}`))
      })
    },
  }
}
