/** Copies one host's record to another over HTTP. It is idempotent, resumes where it stopped, and compares all heads at its end. */

import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { leafHash, merkleRoot } from '../../../domain/proof/merkle.ts'
import { omit } from '../../../events/omit.ts'
import { type ApiClient, problemCode, problemText } from '../../http/api-client.ts'
import {
  commitPageShape,
  gameListShape,
  streamPageShape,
  tournamentPageShape,
} from '../../http/parse-answer.ts'
import {
  anyAnswer,
  askRecord,
  askRecordPages,
  fetchPersonalDocuments,
  RecordRefusal,
  readAnswerAs,
  requireProgress,
} from '../anchors/remote-evidence.ts'
import { repeatErasures } from '../backup/repeat-erasures.ts'
import { parseCheckpoint } from '../transparency/checkpoint.ts'
import { requestText } from '../transparency/witness.ts'
import type { ListedStream, PersonalDocuments, StreamHead } from './outgoing.ts'

export interface SyncSelection {
  /** Only this tournament's rounds and games. */
  readonly tournament?: string
  /** Only streams opened at or after this instant (RFC 3339). */
  readonly since?: string
}

/** A stream that was not brought, or not all of it, and why. */
export interface SyncConflict {
  readonly stream: string
  readonly detail: string
}

/** A tournament whose settings differ on the two hosts. */
export interface SettingsDifference {
  readonly tournament: string
  /** What says something else there, and stays as it is. */
  readonly differing: readonly string[]
  /** What hides less there was taken on from here before any game was brought: its public sees nothing sooner than this host's. */
  readonly tightened: readonly string[]
}

export interface SyncResult {
  readonly settings: readonly SettingsDifference[]
  readonly streams: number
  /** Commits that the other host did not have. */
  readonly sent: number
  /** Streams that the other host has with other commits; nothing of theirs was changed. */
  readonly conflicts: readonly SyncConflict[]
  /** Streams of which something does not hold, on one side or the other. */
  readonly refused: readonly SyncConflict[]
  /** Streams that were recorded on here while the sync ran: the next one brings the rest. */
  readonly ahead: readonly string[]
  /** Merkle root over the heads of the streams that are equal on both sides, asked of each side at the end. */
  readonly root: string
  readonly equal: number
}

/** An answer that ends the sync; what was brought so far stays, and the same sync goes on from there. */
export class SyncFailure extends Error {
  override readonly name = 'SyncFailure'
}

const HEADS_PER_REQUEST = 200

/** `onStream` is called for each stream once it is there. */
export async function syncRecord(
  source: ApiClient,
  target: ApiClient,
  selection: SyncSelection,
  onStream: (done: number, of: number) => void = () => {},
): Promise<SyncResult> {
  // Listed before the tournaments, so that none of the streams is of one that was entered in between.
  const streams = await selectedStreams(source, selection)
  const settings = await sendTournaments(source, target, selection)
  const conflicts: SyncConflict[] = []
  const refused: SyncConflict[] = []
  let sent = 0
  for (let next = 0; next < streams.length; next += HEADS_PER_REQUEST) {
    const part = streams.slice(next, next + HEADS_PER_REQUEST)
    const heads = await fetchHeads(target, part)
    for (const [k, here] of part.entries()) {
      const there = heads[k]!
      if (here.hash !== there.hash) {
        const brought = await sendStream(source, target, here, there)
        if (typeof brought === 'number') sent += brought
        else if (brought instanceof StreamRefused)
          refused.push({ stream: here.stream, detail: brought.message })
        else conflicts.push(brought)
      }
      onStream(next + k + 1, streams.length)
    }
  }
  // What was hidden more while the streams were brought is not shown for longer than that.
  const since = (await sendTournaments(source, target, selection)).filter(
    ({ tightened }) => tightened.length > 0,
  )
  await sendErasures(source, target)
  return {
    settings: [...settings, ...since],
    streams: streams.length,
    sent,
    conflicts,
    refused,
    ...(await proveEqual(source, target, streams, [...conflicts, ...refused])),
  }
}

/** A refusal that concerns one stream: what is stored of it does not hold, on one side or the other. The other streams are brought. */
class StreamRefused extends Error {
  override readonly name = 'StreamRefused'
}

const REFUSALS_OF_A_STREAM: readonly (string | null)[] = ['damaged', 'invalid', 'later-format']

/** How many commits were brought, or why none could be. */
async function sendStream(
  source: ApiClient,
  target: ApiClient,
  here: StreamHead,
  there: StreamHead,
): Promise<number | SyncConflict | StreamRefused> {
  try {
    return await sendCommits(source, target, here, there)
  } catch (failure) {
    if (failure instanceof StreamRefused) return failure
    if (failure instanceof RecordRefusal && REFUSALS_OF_A_STREAM.includes(failure.code))
      return new StreamRefused(`${here.stream}: ${failure.message}`)
    throw failure
  }
}

async function sendCommits(
  source: ApiClient,
  target: ApiClient,
  { stream }: StreamHead,
  there: StreamHead,
): Promise<number | SyncConflict> {
  await sendPersonalDocuments(source, target, stream)
  let sent = 0
  // The last commit the other side has goes along, so that another one in its place is found.
  for (let after = Math.max(0, there.n - 1), more = true; more; ) {
    const path = `/store/commits?stream=${encodeURIComponent(stream)}&after=${after}`
    const page = await askRecord(source, 'GET', path, commitPageShape)
    const last = page.commits.at(-1)
    if (last === undefined) return sent > 0 ? sent : aheadThere(stream, there)
    const answer = await target.request('POST', '/store/commits', { body: { stream, commits: page.commits } })
    if (answer.status === 409) return { stream, detail: problemText(answer) }
    if (REFUSALS_OF_A_STREAM.includes(problemCode(answer)))
      throw new StreamRefused(`${stream}: ${problemText(answer)}`)
    if (answer.status >= 400) throw new SyncFailure(`${stream}: ${problemText(answer)}`)
    sent += page.commits.filter(({ n }) => n > there.n).length
    requireProgress(path, !page.more || last.n > after)
    after = last.n
    more = page.more
  }
  return sent
}

const aheadThere = (stream: string, { n }: StreamHead): SyncConflict => ({
  stream,
  detail: `${stream}: the other host has ${n} commits, more than there are here; nothing was changed`,
})

async function sendPersonalDocuments(source: ApiClient, target: ApiClient, stream: string): Promise<void> {
  for (const request of requestsOf(await fetchPersonalDocuments(source, stream)))
    await askRecord(target, 'POST', '/store/kept', anyAnswer, { stream, ...request })
}

const REQUEST_BYTES = 1_000_000

/** In requests of a size that a host takes. */
function* requestsOf({
  kept: entries,
  keys,
  erasure = false,
}: PersonalDocuments): Generator<PersonalDocuments> {
  let part: PersonalDocuments['kept'][number][] = []
  let bytes = 0
  for (const each of entries) {
    const size = Buffer.byteLength(JSON.stringify(each))
    if (bytes + size > REQUEST_BYTES && part.length > 0) {
      yield { kept: part, keys: [] }
      part = []
      bytes = 0
    }
    part.push(each)
    bytes += size
  }
  if (part.length > 0 || keys.length > 0 || erasure) yield { kept: part, keys, ...(erasure && { erasure }) }
}

async function selectedStreams(
  source: ApiClient,
  { tournament, since = '' }: SyncSelection,
): Promise<ListedStream[]> {
  const rounds = await listAllStreams(source, 'round', since)
  const games = await listAllStreams(source, 'game', since)
  if (tournament === undefined) return [...rounds, ...games]
  const own = rounds.filter(({ stream }) => stream.startsWith(`round#${tournament}/`))
  const seated = new Set<string>()
  for (const { stream } of own) {
    const round = stream.slice(`round#${tournament}/`.length)
    const path = `/tournaments/${encodeURIComponent(tournament)}/rounds/${encodeURIComponent(round)}/games`
    const list = await askRecord(source, 'GET', path, gameListShape)
    for (const { game } of list.games) seated.add(`game#${game}`)
  }
  return [...own, ...games.filter(({ stream }) => seated.has(stream))]
}

/** Every stream of a category with its head. */
export async function listAllStreams(
  client: ApiClient,
  category: string,
  since = '',
): Promise<ListedStream[]> {
  const all: ListedStream[] = []
  for (let from: string | null = since; from !== null; ) {
    const path = `/store/streams?category=${category}&limit=500&from=${encodeURIComponent(from)}`
    const page: z.output<typeof streamPageShape> = await askRecord(client, 'GET', path, streamPageShape)
    all.push(...page.streams)
    requireProgress(path, page.next === null || (page.streams.length > 0 && page.next !== from))
    from = page.next
  }
  return all
}

async function fetchHeads(client: ApiClient, streams: readonly StreamHead[]): Promise<StreamHead[]> {
  const names = streams.map(({ stream }) => stream)
  const { heads } = await askRecord(client, 'POST', '/store/heads', headsAnswer, { streams: names })
  if (names.some((name, k) => heads[k]?.stream !== name))
    throw new SyncFailure('/store/heads: the answer is none of heads: no host of a record answers there')
  return heads
}

const headsAnswer = z.object({
  heads: z.array(z.object({ stream: z.string(), n: z.int().nonnegative(), hash: z.string() })),
})
const settingsAnswer = z.looseObject({
  id: z.string(),
  delay: z.number().optional(),
  openVerdicts: z.boolean().optional(),
})
const erasuresAnswer = z.looseObject({
  erasures: z.array(z.looseObject({ person: z.string(), notes: z.array(z.string()).optional() })),
  next: z.string().optional(),
})
const signedAnswer = z.looseObject({ note: z.string().nullable(), log: z.string() })
const proofAnswer = z.looseObject({ proof: z.array(z.string()) })
const seenAnswer = z.object({ size: z.int().nonnegative() })
const cosignedAnswer = z.object({ line: z.string(), witness: z.string() })

/**
 * A tournament is entered if it is not there. One that is described otherwise there stays as it is, save what hides more here:
 * a delay, and verdicts that are not open.
 */
async function sendTournaments(
  source: ApiClient,
  target: ApiClient,
  { tournament }: SyncSelection,
): Promise<SettingsDifference[]> {
  const differences: SettingsDifference[] = []
  for await (const { tournaments } of askRecordPages(source, '/tournaments', tournamentPageShape))
    for (const each of tournaments) {
      if (tournament !== undefined && each.id !== tournament) continue
      const difference = await sendTournament(target, each)
      if (difference !== null) differences.push(difference)
      await sendPersonalDocuments(source, target, `entries#${encodeURIComponent(each.id)}`)
    }
  return differences
}

async function sendTournament(
  target: ApiClient,
  here: Settings & { readonly id: string },
): Promise<SettingsDifference | null> {
  const path = `/tournaments/${encodeURIComponent(here.id)}`
  const there = await target.request('GET', path)
  const fields = omit(here, ...NOT_COMPARED)
  if (there.status === 404) {
    await askRecord(target, 'POST', '/tournaments', anyAnswer, fields)
    return null
  }
  if (there.status >= 400) throw new RecordRefusal(path, there)
  return tighten(target, fields, readAnswerAs(path, there, settingsAnswer))
}

type Settings = Readonly<Record<string, unknown>>

/** What each host says of a tournament for itself. */
const NOT_COMPARED = ['createdAt', 'rounds'] as const

/** Null where both say the same. */
async function tighten(
  target: ApiClient,
  here: Settings,
  there: Settings,
): Promise<SettingsDifference | null> {
  const change = {
    ...(Number(here['delay'] ?? 0) > Number(there['delay'] ?? 0) && { delay: here['delay'] }),
    ...(there['openVerdicts'] === true && here['openVerdicts'] !== true && { openVerdicts: false }),
  }
  const tightened = Object.keys(change)
  const tournament = String(here['id'])
  if (tightened.length > 0)
    await askRecord(target, 'PATCH', `/tournaments/${encodeURIComponent(tournament)}`, anyAnswer, change)
  const other = omit(there, ...NOT_COMPARED)
  const differing = [...new Set([...Object.keys(here), ...Object.keys(other)])]
    .filter((name) => !tightened.includes(name) && !isDeepStrictEqual(here[name], other[name]))
    .sort()
  return tightened.length + differing.length === 0 ? null : { tournament, differing, tightened }
}

/** Repeats the erasures of the source on the target. */
async function sendErasures(source: ApiClient, target: ApiClient): Promise<void> {
  for await (const { erasures } of askRecordPages(source, '/store/erasures', erasuresAnswer))
    for (const each of erasures) {
      const done = await repeatErasures(target, each)
      if ('problem' in done) throw new SyncFailure(done.problem)
    }
}

/** Asks both sides for their heads again, and finds the streams that are equal. */
async function proveEqual(
  source: ApiClient,
  target: ApiClient,
  streams: readonly StreamHead[],
  notBrought: readonly SyncConflict[],
): Promise<Pick<SyncResult, 'ahead' | 'root' | 'equal'>> {
  const left = new Set(notBrought.map(({ stream }) => stream))
  const leaves: string[] = []
  const ahead: string[] = []
  const asked = streams.filter(({ stream }) => !left.has(stream))
  for (let next = 0; next < asked.length; next += HEADS_PER_REQUEST) {
    const part = asked.slice(next, next + HEADS_PER_REQUEST)
    const [here, there] = [await fetchHeads(source, part), await fetchHeads(target, part)]
    for (const [k, { stream, n, hash }] of here.entries()) {
      if (there[k]?.hash === hash) leaves.push(leafHash(JSON.stringify([stream, n, hash])))
      else ahead.push(stream)
    }
  }
  return { ahead, root: merkleRoot(leaves), equal: leaves.length }
}

/** The record is read from a copy, in which nothing that is signed would stay. */
export const NOT_SERVED = 'no host serves this record, so no checkpoint was signed'

/**
 * Has the other host cosign the newest checkpoint of this one's log, and keeps its line here: how many entries it saw, and
 * the key with which it says so; a text says why it was not asked. Throws RecordRefusal where the other host saw another log
 * under this name.
 */
export async function witnessBySync(source: ApiClient, target: ApiClient): Promise<Witnessing | string> {
  const signed = await source.request('POST', '/log/checkpoint')
  if (signed.status === 405) return NOT_SERVED
  if (signed.status >= 400) return problemText(signed)
  const { note, log } = readAnswerAs('/log/checkpoint', signed, signedAnswer)
  const checkpoint = note === null ? null : parseCheckpoint(note)
  if (note === null || !checkpoint?.ok) return 'nothing is in the log yet'
  const { origin, size } = checkpoint.value
  const path = `/log/witnessed?origin=${encodeURIComponent(origin)}`
  const seen = await target.request('GET', path)
  if (seen.status === 404) return 'the other host is of a version that cosigns nothing'
  if (seen.status >= 400) throw new RecordRefusal(path, seen)
  const before = readAnswerAs(path, seen, seenAnswer).size
  if (before > size)
    throw new SyncFailure(
      `the other host saw ${before} entries of this log, which has ${size}: its end was cut off`,
    )
  const { proof } = await askRecord(source, 'GET', `/log/proof?before=${before}&size=${size}`, proofAnswer)
  const answer = await askRecord(target, 'POST', '/log/witnessed', cosignedAnswer, {
    ...{ log, request: requestText({ before, proof, note }) },
  })
  await askRecord(source, 'POST', '/log/cosignatures', anyAnswer, {
    ...{ witness: answer.witness, note: note + answer.line },
  })
  return { size, witness: answer.witness }
}

/** What the other host has signed that it saw. */
export interface Witnessing {
  readonly size: number
  /** As `verify --witness` takes it. */
  readonly witness: string
}
