/** Requests that many boards want at the same moment, made a few at a time. */

/** A function that queues a board's wish; `ask` is called for at most `most` of them at once, for each board's newest wish. */
export function queueRequests<Wish>(
  most: number,
  keyOfWish: (wish: Wish) => string,
  ask: (wish: Wish) => Promise<void>,
): (wish: Wish) => void {
  const queued = new Map<string, Wish>()
  let asked = 0
  const next = async () => {
    const [first] = queued
    if (first === undefined || asked >= most) return
    const [key, wish] = first
    queued.delete(key)
    asked++
    await ask(wish).finally(() => {
      asked--
    })
    void next()
  }
  return (wish) => {
    queued.set(keyOfWish(wish), wish)
    void next()
  }
}
