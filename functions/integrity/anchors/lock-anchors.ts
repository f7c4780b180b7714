/** Copies anchors into a store in which nothing can be deleted. */
import type { Ports } from '../../ports.ts'
import type { Documents } from '../../store/documents.ts'
import type { ObjectLockStore } from './object-lock-store.ts'
import { readAnchor } from './register.ts'

const LOCKED_PARTITION = 'anchor-vaulted'

/** Copies every anchor that the locked store does not have yet, in order. */
export async function lockAnchors(ports: Pick<Ports, 'registry'>, store: ObjectLockStore): Promise<void> {
  const done = ports.registry as Documents<{ n: number }>
  const from = (await done.get(LOCKED_PARTITION, 'n'))?.value.n ?? 0
  for (let n = from + 1; ; n++) {
    const newAnchor = await readAnchor(ports, n)
    if (newAnchor === null) return
    await store.put(newAnchor.anchor, newAnchor.leaves)
    await done.putIfNewer(LOCKED_PARTITION, 'n', n, { n })
  }
}
