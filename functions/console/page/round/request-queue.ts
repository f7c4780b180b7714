/** Queues requests that many boards make at the same time, so that a few are made at once. */

/**
 * A function that queues a request. `send` is called for at most `concurrency` requests at once; of several queued requests with the same
 * key the newest is sent.
 */
export function queueRequests<Request>(
  concurrency: number,
  keyOf: (request: Request) => string,
  send: (request: Request) => Promise<void>,
): (request: Request) => void {
  const queued = new Map<string, Request>()
  let underWay = 0
  const next = async () => {
    const [first] = queued
    if (first === undefined || underWay >= concurrency) return
    const [key, request] = first
    queued.delete(key)
    underWay++
    await send(request).finally(() => {
      underWay--
    })
    void next()
  }
  return (request) => {
    queued.set(keyOf(request), request)
    void next()
  }
}
