/**
 * Verifies that loaded commits continue a stream without gap, break or alteration; this is done whenever a stream is folded or taken in from another host.
 * What was done to a stream whose chain is broken is found out by `touchmove verify` (domain/proof/verify.ts).
 */
import type { Result } from '../../domain/result.ts'
import { type Commit, decodeCommit, type StoredCommit } from './commit.ts'
import { EMPTY_HEAD, type Head } from './commit-log.ts'
import { sha256OfText } from './hash.ts'

/**
 * `gap`: a number is missing; `undecodable-body`: the body is no commit; `later-format`: the commit is whole, and a later
 * program wrote it; `wrong-hash`: the body is not the one that was hashed; `misplaced`: the body belongs to another stream or
 * number; `broken-prev`: `prev` is not the hash of the commit before it.
 */
export type ChainFaultKind =
  | 'gap'
  | 'undecodable-body'
  | 'later-format'
  | 'wrong-hash'
  | 'misplaced'
  | 'broken-prev'

export interface ChainFault {
  readonly kind: ChainFaultKind
  readonly stream: string
  /** Number of the first bad commit; of the first missing one for a gap. */
  readonly n: number
  readonly message: string
}

/**
 * The commits decoded, if each continues the one before it and the first continues `from`; otherwise the first fault.
 * A chain cannot notice that its tail was cut off or that all of it was rewritten: signed anchors do that.
 */
export function verifyChain(
  stream: string,
  stored: readonly StoredCommit[],
  from: Head = EMPTY_HEAD,
): Result<Commit[], ChainFault> {
  const commits: Commit[] = []
  let head = from
  for (const each of stored) {
    const next = continueChain(stream, head, each)
    if (!next.ok) return next
    commits.push(next.value)
    head = next.value
  }
  return { ok: true, value: commits }
}

function continueChain(stream: string, head: Head, stored: StoredCommit): Result<Commit, ChainFault> {
  const fault = (kind: ChainFaultKind, n: number, why: string): Result<Commit, ChainFault> => ({
    ok: false,
    error: { kind, stream, n, message: `commit ${n} of ${stream}: ${why}` },
  })
  const n = head.n + 1
  if (stored.n !== n) return fault('gap', n, `it is missing; commit ${stored.n} comes next`)
  const decoded = decodeCommit(stored)
  if (!decoded.ok && decoded.error.code !== 'later-format')
    return fault('undecodable-body', n, decoded.error.message)
  const hash = sha256OfText(stored.body)
  if (hash !== stored.hash) return fault('wrong-hash', n, `its body hashes to ${hash}, not to ${stored.hash}`)
  if (!decoded.ok) return fault('later-format', n, decoded.error.message)
  const commit = decoded.value
  if (commit.stream !== stream || commit.n !== n)
    return fault('misplaced', n, `its body is that of commit ${commit.n} of ${commit.stream}`)
  if (commit.prev !== head.hash)
    return fault('broken-prev', n, `it follows ${commit.prev}; commit ${head.n} has ${head.hash}`)
  return { ok: true, value: commit }
}
