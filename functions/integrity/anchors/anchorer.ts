/** Follows the record and anchors heads: every minute while anything changed, and at once when a game ends. */
import { LRUCache } from 'lru-cache'
import { current } from '../../app/access.ts'
import type { Consumer } from '../../app/change-notifier.ts'
import { readingOf } from '../../app/fold-digest.ts'
import type { FoldedGame } from '../../app/games.ts'
import type { FoldedRound } from '../../app/round-state.ts'
import type { Service } from '../../app/service.ts'
import type { Ports } from '../../ports.ts'
import { decodeCommit } from '../../store/commit.ts'
import type { Documents } from '../../store/documents.ts'
import type { Leaf } from './anchor.ts'
import type { Vault } from './object-lock-store.ts'
import { anchorHeads, type KeptAnchor, keptAnchor, lastAnchor } from './register.ts'
import type { Signer } from './signer.ts'

export interface AnchorerOptions {
  readonly signer: Signer
  /** Where anchors are kept out of reach besides. */
  readonly vault?: Vault
  /** The least time between two anchors of games that go on, ms. */
  readonly interval?: number
  /** Told of what went wrong in the background; the heads are tried again with the next anchor. */
  readonly onFault: (error: unknown) => void
}

export interface Anchorer extends Consumer {
  /** Anchors what has changed since the last anchor; null if nothing has. */
  flush(): Promise<KeptAnchor | null>
  /**
   * Takes up what a killed process left unanchored: streams opened since then whose last commit no anchor can hold. Never
   * throws; ends early when the anchorer is closed.
   */
  takeUp(openedSince: number): Promise<void>
  /** The last anchor; then no more are made. */
  close(): Promise<void>
}

const MINUTE = 60_000
/** Streams whose last anchored head is remembered. */
const REMEMBERED = 20_000

export function openAnchorer(
  service: Service,
  { signer, vault, interval = MINUTE, onFault }: AnchorerOptions,
): Anchorer {
  let pending = new Map<string, Leaf>()
  let timer: NodeJS.Timeout | null = null
  let closed = false
  let turn: Promise<unknown> = Promise.resolve()

  // What was anchored last, so that a ring without news (a replay, an erasure) makes no anchor.
  const anchored = new LRUCache<string, string>({ max: REMEMBERED })

  const measure = () => service.metrics?.set('touchmove_unanchored_streams', pending.size)

  const anchorPending = async (): Promise<KeptAnchor | null> => {
    const heads = pending
    if (heads.size === 0) return null
    pending = new Map()
    try {
      const kept = await anchorHeads(service, signer, [...heads.values()])
      for (const { stream, hash } of kept.leaves) anchored.set(stream, hash)
      if (vault !== undefined) await keepAll(service, vault)
      return kept
    } catch (error) {
      pending = new Map([...heads, ...pending])
      throw error
    } finally {
      measure()
    }
  }
  const flush = (): Promise<KeptAnchor | null> => {
    const done = turn.then(anchorPending, anchorPending)
    turn = done
    return done
  }
  const arm = () => {
    timer ??= setTimeout(() => {
      timer = null
      flush().catch((error) => {
        onFault(error)
        arm()
      })
    }, interval).unref()
  }

  return {
    name: 'anchorer',
    async heard(stream) {
      const head = await headOf(service, stream)
      if (head === null || anchored.get(stream) === head.leaf.hash) return
      pending.set(stream, head.leaf)
      measure()
      if (head.justEnded) await flush()
      else arm()
    },
    flush,
    async takeUp(openedSince) {
      try {
        const { at } = await lastAnchor(service)
        const since = new Date(openedSince).toISOString()
        for (const category of ['game', 'round'])
          for await (const { stream } of service.log.streams(category, since)) {
            if (closed) return
            if (await changedSince(service, stream, Date.parse(at || since) - MINUTE))
              await this.heard(stream)
          }
      } catch (error) {
        if (!closed) onFault(error)
      }
    },
    async close() {
      closed = true
      if (timer !== null) clearTimeout(timer)
      await flush()
    },
  }
}

/** For where no process stays: each ended game is anchored as it is heard, the others wait for `anchorWaiting`. */
export function anchorWaiter(service: Service, signer: Signer, vault?: Vault): Consumer {
  return {
    name: 'anchorer',
    async heard(stream) {
      const head = await headOf(service, stream)
      if (head === null) return
      if (!head.justEnded) {
        await waiting(service).put(WAITING, stream, {})
        return
      }
      await anchorHeads(service, signer, [head.leaf])
      if (vault !== undefined) await keepAll(service, vault)
    },
  }
}

/** Anchors the streams that wait: a schedule's work, once a minute. */
export async function anchorWaiting(
  service: Service,
  signer: Signer,
  vault?: Vault,
): Promise<KeptAnchor | null> {
  const heads: Leaf[] = []
  for await (const { sk: stream } of waiting(service).query(WAITING)) {
    const head = await headOf(service, stream)
    if (head !== null) heads.push(head.leaf)
  }
  if (heads.length === 0) return null
  const kept = await anchorHeads(service, signer, heads)
  for (const { stream, n } of heads) {
    await waiting(service).delete(WAITING, stream)
    // What was recorded meanwhile rang before the mark was taken away.
    if ((await service.log.head(stream))?.n !== n) await waiting(service).put(WAITING, stream, {})
  }
  if (vault !== undefined) await keepAll(service, vault)
  return kept
}

const WAITING = 'anchor-waiting'
const waiting = ({ registry }: Pick<Ports, 'registry'>) => registry as Documents<object>

interface HeadNow {
  readonly leaf: Leaf
  /** A round is closed, or a game that was played under the record's eyes has ended: its last word is anchored at once. */
  readonly justEnded: boolean
}

async function headOf(service: Service, stream: string): Promise<HeadNow | null> {
  if (!stream.startsWith('game#')) {
    const { head, folded } = await current<FoldedRound>(service, service.rounds, stream)
    if (head.n === 0) return null
    return { leaf: { stream, n: head.n, hash: head.hash }, justEnded: folded.closedAt !== null }
  }
  const { head, folded } = await current<FoldedGame>(service, service.games, stream)
  const { state } = folded.fold
  if (head.n === 0) return null
  const reading = state.status === 'ended' ? readingOf(state) : null
  const leaf = { stream, n: head.n, hash: head.hash, ...(reading !== null && { reading }) }
  const imported = state.details?.source !== undefined && state.details.source.kind !== 'live'
  return { leaf, justEnded: reading !== null && !imported }
}

/** Whether the stream's last commit was stored after that instant. */
async function changedSince({ log }: Pick<Ports, 'log'>, stream: string, instant: number): Promise<boolean> {
  const head = await log.head(stream)
  if (head === null) return false
  const [last] = await log.load(stream, head.n - 1)
  const commit = last === undefined ? null : decodeCommit(last)
  return commit?.ok === true && Date.parse(commit.value.at) >= instant
}

const VAULTED = 'anchor-vaulted'

/** Keeps out of reach every anchor that is not there yet, in order. */
async function keepAll(ports: Pick<Ports, 'registry'>, vault: Vault): Promise<void> {
  const done = ports.registry as Documents<{ n: number }>
  const from = (await done.get(VAULTED, 'n'))?.value.n ?? 0
  for (let n = from + 1; ; n++) {
    const kept = await keptAnchor(ports, n)
    if (kept === null) return
    await vault.keep(kept.anchor, kept.leaves)
    await done.putIfNewer(VAULTED, 'n', n, { n })
  }
}
