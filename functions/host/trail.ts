/** An audit trail, as a host serves it, checked by who received it: nothing of the sender's word is believed but the commits. */

import { type Verification, verifyStream } from '../record/verify.ts'
import { realRuntime } from '../runtime.ts'
import { type Commit, type StoredCommit, sealCommit } from '../store/commit.ts'
import { memoryCommitLog, memoryDocuments } from '../store/memory.ts'

/** What `GET /games/{g}/audit` answers. */
export interface Trail {
  readonly stream: string
  readonly commits: readonly Commit[]
}

/** Links, order and events hold or not. Persons' names and free text are not in a trail, so nothing is said of them. */
export function verifyTrail({ stream, commits }: Trail): Promise<Verification> {
  const stored = commits.map(storedForm)
  const log = { ...memoryCommitLog(), load: async () => stored }
  const ports = {
    ...realRuntime(),
    log,
    persons: memoryDocuments(),
    registry: memoryDocuments(),
    views: memoryDocuments(),
    soleWriter: false,
  }
  return verifyStream(ports, stream)
}

/** The body is written again from what the commit says; its hash is the one it claims. */
function storedForm(commit: Commit): StoredCommit {
  const sealed = sealCommit(commit)
  return { n: commit.n, hash: commit.hash, body: sealed.ok ? sealed.value.body : '' }
}
