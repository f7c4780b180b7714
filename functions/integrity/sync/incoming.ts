/** Takes in another host's record: each commit byte for byte as it was, after everything that can be checked was checked. */

import {
  parseRoundReport,
  parseStoredEvent,
  type RoundEvent,
  type StoredEvent,
} from '../../../events/index.ts'
import { omit } from '../../../events/omit.ts'
import { noteArrival } from '../../app/arrivals.ts'
import type { Eraser } from '../../app/dependencies.ts'
import { announceIncoming, logEntryList, withoutEnterings } from '../../app/entry-list-digests.ts'
import { forgetStream } from '../../app/erase.ts'
import { isErased, noteErasure } from '../../app/erasures.ts'
import { inKeyTurn, personTraces } from '../../app/person-identity.ts'
import { rehydrate } from '../../app/personal-data.ts'
import { RecordDamaged, type RecordedEvent, recordedEvents } from '../../app/stored-events.ts'
import { readCommits } from '../../app/streams.ts'
import { refusalUnlessFullAdmin } from '../../app/whole-record.ts'
import type { Principal } from '../../auth/roles.ts'
import type { Ports } from '../../ports.ts'
import { type AppResult, type FieldFault, refused } from '../../refusal.ts'
import { verifyChain } from '../../store/chain.ts'
import { type Commit, MAX_BODY_BYTES, MAX_EVENTS, type StoredCommit } from '../../store/commit.ts'
import { EMPTY_HEAD, type Head } from '../../store/commit-log.ts'
import type { Documents } from '../../store/documents.ts'
import { type PersonalDocument, type PersonalDocuments, personOfDocument } from './outgoing.ts'

export interface IncomingCommits {
  readonly stream: string
  /** In order; the first may be one that is here already. */
  readonly commits: readonly StoredCommit[]
}

export interface IncomingDeps
  extends Eraser,
    Pick<Ports, 'clock' | 'inTurn' | 'log' | 'persons' | 'random' | 'registry'> {}

const MAX_AHEAD_MS = 24 * 3_600_000

/**
 * Stores what is not here yet and answers the head. `diverged`: the stream has other commits here, and stays as it is;
 * `stale-version`: commits between the head and these are missing; `invalid`: the chain, an event or its order does not hold.
 */
export async function acceptCommits(
  service: IncomingDeps,
  principal: Principal | null,
  { stream, commits }: IncomingCommits,
): Promise<AppResult<Head>> {
  const refusal = refusalUnlessFullAdmin(principal)
  if (refusal !== null) return { ok: false, error: refusal }
  if (!/^(game#[\w-]{1,64}|round#[\w-]{1,64}\/[\w-]{1,64})$/.test(stream))
    return refused('invalid', `the stream is ${stream}; it is game#G or round#T/R`)
  const turns = stream.startsWith('game#') ? service.games : service.rounds
  return turns.inTurn(stream, () => acceptLocked(service, stream, commits))
}

async function acceptLocked(
  service: IncomingDeps,
  stream: string,
  sent: readonly StoredCommit[],
): Promise<AppResult<Head>> {
  const there = await readCommits(service, stream)
  const head = there.at(-1) ?? EMPTY_HEAD
  const first = sent[0]
  if (first === undefined) return { ok: true, value: { n: head.n, hash: head.hash } }
  if (first.n > head.n + 1)
    return refused('stale-version', `the stream ends at commit ${head.n} here; ${head.n + 1} is due`, {
      head: head.n,
    })
  const other = sent.find(({ n, hash }) => n <= head.n && there[n - 1]?.hash !== hash)
  if (other !== undefined) return diverged(stream, other, there[other.n - 1])
  const fresh = sent.filter(({ n }) => n > head.n)
  const chain = verifyChain(stream, fresh, head)
  if (!chain.ok) {
    const { kind, n, message } = chain.error
    return kind === 'broken-prev' && n === head.n + 1
      ? refused(
          'diverged',
          `${stream}: commit ${n} that was sent follows another commit ${head.n} than there is here`,
        )
      : refused('invalid', message)
  }
  const fault = await contentFault(service, stream, there, chain.value, fresh)
  if (fault !== null) return fault
  if (fresh[0] !== undefined) await noteArrival(service, stream, fresh[0].n)
  try {
    for (const [k, commit] of chain.value.entries()) {
      const { body } = fresh[k]!
      if ((await service.log.append({ ...commit, body })) === 'stored') continue
      const [taken] = await service.log.load(stream, commit.n - 1)
      if (taken?.hash !== commit.hash) return diverged(stream, commit, taken)
    }
    await listRound(service, stream)
  } finally {
    // What was stored before a failure is read too.
    forgetStream(service, stream)
  }
  service.notify?.(stream)
  const last = chain.value.at(-1) ?? head
  return { ok: true, value: { n: last.n, hash: last.hash } }
}

const diverged = (
  stream: string,
  sent: Pick<StoredCommit, 'n' | 'hash'>,
  here: { hash: string } | undefined,
) =>
  refused(
    'diverged',
    `${stream}: commit ${sent.n} was sent as ${sent.hash.slice(0, 16)}…, and the receiving host has ${here?.hash.slice(0, 16)}…; nothing was changed`,
  )

/** Checks what the chain does not cover: sizes, times, numbers, ids, and whether the events are of the vocabulary. */
async function contentFault(
  service: IncomingDeps,
  stream: string,
  there: readonly Commit[],
  commits: readonly Commit[],
  stored: readonly StoredCommit[],
): Promise<ReturnType<typeof refused> | null> {
  const errors: FieldFault[] = []
  const say = (index: number, detail: string) => errors.push({ index, pointer: '', detail })
  const known = there.flatMap(recordedEvents)
  const ids = new Set(known.map(({ event }) => event.id))
  let seq = known.length
  let at = there.at(-1)?.at ?? ''
  const latest = new Date(service.clock.now() + MAX_AHEAD_MS).toISOString()
  for (const [index, commit] of commits.entries()) {
    const bytes = Buffer.byteLength(stored[index]!.body)
    if (bytes > MAX_BODY_BYTES || commit.events.length > MAX_EVENTS || commit.events.length === 0)
      say(index, `commit ${commit.n} has ${commit.events.length} events and ${bytes} bytes`)
    if (commit.at < at || commit.at > latest) say(index, `commit ${commit.n} was stored at ${commit.at}`)
    at = commit.at
    let recorded: RecordedEvent[] = []
    try {
      recorded = recordedEvents(commit)
    } catch (error) {
      if (!(error instanceof RecordDamaged)) throw error
      say(index, error.message)
      continue
    }
    for (const { event } of recorded) {
      seq++
      if (event.seq !== seq) say(index, `event ${event.id} has seq ${event.seq}; ${seq} is due`)
      if (ids.has(event.id)) say(index, `the event id ${event.id} stands twice`)
      ids.add(event.id)
    }
    for (const { event, forged } of await rehydrate<StoredEvent | RoundEvent>(service, stream, recorded)) {
      const words = vocabularyFault(event)
      if (words !== null) say(index, `event ${event.id}: ${words}`)
      if (forged !== null)
        say(index, `event ${event.id}: its ${forged} is not that with which it was recorded`)
    }
  }
  if (errors.length === 0) return null
  return refused('invalid', errors.map(({ detail }) => detail).join('; '), { errors })
}

/** Why an event is none of the vocabulary, or null. */
function vocabularyFault(event: StoredEvent | RoundEvent): string | null {
  if ('game' in event) {
    const parsed = parseStoredEvent(omit(event, 'v'), event.seq)
    return parsed.ok ? null : parsed.errors.map(({ detail }) => detail).join('; ')
  }
  const { id, type, at, by, data } = event
  const parsed = parseRoundReport({ id, type, at, by, data })
  return parsed.ok ? null : parsed.errors.map(({ detail }) => detail).join('; ')
}

/** A round is listed by its tournament. */
async function listRound({ registry }: Pick<Ports, 'registry'>, stream: string): Promise<void> {
  const [, tournament, round] = /^round#([^/]+)\/(.+)$/.exec(stream) ?? []
  if (tournament === undefined || round === undefined) return
  await (registry as Documents<object>).putIfAbsent(`rounds#${tournament}`, round, {})
}

/**
 * Accepts a stream's personal data, before its commits come. What is here already stays; a person who was erased here is
 * not accepted again; a person who is known here under another id has both ids.
 */
export async function acceptPersonalDocuments(
  service: IncomingDeps,
  principal: Principal | null,
  stream: string,
  { kept: entries, keys, erasure = false }: PersonalDocuments,
): Promise<AppResult<{ taken: number }>> {
  const refusal = refusalUnlessFullAdmin(principal)
  if (refusal !== null) return { ok: false, error: refusal }
  let taken = 0
  let lacking = erasure
  const documents = service.persons as Documents<PersonalDocument['value']>
  const list = stream.startsWith(ENTRY_LISTS) ? stream.slice(ENTRY_LISTS.length) : null
  const accepted = list === null ? entries : withoutEnterings(entries)
  const begun = list === null ? null : await announceIncoming(service, list, accepted)
  if (begun?.ok === false) return begun
  for (const { sk, value } of accepted) {
    const person = personOfDocument({ sk, value })
    if (person !== null) {
      if (await isErased(service, person)) {
        lacking = true
        continue
      }
      await personTraces(service).put(`person#${person}`, traceOf(stream, sk), { entry: { pk: stream, sk } })
    }
    if (await documents.putIfAbsent(stream, sk, value)) taken++
  }
  for (const { person, key } of keys)
    await inKeyTurn(service, key, () => acceptIdentityKey(service, person, key))
  if (list !== null) {
    const logged = await logEntryList(service, list, begun?.value)
    if (!logged.ok) return logged
  }
  if (lacking) await noteErasure(service, stream)
  return { ok: true, value: { taken } }
}

const ENTRY_LISTS = 'entries#'

/** The name that `personalData` and the entry list give to a trace. */
const traceOf = (stream: string, sk: string): string =>
  sk.startsWith('entry#') ? `entry#${stream}#${sk.slice('entry#'.length)}` : `entry#${stream}`

async function acceptIdentityKey(service: IncomingDeps, person: string, key: string): Promise<void> {
  if (await isErased(service, person)) return
  const keys = service.persons as Documents<{ person: string }>
  await personTraces(service).put(`person#${person}`, `key#${key}`, { key })
  if (await keys.putIfAbsent(`key#${key}`, 'person', { person })) return
  const known = (await keys.get(`key#${key}`, 'person'))?.value.person
  if (known === undefined || known === person) return
  await personTraces(service).put(`person#${person}`, `alias#${known}`, { alias: known })
  await personTraces(service).put(`person#${known}`, `alias#${person}`, { alias: person })
}
