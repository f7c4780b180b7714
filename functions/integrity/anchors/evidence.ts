/** Checks a stream from evidence of any origin: only bytes, digests and signatures count. */

import type { StoredCommit } from '../../store/commit.ts'
import { memoryCommitLog, memoryDocuments } from '../../store/memory.ts'
import { type Attestation, type Verification, verifyStream } from '../verify-stream.ts'

export interface StreamEvidence {
  readonly stream: string
  readonly commits: readonly StoredCommit[]
  /** The stream's personal data, which is stored apart, by sort key. */
  readonly personalData: readonly { readonly sk: string; readonly value: unknown }[]
  /** Whether something of it was erased; undefined where that is unknown. */
  readonly erasure?: boolean | undefined
}

export function verifyEvidence(
  evidence: StreamEvidence,
  attested: readonly Attestation[],
): Promise<Verification> {
  return verifyStream(evidencePorts(evidence), evidence.stream, attested, evidence.erasure)
}

/** The evidence as a store that can only be read. */
export function evidencePorts({
  stream,
  commits,
  personalData,
}: StreamEvidence): Parameters<typeof verifyStream>[0] {
  return {
    log: {
      ...memoryCommitLog(),
      load: async (name, after) => (name === stream && after === 0 ? commits : []),
    },
    persons: {
      ...memoryDocuments<unknown>(),
      async *query(pk) {
        if (pk === stream) for (const { sk, value } of personalData) yield { pk, sk, n: null, value }
      },
    },
  }
}
