/** The record's evidence read over HTTP, from a running host or from a folder's own routes: anchors, commits, what is kept apart. */
import { type Answer, type Desk, problemOf } from '../../http/api-client.ts'
import type { StoredCommit } from '../../store/commit.ts'
import type { Keeping } from '../sync/outgoing.ts'
import type { ProvenLeaf } from './attested.ts'
import type { Evidence } from './evidence.ts'
import type { KeptAnchor } from './register.ts'

/** An answer that is none: what was asked for and what came instead. */
export class DeskRefusal extends Error {
  override readonly name = 'DeskRefusal'
  readonly status: number
  constructor(path: string, answer: Answer) {
    super(`${path.split('?')[0]}: ${problemOf(answer)}`)
    this.status = answer.status
  }
}

/** The JSON of an answer. Throws DeskRefusal. */
export async function askDesk<T>(
  desk: Desk,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await desk.ask(method, path, body === undefined ? {} : { body })
  if (answer.status >= 400) throw new DeskRefusal(path, answer)
  return JSON.parse(answer.text) as T
}

/** All anchors in their order. */
export async function* anchorsOver(desk: Desk): AsyncGenerator<KeptAnchor> {
  for (let after = 0, more = true; more; ) {
    const page = await askDesk<{ anchors: KeptAnchor[]; more: boolean }>(
      desk,
      'GET',
      `/anchors?after=${after}`,
    )
    yield* page.anchors
    after = page.anchors.at(-1)?.anchor.n ?? after
    more = page.more
  }
}

export async function commitsOver(desk: Desk, stream: string): Promise<StoredCommit[]> {
  const commits: StoredCommit[] = []
  for (let more = true; more; ) {
    const after = commits.at(-1)?.n ?? 0
    const path = `/store/commits?stream=${encodeURIComponent(stream)}&after=${after}`
    const page = await askDesk<{ commits: StoredCommit[]; more: boolean }>(desk, 'GET', path)
    commits.push(...page.commits)
    more = page.more && page.commits.length > 0
  }
  return commits
}

export const keepingOver = (desk: Desk, stream: string): Promise<Keeping> =>
  askDesk(desk, 'GET', `/store/kept?stream=${encodeURIComponent(stream)}`)

export const proofsOver = async (desk: Desk, stream: string): Promise<ProvenLeaf[]> =>
  (await askDesk<{ proofs: ProvenLeaf[] }>(desk, 'GET', `/store/proofs?stream=${encodeURIComponent(stream)}`))
    .proofs

/** All that proves a stream. For who may not read it whole: DeskRefusal with status 403. */
export async function evidenceOver(desk: Desk, stream: string): Promise<Evidence> {
  const commits = await commitsOver(desk, stream)
  const { kept, erasure } = await keepingOver(desk, stream)
  return { stream, commits, kept, erasure }
}
