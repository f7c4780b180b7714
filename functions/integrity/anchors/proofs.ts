/** Proofs for one stream: which anchors hold its heads, each checkable without the other streams' leaves. */
import type { Ports } from '../../ports.ts'
import { type ProvenLeaf, proveLeaf } from './attestation.ts'
import { anchorNumbers, readAnchor } from './register.ts'

/** Enough to narrow down where a chain was written anew, and few enough for an audit of a long game. */
const MAX_PROOFS = 12

/** The last anchor that holds the stream and some before it, evenly spaced, in their order. */
export async function streamProofs(ports: Pick<Ports, 'registry'>, stream: string): Promise<ProvenLeaf[]> {
  const proven: ProvenLeaf[] = []
  for (const n of spread(await anchorNumbers(ports, stream), MAX_PROOFS)) {
    const stored = await readAnchor(ports, n)
    const leaf = stored === null ? null : proveLeaf(stored, stream)
    if (leaf !== null) proven.push(leaf)
  }
  return proven
}

/** At most `most` of the numbers, the last among them. */
function spread(numbers: readonly number[], most: number): number[] {
  const step = Math.max(1, Math.ceil(numbers.length / most))
  return numbers.filter((_, k) => (numbers.length - 1 - k) % step === 0)
}
