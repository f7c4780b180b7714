/** Which deliveries failed, how often one after another, and which wait for another try: by webhook and game, or by stream; how long they wait: retry-wait.ts. */
import { errorMessage } from '../error-message.ts'

export interface DeliveryRetries {
  /** Counts a try that failed; how many have failed since the last that did not. */
  failed(key: string): number
  succeeded(key: string): void
  /** Of keys that belong to nothing that is to be delivered any more: a webhook was switched off or removed. */
  forget(isObsolete: (key: string) => boolean): void
  isWaiting(key: string): boolean
  /** Tries again once, after so many ms; nothing where the key waits already. `what`: names it in the log where that fails too. */
  retryAfter(ms: number, key: string, what: string, retry: () => Promise<void>): void
}

/** `later`: calls once after so many ms; `onCount`: told how many keys failed at their last try. */
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
