/** Verifies an audit trail as a host serves it. The recipient checks everything and trusts no claim of the sender. */
import * as z from 'zod'
import type { ApiClient } from '../../http/api-client.ts'
import type { TrustedKeys } from '../../integrity/anchors/anchor.ts'
import { type AnchorFault, checkProofs, type ProvenLeaf } from '../../integrity/anchors/attestation.ts'
import { verifyEvidence } from '../../integrity/anchors/evidence.ts'
import { askRecordPages, provenLeafShape } from '../../integrity/anchors/remote-evidence.ts'
import type { Attestation, Verification } from '../../integrity/verify-stream.ts'
import { type Commit, hashCommit, type StoredCommit } from '../../store/commit.ts'
import { pathSegment } from './record-client.ts'

/** What `GET /games/{g}/audit` answers; older hosts answered without anchors. */
export interface AuditTrail {
  readonly stream: string
  readonly commits: readonly Commit[]
  readonly anchors?: readonly ProvenLeaf[]
  /** It is a page: the commits after this number are on the next one. */
  readonly next?: number | undefined
}

const text = z.string()
/** Checks the form alone: whether numbers and hashes are right is for the verification. */
export const auditTrailShape = z
  .looseObject({
    stream: text,
    commits: z.array(
      z.looseObject({
        ...{ n: z.number(), prev: text, hash: text, at: text.optional() },
        events: z.array(z.unknown()),
      }),
    ),
    anchors: z.array(provenLeafShape).optional(),
    next: z.int().optional(),
  })
  .transform((trail) => trail as unknown as AuditTrail)

export interface AuditVerification {
  readonly verification: Verification
  readonly anchorFaults: readonly AnchorFault[]
}

/** A game's audit, of which a long one comes in pages. Throws RecordRefusal. */
export async function fetchAuditTrail(client: ApiClient, game: string): Promise<AuditTrail> {
  const path = `/games/${pathSegment(game)}/audit`
  const pages: AuditTrail[] = []
  for await (const page of askRecordPages(client, path, auditTrailShape)) pages.push(page)
  return {
    stream: pages[0]!.stream,
    commits: pages.flatMap(({ commits }) => commits),
    anchors: pages.flatMap(({ anchors = [] }) => anchors),
  }
}

/**
 * Checks links, order and events of a trail, and the anchors in it (`keys` null: without their signatures). Persons' names and free
 * text are not in a trail, so they are not checked.
 */
export async function verifyAuditTrail(trail: AuditTrail, keys: TrustedKeys): Promise<AuditVerification> {
  const { heads, faults } = checkProofs(trail.anchors ?? [], keys)
  return {
    verification: await verifyAuditCommits(trail, heads.get(trail.stream) ?? []),
    anchorFaults: faults,
  }
}

/** Checks the commits of a trail against heads that were attested elsewhere. */
export const verifyAuditCommits = (
  { stream, commits }: Pick<AuditTrail, 'stream' | 'commits'>,
  attested: readonly Attestation[],
): Promise<Verification> =>
  verifyEvidence({ stream, commits: commits.map(toStoredCommit), personalData: [] }, attested)

/** Writes the body again from the commit's fields, and leaves the hash that the commit claims: the verification compares them. */
function toStoredCommit(commit: Commit): StoredCommit {
  const hashed = hashCommit(commit)
  return { n: commit.n, hash: commit.hash, body: hashed.ok ? hashed.value.body : '' }
}
