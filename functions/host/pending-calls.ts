/** Requests to another thread that wait for its answer, by their numbers. */
export interface PendingCalls<T> {
  /** A number to send with the request, and what its answer will be. */
  open(): { readonly number: number; readonly answer: Promise<T> }
  /** Passes the answer on to the waiting request; ignored where none waits. */
  resolve(number: number, value: T): void
  reject(number: number, error: unknown): void
  /** Fails all waiting requests: no answer will come. */
  rejectAll(error: unknown): void
}

interface Pending<T> {
  resolve(value: T): void
  reject(error: unknown): void
}

export function createPendingCalls<T>(): PendingCalls<T> {
  const pending = new Map<number, Pending<T>>()
  let last = 0
  const take = (number: number): Pending<T> | undefined => {
    const call = pending.get(number)
    pending.delete(number)
    return call
  }
  return {
    open() {
      const number = ++last
      return { number, answer: new Promise<T>((resolve, reject) => pending.set(number, { resolve, reject })) }
    },
    resolve: (number, value) => take(number)?.resolve(value),
    reject: (number, error) => take(number)?.reject(error),
    rejectAll(error) {
      for (const call of pending.values()) call.reject(error)
      pending.clear()
    },
  }
}
