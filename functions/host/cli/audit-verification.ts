/** An audit trail, as a host serves it, checked by who received it: nothing of the sender's word is believed. */
import type { Keys } from '../../integrity/anchors/anchor.ts'
import { type AnchorFault, attestedByProofs, type ProvenLeaf } from '../../integrity/anchors/attested.ts'
import { verifyEvidence } from '../../integrity/anchors/evidence.ts'
import type { Attestation, Verification } from '../../integrity/verify-stream.ts'
import { type Commit, type StoredCommit, sealCommit } from '../../store/commit.ts'

/** What `GET /games/{g}/audit` answers; older hosts answered without anchors. */
export interface Trail {
  readonly stream: string
  readonly commits: readonly Commit[]
  readonly anchors?: readonly ProvenLeaf[]
}

export interface TrailVerification {
  readonly verification: Verification
  readonly anchorFaults: readonly AnchorFault[]
}

/** Links, order and events hold or not. Persons' names and free text are not in a trail, so nothing is said of them. */
export async function verifyTrail(trail: Trail, keys: Keys): Promise<TrailVerification> {
  const { heads, faults } = attestedByProofs(trail.anchors ?? [], keys)
  return { verification: await verifyCommits(trail, heads.get(trail.stream) ?? []), anchorFaults: faults }
}

/** The same with heads that were attested elsewhere. */
export const verifyCommits = (
  { stream, commits }: Pick<Trail, 'stream' | 'commits'>,
  attested: readonly Attestation[],
): Promise<Verification> => verifyEvidence({ stream, commits: commits.map(storedForm), kept: [] }, attested)

/** The body is written again from what the commit says; its hash is the one it claims. */
function storedForm(commit: Commit): StoredCommit {
  const sealed = sealCommit(commit)
  return { n: commit.n, hash: commit.hash, body: sealed.ok ? sealed.value.body : '' }
}
