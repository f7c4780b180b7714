/** The record's evidence read over HTTP, from a running host or from a folder's own routes: anchors, commits, personal data. */
import { type ApiClient, type ApiResponse, problemText } from '../../http/api-client.ts'
import type { StoredCommit } from '../../store/commit.ts'
import type { PersonalDocuments } from '../sync/outgoing.ts'
import type { ProvenLeaf } from './attestation.ts'
import type { StreamEvidence } from './evidence.ts'
import type { StoredAnchor } from './register.ts'

/** An answer that is none: what was asked for and what came instead. */
export class RecordRefusal extends Error {
  override readonly name = 'DeskRefusal'
  readonly status: number
  constructor(path: string, answer: ApiResponse) {
    super(`${path.split('?')[0]}: ${problemText(answer)}`)
    this.status = answer.status
  }
}

/** The JSON of an answer. Throws RecordRefusal, also where it is no JSON. */
export async function askRecord<T>(
  client: ApiClient,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await client.request(method, path, body === undefined ? {} : { body })
  if (answer.status >= 400) throw new RecordRefusal(path, answer)
  try {
    return JSON.parse(answer.text) as T
  } catch {
    throw new RecordRefusal(path, answer)
  }
}

/** All anchors in their order. */
export async function* fetchAnchors(client: ApiClient): AsyncGenerator<StoredAnchor> {
  for (let after = 0, more = true; more; ) {
    const page = await askRecord<{ anchors: StoredAnchor[]; more: boolean }>(
      client,
      'GET',
      `/anchors?after=${after}`,
    )
    yield* page.anchors
    after = page.anchors.at(-1)?.anchor.n ?? after
    more = page.more
  }
}

export async function fetchCommits(client: ApiClient, stream: string): Promise<StoredCommit[]> {
  const commits: StoredCommit[] = []
  for (let more = true; more; ) {
    const after = commits.at(-1)?.n ?? 0
    const path = `/store/commits?stream=${encodeURIComponent(stream)}&after=${after}`
    const page = await askRecord<{ commits: StoredCommit[]; more: boolean }>(client, 'GET', path)
    commits.push(...page.commits)
    more = page.more && page.commits.length > 0
  }
  return commits
}

export const fetchPersonalDocuments = (client: ApiClient, stream: string): Promise<PersonalDocuments> =>
  askRecord(client, 'GET', `/store/kept?stream=${encodeURIComponent(stream)}`)

export const fetchProofs = async (client: ApiClient, stream: string): Promise<ProvenLeaf[]> =>
  (
    await askRecord<{ proofs: ProvenLeaf[] }>(
      client,
      'GET',
      `/store/proofs?stream=${encodeURIComponent(stream)}`,
    )
  ).proofs

/** All that proves a stream. Throws RecordRefusal with status 403 where the token may not read it whole. */
export async function fetchEvidence(client: ApiClient, stream: string): Promise<StreamEvidence> {
  const commits = await fetchCommits(client, stream)
  const { kept: personalData, erasure } = await fetchPersonalDocuments(client, stream)
  return { stream, commits, personalData, erasure }
}
