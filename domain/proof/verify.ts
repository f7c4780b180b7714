/**
 * Finds what was done to a chain of commits: which commit is the first that does not hold, and how it was changed, from the stored
 * commits and the heads that anchors attest.
 */

/** A commit as it is stored. */
export interface StoredLink {
  /** The number it is stored under. */
  readonly n: number
  /** The hash stored beside the body. */
  readonly hash: string
  /** The hash of the body as it is. */
  readonly digest: string
  /** The place that the body names; null where it cannot be read. */
  readonly says: { readonly stream: string; readonly n: number; readonly prev: string } | null
}

/** A signed head: when it was signed, the stream's commit `n` had this hash. */
export interface AttestedHead {
  readonly n: number
  readonly hash: string
  /** Number of the anchor that holds it; 0 where no anchor does. */
  readonly anchor: number
  /** What else attests it, as a message names it, such as "the log". */
  readonly by?: string
}

/**
 * How a commit was changed. `altered`: stored bytes are not those that were hashed (a flipped bit). `removed`: the commit is gone and later ones are
 * there. `truncated`: it and all after it are gone. `inserted`: something stands in its place and it comes after.
 * `reordered`: it stands at another place. `rewritten`: another commit stands in its place, hashed anew, and those after it
 * still follow the old one. `recomputed`: the chain was written anew up to its end; only anchors contradict it.
 */
export const LINK_FAULTS = [
  'altered',
  'removed',
  'truncated',
  'inserted',
  'reordered',
  'rewritten',
  'recomputed',
] as const
export type LinkFaultKind = (typeof LINK_FAULTS)[number]

export interface LinkFault {
  readonly kind: LinkFaultKind
  /** Number of the first commit that does not hold; of a recomputed chain, the first that no anchor attests. */
  readonly n: number
  /** Of a recomputed chain: the commits among which rewriting began, and the anchors on either side (0: before any). */
  readonly interval?: {
    readonly from: number
    readonly to: number
    readonly after: number
    readonly before: number
  }
  readonly message: string
}

/**
 * The first commit that does not hold, or null. `stored` is in the order in which the store gives it; `genesis` is the
 * `prev` of a first commit. Commits above the last attested head are judged by their links alone: that they were cut off
 * or written anew together cannot be seen.
 */
export function firstLinkFault(
  stream: string,
  stored: readonly StoredLink[],
  attested: readonly AttestedHead[],
  genesis: string,
): LinkFault | null {
  const genuine = genuineHashes(stream, stored, attested)
  const last = Math.max(stored.length, ...attested.map(({ n }) => n), 0)
  let prev = genesis
  for (let n = 1; n <= last; n++) {
    const link = stored[n - 1]
    const due = genuine.get(n)
    if (link === undefined)
      return fault('truncated', n, `it and all after it are missing; ${naming(attested, n)}`)
    const holds =
      link.n === n &&
      link.digest === link.hash &&
      (due === undefined || link.digest === due) &&
      link.says?.stream === stream &&
      link.says.n === n &&
      link.says.prev === prev
    if (!holds) return classify({ stream, stored, attested, genuine, prev }, n, link)
    prev = link.hash
  }
  return null
}

interface Evidence {
  readonly stream: string
  readonly stored: readonly StoredLink[]
  readonly attested: readonly AttestedHead[]
  readonly genuine: ReadonlyMap<number, string>
  /** Hash of the last commit that holds. */
  readonly prev: string
}

/**
 * The hash that each commit must have. Every body names the hash of the commit before it, so an attested head determines all below
 * it, as far down as the bodies are there; below a gap the next intact body is taken as genuine.
 */
function genuineHashes(
  stream: string,
  stored: readonly StoredLink[],
  attested: readonly AttestedHead[],
): Map<number, string> {
  const genuine = new Map<number, string>()
  const byDigest = new Map(stored.map((link) => [link.digest, link]))
  const walkDown = (from: number, hash: string) => {
    let due = hash
    for (let n = from; n >= 1 && !genuine.has(n); n--) {
      genuine.set(n, due)
      const says = byDigest.get(due)?.says
      if (says == null || says.n !== n || says.stream !== stream) return
      due = says.prev
    }
  }
  for (const { n, hash } of [...attested].sort((a, b) => b.n - a.n || a.anchor - b.anchor)) walkDown(n, hash)
  for (const { hash, digest, says } of [...stored].reverse())
    if (hash === digest && says?.stream === stream && Number.isSafeInteger(says.n)) walkDown(says.n, digest)
  return genuine
}

/** How commit `n`, which does not hold, was changed. */
function classify(evidence: Evidence, n: number, link: StoredLink): LinkFault {
  const { stream, stored, genuine, prev } = evidence
  const due = genuine.get(n)
  if (due !== undefined && link.digest === due && link.says?.n === n && link.says.stream === stream)
    return ownBytes(evidence, n, link)
  const elsewhere = due !== undefined && stored.some(({ digest }, k) => k !== n - 1 && digest === due)
  const other = link.says !== null && link.says.n !== n && genuine.get(link.says.n) === link.digest
  const copies = stored.filter(({ digest }) => digest === link.digest).length
  if (elsewhere && (!other || copies > 1))
    return fault('inserted', n, `something else was put in before it, under number ${link.n}`)
  if (elsewhere) return fault('reordered', n, `commit ${link.says?.n} stands in its place`)
  if (other && copies === 1) return fault('removed', n, `it is missing; commit ${link.says?.n} comes next`)
  if (other) return fault('rewritten', n, `a copy of commit ${link.says?.n} stands in its place`)
  if (link.digest !== link.hash)
    return fault('altered', n, `its body hashes to ${link.digest}, the hash stored with it is ${link.hash}`)
  if (link.says?.n !== n || link.says.stream !== stream)
    return fault('rewritten', n, `what stands there says that it is ${placeOf(link)}`)
  const next = stored[n]
  const isFollowed = next === undefined || next.says?.prev === link.digest
  if (isFollowed && due !== undefined && due !== link.digest) return recomputed(evidence, n)
  const since = lastHolding(evidence, n) + 1
  const besides = since < n ? `; commits ${since} to ${n - 1} may have been written anew with it` : ''
  const why =
    link.says.prev === prev
      ? `its hash is ${link.digest}, what comes after it follows ${due}`
      : `it follows ${link.says.prev}, the commit before it has ${prev}`
  return fault('rewritten', n, why + besides)
}

/** The fault of a commit whose body is genuine: its stored number or hash is not, or it follows another commit than the one before. */
function ownBytes({ prev }: Evidence, n: number, link: StoredLink): LinkFault {
  if (link.hash !== link.digest)
    return fault('altered', n, `the hash stored with it is ${link.hash}, its body hashes to ${link.digest}`)
  if (link.n !== n) return fault('altered', n, `it is stored under number ${link.n}`)
  return fault('rewritten', n, `it follows ${link.says?.prev}, the commit before it has ${prev}`)
}

function recomputed(evidence: Evidence, n: number): LinkFault {
  const from = lastHolding(evidence, n) + 1
  const anchorOf = (place: number) =>
    Math.min(...evidence.attested.filter((head) => head.n === place).map(({ anchor }) => anchor))
  const namedAt = (place: number) =>
    evidence.attested.find((head) => head.n === place && head.by !== undefined)?.by
  const after = from === 1 ? 0 : anchorOf(from - 1)
  const before = anchorOf(n)
  const by = before === 0 ? (namedAt(n) ?? 'anchor 0') : `anchor ${before}`
  const since = before === 0 ? `after anchor ${after}` : `between anchors ${after} and ${before}`
  const between = after === 0 ? `before ${by}` : since
  const range = from === n ? `commit ${n}` : `one of commits ${from} to ${n}`
  return {
    kind: 'recomputed',
    n: from,
    interval: { from, to: n, after, before },
    message: `commit ${from}: the chain was written anew from ${range} on, recorded ${between}; ${by} has another hash for commit ${n}`,
  }
}

/** The highest attested commit below `n`, 0 for none. It holds, since all below the first fault do. */
const lastHolding = ({ attested }: Evidence, n: number): number =>
  Math.max(0, ...attested.filter((head) => head.n < n).map((head) => head.n))

const naming = (attested: readonly AttestedHead[], n: number): string => {
  const above = attested.filter((head) => head.n >= n).sort((a, b) => a.anchor - b.anchor)[0]
  if (above === undefined) return 'later ones are named'
  return `${above.by ?? `anchor ${above.anchor}`} attests commit ${above.n}`
}

const placeOf = ({ says }: StoredLink): string =>
  says === null ? 'nothing that can be read' : `commit ${says.n} of ${says.stream}`

const fault = (kind: LinkFaultKind, n: number, why: string): LinkFault => ({
  kind,
  n,
  message: `commit ${n}: ${why}`,
})
