/** Hands in the store: what somebody with write access to the table can do to a stream's commits, and what must be said of it. */
import type { LinkFaultKind } from '../../../domain/proof/verify.ts'
import { canonicalJson } from '../../../functions/store/canonical.ts'
import type { StoredCommit } from '../../../functions/store/commit.ts'
import { GENESIS, sha256OfText } from '../../../functions/store/hash.ts'

/** A stream with the numbers of its anchored heads, ascending. */
export interface Target {
  readonly commits: readonly StoredCommit[]
  readonly anchored: readonly number[]
}

export interface Tampering {
  /** What was done, for the message of a failing test. */
  readonly what: string
  readonly commits: StoredCommit[]
  readonly kind: LinkFaultKind
  /** Number of the first bad commit; of a recomputed chain the first that no anchor vouches for. */
  readonly n: number
  /** Of a recomputed chain: where it can have begun. */
  readonly interval?: readonly [from: number, to: number]
}

/** A whole number from `least` to `most`. */
export type Pick = (least: number, most: number) => number

export const TAMPERINGS = {
  flip,
  flipHash,
  remove,
  removeAndClose,
  truncate,
  insert,
  insertBetween,
  duplicate,
  swap,
  rewrite,
  recompute,
} as const satisfies Record<string, (target: Target, pick: Pick) => Tampering>

const reach = ({ anchored }: Target): number => anchored.at(-1)!

/** Places counted from 1, as commits are. */
const renumbered = (commits: readonly StoredCommit[]): StoredCommit[] =>
  commits.map((each, k) => ({ ...each, n: k + 1 }))

function flip(target: Target, pick: Pick): Tampering {
  const n = pick(1, reach(target))
  const commits = [...target.commits]
  const { body } = commits[n - 1]!
  const place = pick(0, body.length - 1)
  const flipped = String.fromCharCode(body.charCodeAt(place) ^ (1 << pick(0, 6)))
  commits[n - 1] = { ...commits[n - 1]!, body: body.slice(0, place) + flipped + body.slice(place + 1) }
  return { what: `bit of character ${place} of commit ${n}`, commits, kind: 'altered', n }
}

function flipHash(target: Target, pick: Pick): Tampering {
  const n = pick(1, reach(target))
  const commits = [...target.commits]
  const { hash } = commits[n - 1]!
  const place = pick(0, 63)
  const digit = ((Number.parseInt(hash[place]!, 16) + pick(1, 15)) % 16).toString(16)
  commits[n - 1] = { ...commits[n - 1]!, hash: hash.slice(0, place) + digit + hash.slice(place + 1) }
  return { what: `digit ${place} of the hash of commit ${n}`, commits, kind: 'altered', n }
}

function remove(target: Target, pick: Pick): Tampering {
  const n = pick(1, Math.min(reach(target), target.commits.length - 1))
  const gone = pick(1, target.commits.length - n)
  const commits = target.commits.filter((each) => each.n < n || each.n >= n + gone)
  return { what: `commits ${n} to ${n + gone - 1} taken out`, commits, kind: 'removed', n }
}

function removeAndClose(target: Target, pick: Pick): Tampering {
  const done = remove(target, pick)
  return { ...done, what: `${done.what}, later ones moved up`, commits: renumbered(done.commits) }
}

function truncate(target: Target, pick: Pick): Tampering {
  const n = pick(1, reach(target))
  return { what: `cut before ${n}`, commits: target.commits.slice(0, n - 1), kind: 'truncated', n }
}

/** A commit that looks right: linked to the one before it and hashed. */
function forged({ commits }: Target, n: number, edit: (body: Body) => void): StoredCommit {
  const model = JSON.parse(commits[n - 1]!.body) as Body
  Object.assign(model, { n, prev: n === 1 ? GENESIS : commits[n - 2]!.hash })
  edit(model)
  return sealed(model)
}

interface Body {
  n: number
  prev: string
  at: string
  events: { id: string; at: string }[]
}

function sealed(body: Body): StoredCommit {
  const text = canonicalJson(body)
  if (!text.ok) throw new Error(text.error.message)
  return { n: body.n, body: text.value, hash: sha256OfText(text.value) }
}

const rename = (body: Body) => Object.assign(body.events[0]!, { id: `forged-${body.events[0]!.id}` })

function insert(target: Target, pick: Pick): Tampering {
  const n = pick(1, reach(target))
  const { commits } = target
  const put = [...commits.slice(0, n - 1), forged(target, n, rename), ...commits.slice(n - 1)]
  return { what: `another commit before ${n}`, commits: renumbered(put), kind: 'inserted', n }
}

/** DynamoDB's numbers have fractions: 3.5 lies between 3 and 4. */
function insertBetween(target: Target, pick: Pick): Tampering {
  const n = pick(1, reach(target))
  const { commits } = target
  const put = { ...forged(target, n, rename), n: n - 0.5 }
  return {
    what: `a commit numbered ${n - 0.5}`,
    commits: [...commits.slice(0, n - 1), put, ...commits.slice(n - 1)],
    kind: 'inserted',
    n,
  }
}

function duplicate(target: Target, pick: Pick): Tampering {
  const { commits } = target
  const model = pick(1, commits.length)
  let n = pick(1, reach(target))
  // Beside itself a copy begins after its model.
  if (n === model) n = model + 1
  if (n > reach(target)) return insert(target, pick)
  const put = [...commits.slice(0, n - 1), commits[model - 1]!, ...commits.slice(n - 1)]
  return { what: `a copy of commit ${model} before ${n}`, commits: renumbered(put), kind: 'inserted', n }
}

function swap(target: Target, pick: Pick): Tampering {
  const n = pick(1, Math.min(reach(target), target.commits.length - 1))
  const other = pick(n + 1, target.commits.length)
  const commits = [...target.commits]
  ;[commits[n - 1], commits[other - 1]] = [commits[other - 1]!, commits[n - 1]!]
  return { what: `${n} and ${other} exchanged`, commits: renumbered(commits), kind: 'reordered', n }
}

/** One commit written anew; those after it still follow the old one. */
function rewrite(target: Target, pick: Pick): Tampering {
  const n = pick(1, Math.min(reach(target), target.commits.length - 1))
  const commits = [...target.commits]
  commits[n - 1] = forged(target, n, rename)
  return { what: `commit ${n} written anew`, commits, kind: 'rewritten', n }
}

/** Rewrites a commit and every link after it, as somebody would who knows how the chain is made. */
function recompute({ commits, anchored }: Target, pick: Pick): Tampering {
  const n = pick(1, anchored.at(-1)!)
  let prev = n === 1 ? GENESIS : commits[n - 2]!.hash
  const anew = commits.map((each) => {
    if (each.n < n) return each
    const body = JSON.parse(each.body) as Body
    body.prev = prev
    if (each.n === n) rename(body)
    const commit = sealed(body)
    prev = commit.hash
    return commit
  })
  const to = anchored.find((head) => head >= n)!
  const from = Math.max(0, ...anchored.filter((head) => head < to)) + 1
  return {
    what: `all from ${n} on written anew`,
    commits: anew,
    kind: 'recomputed',
    n: from,
    interval: [from, to],
  }
}
