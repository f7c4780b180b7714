/** Writes of a LevelDB, gathered: what comes while one is under way is one batch, with one wait for the disk. */

/** A write as LevelDB's batches take it. */
export type Operation =
  | { readonly type: 'put'; readonly key: unknown; readonly value: unknown }
  | { readonly type: 'del'; readonly key: unknown }

/** Writes the operations together, in their order; `sync`: it is done when the disk has them. */
type WriteBatch = (operations: Operation[], sync: boolean) => Promise<void>

interface Waiting {
  readonly operations: readonly Operation[]
  readonly sync: boolean
  resolve(): void
  reject(error: unknown): void
}

/**
 * Takes operations to be written, in the order in which they come, and resolves when they are. Without gathering each of
 * the puts that a busy round or an import makes at once waits for a thread, and for the disk, of its own.
 */
export function gatheredWrites(
  writeBatch: WriteBatch,
): (operations: readonly Operation[], sync: boolean) => Promise<void> {
  let waiting: Waiting[] = []
  let busy = false

  const work = async () => {
    busy = true
    while (waiting.length > 0) {
      const together = waiting
      waiting = []
      try {
        await writeBatch(
          together.flatMap(({ operations }) => operations),
          together.some(({ sync }) => sync),
        )
        for (const { resolve } of together) resolve()
      } catch (error) {
        for (const { reject } of together) reject(error)
      }
    }
    busy = false
  }

  return (operations, sync) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ operations, sync, resolve, reject })
      if (!busy) void work()
    })
}
