/** Heads of streams, which anchors sign: the one there is now, and whether an anchor holds it. */
import { LRUCache } from 'lru-cache'
import type { RoundState } from '../../../domain/state/round.ts'
import { loadUnlessDamaged } from '../../app/access.ts'
import type { GameLoader, RoundLoader } from '../../app/dependencies.ts'
import { foldDigestOf } from '../../app/fold-digest.ts'
import type { FoldedGame } from '../../app/games.ts'
import type { Ports } from '../../ports.ts'
import { decodeCommit } from '../../store/commit.ts'
import type { AnchorLeaf } from './anchor.ts'
import { anchorNumbers, readAnchor } from './register.ts'

/** Anchors whose heads are remembered while a host looks for what no anchor holds. */
const MAX_REMEMBERED_ANCHORS = 32
/** The name under which the anchorer reads the log of appends, and by which it is known to the notifier. */
export const ANCHORER = 'anchorer'

export interface AnchorerDeps
  extends GameLoader,
    RoundLoader,
    Pick<Ports, 'clock' | 'inTurn' | 'log' | 'metrics' | 'pause' | 'registry' | 'singleWriter' | 'views'> {}

export interface CurrentHead {
  readonly leaf: AnchorLeaf
  /** When its last commit was stored (ms). */
  readonly storedAt: number
  /** A round is closed, or a game that was recorded live has ended: its last commit is anchored at once. */
  readonly justEnded: boolean
}

/** Null also of a stream whose record is damaged, which the projector sets aside: the others are anchored all the same. */
export async function currentHead(service: AnchorerDeps, stream: string): Promise<CurrentHead | null> {
  if (!stream.startsWith('game#')) {
    const found = await loadUnlessDamaged<RoundState>(service, service.rounds, stream)
    if (found === null || found.head.n === 0) return null
    const { head, lastCommitAt, folded } = found
    const leaf = { stream, n: head.n, hash: head.hash }
    return { leaf, storedAt: Date.parse(lastCommitAt), justEnded: folded.closedAt !== null }
  }
  const found = await loadUnlessDamaged<FoldedGame>(service, service.games, stream)
  if (found === null || found.head.n === 0) return null
  const { head, lastCommitAt, folded } = found
  const { state } = folded.fold
  const reading = state.status === 'ended' ? foldDigestOf(state) : null
  const leaf = { stream, n: head.n, hash: head.hash, ...(reading !== null && { reading }) }
  const imported = state.details?.source !== undefined && state.details.source.kind !== 'live'
  return { leaf, storedAt: Date.parse(lastCommitAt), justEnded: reading !== null && !imported }
}

/** Whether the stream's last commit was stored after that instant. */
export async function changedSince(
  { log }: Pick<Ports, 'log'>,
  stream: string,
  instant: number,
): Promise<boolean> {
  const head = await log.head(stream)
  if (head === null) return false
  const [last] = await log.load(stream, head.n - 1)
  const commit = last === undefined ? null : decodeCommit(last)
  return commit?.ok === true && Date.parse(commit.value.at) >= instant
}

/** Whether the last anchor that is noted for a stream holds that head of it; anchors of thousands of heads are read once. */
export function anchoredHeads(
  ports: Pick<Ports, 'registry'>,
): (stream: string, hash: string) => Promise<boolean> {
  const hashesOf = new LRUCache<number, ReadonlyMap<string, string>>({ max: MAX_REMEMBERED_ANCHORS })
  return async (stream, hash) => {
    const number = (await anchorNumbers(ports, stream)).at(-1)
    if (number === undefined) return false
    let hashes = hashesOf.get(number)
    if (hashes === undefined) {
      const leaves = (await readAnchor(ports, number))?.leaves ?? []
      hashes = new Map(leaves.map((leaf) => [leaf.stream, leaf.hash]))
      hashesOf.set(number, hashes)
    }
    return hashes.get(stream) === hash
  }
}
