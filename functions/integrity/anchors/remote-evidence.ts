/** The record's evidence read over HTTP, from a running host or from a folder's own routes: anchors, commits, personal data. */
import * as z from 'zod'
import { type ApiClient, type ApiResponse, problemCode, problemText } from '../../http/api-client.ts'
import { commitPageShape, jsonRequests } from '../../http/parse-answer.ts'
import { canonicalJson } from '../../store/canonical.ts'
import type { StoredCommit } from '../../store/commit.ts'
import type { PersonalDocuments } from '../sync/outgoing.ts'
import type { ProvenLeaf } from './attestation.ts'
import type { StreamEvidence } from './evidence.ts'
import type { StoredAnchor } from './register.ts'

/** An answer that is none: what was asked for and what came instead. */
export class RecordRefusal extends Error {
  override readonly name = 'RecordRefusal'
  readonly status: number
  readonly code: string | null
  constructor(path: string, answer: ApiResponse, detail = problemText(answer)) {
    super(`${path.split('?')[0]}: ${detail}`)
    this.status = answer.status
    this.code = problemCode(answer)
  }
}

/**
 * `askRecord` gives the document of a request's answer, `askRecordPages` those of a list's pages, `readAnswerAs` that of an answer
 * that has come. All throw RecordRefusal.
 */
export const {
  requestJson: askRecord,
  requestPages: askRecordPages,
  readAnswer: readAnswerAs,
} = jsonRequests((path, answer, misread) => new RecordRefusal(path, answer, misread))

/** What answers a request of which nothing but its success is needed. */
export const anyAnswer = z.unknown()

/** A page that brings nothing new and says that there is more would be asked for without an end. Throws RecordRefusal. */
export function requireProgress(path: string, isForward: boolean): void {
  if (isForward) return
  const answer = { status: 200, headers: {}, text: '' }
  throw new RecordRefusal(path, answer, 'the answer says that there is more, and goes no further')
}

const text = z.string()
const whole = z.int().nonnegative()
const anchorShape = z.looseObject({
  format: z.int(),
  n: whole,
  ...{ at: text, prev: text, root: text, count: whole, key: text, hash: text, signature: text },
})
const reading = z.looseObject({ reducer: z.int(), digest: text })
const leafShape = z
  .looseObject({ stream: text, n: whole, hash: text, reading: reading.optional() })
  .refine((leaf) => canonicalJson(leaf).ok, { error: 'cannot be hashed' })
const anchorPage = z.looseObject({
  anchors: z.array(z.looseObject({ anchor: z.looseObject({ n: whole }), leaves: z.array(z.unknown()) })),
  more: z.boolean(),
})
const storedAnchor = z.looseObject({ anchor: anchorShape, leaves: z.array(leafShape) })

/** Of an audit or a bundle: a leaf with the proof that an anchor holds it. */
export const provenLeafShape = z.looseObject({
  anchor: anchorShape,
  leaf: leafShape,
  index: whole,
  proof: z.array(text),
})

const personalDocumentsShape = z.looseObject({
  kept: z.array(z.looseObject({ sk: text, value: z.looseObject({}) })),
  keys: z.array(z.looseObject({ person: text, key: text })),
  erasure: z.boolean().optional(),
  next: text.optional(),
})

/** All anchors in their order. Of one that is altered beyond its form the record is damaged: a refusal with status 500. */
export async function* fetchAnchors(client: ApiClient): AsyncGenerator<StoredAnchor> {
  for (let after = 0, more = true; more; ) {
    const path = `/anchors?after=${after}`
    const page = await askRecord(client, 'GET', path, anchorPage)
    for (const each of page.anchors) {
      const read = storedAnchor.safeParse(each)
      if (!read.success) throw damaged(path, `anchor ${each.anchor.n} is none: ${fieldOf(read.error)}`)
      yield read.data as unknown as StoredAnchor
    }
    const last = page.anchors.at(-1)?.anchor.n ?? after
    more = page.more
    requireProgress(path, !more || last > after)
    after = last
  }
}

const damaged = (path: string, detail: string): RecordRefusal =>
  new RecordRefusal(path, { status: 500, headers: {}, text: '' }, detail)

const fieldOf = ({ issues: [fault] }: z.ZodError): string =>
  `${fault?.path.join('.') ?? ''}: ${fault?.message ?? ''}`

export async function fetchCommits(client: ApiClient, stream: string): Promise<StoredCommit[]> {
  const commits: StoredCommit[] = []
  for (let more = true; more; ) {
    const after = commits.at(-1)?.n ?? 0
    const path = `/store/commits?stream=${encodeURIComponent(stream)}&after=${after}`
    const page = await askRecord(client, 'GET', path, commitPageShape)
    commits.push(...page.commits)
    more = page.more && page.commits.length > 0
    requireProgress(path, !more || (commits.at(-1)?.n ?? 0) > after)
  }
  return commits
}

/** The personal data of a stream, of which a large one's come in pages. */
export async function fetchPersonalDocuments(client: ApiClient, stream: string): Promise<PersonalDocuments> {
  const path = `/store/kept?stream=${encodeURIComponent(stream)}`
  const documents: PersonalDocuments['kept'][number][] = []
  // Pages that have documents of the same person name the keys of that person again.
  const keys = new Map<string, PersonalDocuments['keys'][number]>()
  let erasure = false
  for await (const page of askRecordPages(client, path, personalDocumentsShape)) {
    documents.push(...page.kept)
    for (const each of page.keys) keys.set(JSON.stringify(each), each)
    erasure ||= page.erasure === true
  }
  return { kept: documents, keys: [...keys.values()], erasure }
}

export async function fetchProofs(client: ApiClient, stream: string): Promise<ProvenLeaf[]> {
  const path = `/store/proofs?stream=${encodeURIComponent(stream)}`
  const { proofs } = await askRecord(client, 'GET', path, z.looseObject({ proofs: z.array(provenLeafShape) }))
  return proofs as unknown as ProvenLeaf[]
}

/** All that proves a stream. Throws RecordRefusal with status 403 where the token may not read it whole. */
export async function fetchEvidence(client: ApiClient, stream: string): Promise<StreamEvidence> {
  const commits = await fetchCommits(client, stream)
  const { kept: personalData, erasure } = await fetchPersonalDocuments(client, stream)
  return { stream, commits, personalData, erasure }
}
