/** Erases a person: entries, identity keys and imports' tags, and notes that are named; chain, results and verdicts stay. */

import { type PersonRef, storedPlayers } from '../../events/index.ts'
import { omit } from '../../events/omit.ts'
import type { Principal } from '../auth/roles.ts'
import type { Ports } from '../ports.ts'
import { type AppResult, refused } from '../refusal.ts'
import type { Documents } from '../store/documents.ts'
import { type Page, type PageRequest, pageBudget, readPage } from '../store/pages.ts'
import type { Eraser } from './dependencies.ts'
import { ERASED_PERSONS, noteErasure } from './erasures.ts'
import { type PersonTrace, personTraces } from './person-identity.ts'
import {
  type Note,
  noteCursor,
  notesIn,
  notesOfPage,
  notesOfStream,
  parseNoteCursor,
} from './person-notes.ts'
import type { StoredPerson, StoredText } from './personal-data.ts'
import { readCommits } from './streams.ts'
import { refusalUnlessFullAdmin } from './whole-record.ts'

export interface Erasure {
  readonly person: string
  /** When it was first done (RFC 3339). */
  readonly at: string
  /** Ids of the notes that were erased with the person. */
  readonly notes?: readonly string[]
}

/** An erasure as it is stored. Former releases put the streams in which a repetition must look into it. */
interface StoredErasure extends Erasure {
  readonly streams?: readonly string[]
}

export interface ErasureReport extends Erasure {
  /** Streams in which the person's name was erased. */
  readonly streams: readonly string[]
  readonly entries: number
  /** Number of imports' tags that were erased too, since they may name anybody. */
  readonly tags: number
  /** Number of notes that were erased, and the notes in the same games and rounds that are left. */
  readonly notesErased: number
  readonly notesLeft: readonly Note[]
  /** Where the next page of the notes left begins; undefined: this is the last. */
  readonly next?: string | undefined
}

/** All that is stored of a person, as the person may ask for it. */
export interface PersonExport {
  readonly person: string
  /** Other ids of the same person, given by other hosts. */
  readonly aliases: readonly string[]
  /** The identity keys of the person: a FIDE id, or a name within a tournament. */
  readonly knownBy: readonly string[]
  /**
   * The person's entries as reported, with the fields that events have in the clear, each with its stream or entry list
   * (`entries#T`).
   */
  readonly entries: readonly { readonly stream: string; readonly fields: object }[]
  /** Free text in their games and rounds. */
  readonly notes: readonly Note[]
  /** Where the next page begins; undefined: this is the last. */
  readonly next?: string | undefined
}

const personDocuments = <T>(ports: Pick<Ports, 'persons'>) => ports.persons as Documents<T>

/**
 * Erases a person under this id and its aliases. Refused: `unknown-person`. A repetition completes an interrupted erasure. The
 * person's streams are dropped from memory and their consumers notified, and `renew` makes their views anew, so that no state
 * and no view shows the person. `notes`: ids of notes to erase too, or all in the person's streams. `page`: of the notes left.
 */
export async function erasePerson(
  service: Eraser & Pick<Ports, 'clock'>,
  principal: Principal | null,
  person: string,
  renew: RefreshViews = async () => {},
  notes: NoteChoice = [],
  page: PageRequest = {},
): Promise<AppResult<ErasureReport>> {
  const refusal = refusalUnlessFullAdmin(principal)
  if (refusal !== null) return { ok: false, error: refusal }
  return service.erasures.whileErasing(() => eraseAll(service, person, renew, notes, page))
}

/** The partition of the streams from which a person was erased, in which a repetition looks for notes. */
const erasedFrom = (person: string): string => `erased#${person}`

type NoteChoice = readonly string[] | 'all'

async function eraseAll(
  service: Eraser & Pick<Ports, 'clock'>,
  person: string,
  renew: RefreshViews,
  choice: NoteChoice,
  page: PageRequest,
): Promise<AppResult<ErasureReport>> {
  const known = await tracesOf(service, person)
  const before = await personDocuments<StoredErasure>(service).get(ERASED_PERSONS, person)
  if (known.length === 0 && before === null) return unknownPerson(person)
  const at = before?.value.at ?? new Date(service.clock.now()).toISOString()
  // The erasure is stored first, so that a later import of the person finds it.
  for (const id of new Set([person, ...known.map(({ id }) => id)]))
    await personDocuments<Erasure>(service).putIfAbsent(ERASED_PERSONS, id, { person: id, at })
  // Writers that did not see the erasure have put their traces by now; later ones see it.
  const found = await tracesOf(service, person)
  const own = new Set<string>()
  let entries = 0
  for (const { trace } of found) {
    if (trace.key !== undefined) await service.persons.delete(`key#${trace.key}`, 'person')
    if (trace.entry === undefined) continue
    await service.persons.delete(trace.entry.pk, trace.entry.sk)
    if (isStream(trace.entry.pk)) own.add(trace.entry.pk)
    entries++
  }
  let tags = 0
  for (const stream of own) tags += await eraseTags(service, stream)
  // A document each: one that named all streams would be too large for a person of ten thousand games.
  await service.persons.putAll([...own].map((sk) => ({ pk: erasedFrom(person), sk, value: {} })))
  const streams = new Set(before?.value.streams)
  for await (const { sk } of service.persons.query(erasedFrom(person))) streams.add(sk)
  const notes = await notesIn(service, streams)
  const chosen = notes.filter(({ id }) => choice === 'all' || choice.includes(id))
  const gone = [...new Set([...(before?.value.notes ?? []), ...chosen.map(({ id }) => id)])]
  await personDocuments<StoredErasure>(service).put(ERASED_PERSONS, person, {
    ...{ person, at },
    ...(before?.value.streams !== undefined && { streams: before.value.streams }),
    ...(gone.length > 0 && { notes: gone }),
  })
  for (const { stream, id } of chosen) await service.persons.delete(stream, `text#${id}`)
  const changed = new Set([...own, ...chosen.map(({ stream }) => stream)])
  for (const stream of changed) await announceErasure(service, stream, renew)
  // The traces are deleted last: with them an interrupted erasure can be completed.
  for (const { id, sk } of found) await personTraces(service).delete(`person#${id}`, sk)
  const erased = new Set(chosen)
  const { items: notesLeft, next } = notesOfPage(
    notes.filter((note) => !erased.has(note)),
    page,
  )
  return {
    ok: true,
    value: {
      ...{ person, at, streams: [...own].sort(), entries, tags },
      ...{ notesErased: chosen.length, notesLeft, next },
    },
  }
}

/** Whether a partition of the table of persons is that of a stream, and not that of an entry list. */
const isStream = (pk: string): boolean => /^(?:game|round)#/.test(pk)

/** Makes a stream's views and indexes anew. */
export type RefreshViews = (stream: string) => Promise<void>

/** After an erasure: notes it for other processes, drops the stream from memory, and renews its views before the answer. */
export async function announceErasure(service: Eraser, stream: string, renew: RefreshViews): Promise<void> {
  await noteErasure(service, stream)
  forgetStream(service, stream)
  await renew(stream)
}

/** Drops the warm state and all that was rendered, and notifies the stream's consumers. */
export function forgetStream(
  service: Pick<Eraser, 'games' | 'notify' | 'responses' | 'rounds'>,
  stream: string,
): void {
  service.games.forget(stream)
  service.rounds.forget(stream)
  service.responses.clear()
  service.notify?.(stream)
}

async function eraseTags(ports: Pick<Ports, 'persons'>, stream: string): Promise<number> {
  let erased = 0
  for await (const { sk, value } of personDocuments<StoredText>(ports).query(stream, 'text#')) {
    if (value.kind !== 'tags') continue
    await ports.persons.delete(stream, sk)
    erased++
  }
  return erased
}

interface LocatedTrace {
  readonly id: string
  readonly sk: string
  readonly trace: PersonTrace
}

/** The traces of a person under all their ids. */
async function tracesOf(ports: Pick<Ports, 'persons'>, person: string): Promise<LocatedTrace[]> {
  const found: LocatedTrace[] = []
  const ids = new Set([person])
  for (const id of ids)
    for await (const { sk, value } of personTraces(ports).query(`person#${id}`)) {
      found.push({ id, sk, trace: value })
      if (value.alias !== undefined) ids.add(value.alias)
    }
  return found
}

const unknownPerson = (person: string) =>
  refused(
    'unknown-person',
    `nothing is kept of ${person}; a person's id is that in the game's audit, such as P01J…`,
  )

/** Streams of a page at most: each is read from the record. */
export const MAX_PERSON_STREAMS = 200

/** What is stored of a person, in a page of the streams and entry lists that have entries of them, by their names. */
export async function exportPerson(
  ports: Pick<Ports, 'log' | 'persons'>,
  principal: Principal | null,
  person: string,
  { after = '', limit = MAX_PERSON_STREAMS, maxBytes }: PageRequest = {},
): Promise<AppResult<PersonExport>> {
  const refusal = refusalUnlessFullAdmin(principal)
  if (refusal !== null) return { ok: false, error: refusal }
  const found = await tracesOf(ports, person)
  if (found.length === 0) return unknownPerson(person)
  const ids = new Set([person, ...found.flatMap(({ id, trace: { alias } }) => [id, alias ?? id])])
  const places = found.flatMap(({ trace: { entry } }) => entry ?? [])
  const cursor = parseNoteCursor(after)
  const isInPage = (stream: string) =>
    stream > cursor.stream || (stream === cursor.stream && cursor.note !== undefined)
  const behind = [...new Set(places.map(({ pk }) => pk))].sort().filter(isInPage)
  const page = {
    person,
    aliases: [...ids].filter((id) => id !== person).sort(),
    knownBy: found.flatMap(({ trace: { key } }) => key ?? []),
    entries: [] as PersonExport['entries'][number][],
    notes: [] as Note[],
  }
  const hasRoom = pageBudget(maxBytes)
  let last = after
  // A stream that was begun on the page before does not count.
  const most = behind[0] === cursor.stream ? limit + 1 : limit
  for (const stream of behind.slice(0, most)) {
    const rest = stream === cursor.stream ? cursor.note : undefined
    const own = places.filter(({ pk }) => pk === stream)
    const entries = await entriesIn(ports, stream, own, ids)
    // The page before has the entries of a stream whose notes go on here.
    if (rest === undefined) {
      if (!hasRoom(JSON.stringify(entries))) return { ok: true, value: { ...page, next: last } }
      page.entries.push(...entries)
    }
    last = noteCursor({ stream, id: rest ?? '' })
    if (isStream(stream) && entries.length > 0)
      for await (const note of notesOfStream(ports, stream, rest)) {
        if (!hasRoom(JSON.stringify(note))) return { ok: true, value: { ...page, next: last } }
        page.notes.push(note)
        last = noteCursor(note)
      }
    // Cursors ascend: behind a note of the stream there is no going back to its name.
    if (rest === undefined) last = stream
  }
  return { ok: true, value: { ...page, ...(behind.length > most && { next: last }) } }
}

/** The entries of a person in a stream or an entry list, with the fields that events have in the clear. */
async function entriesIn(
  ports: Pick<Ports, 'log' | 'persons'>,
  stream: string,
  places: readonly { readonly sk: string }[],
  ids: ReadonlySet<string>,
): Promise<PersonExport['entries']> {
  const entries: PersonExport['entries'][number][] = []
  let recorded: Omit<PersonRef, 'person'> | undefined
  // A correction is an entry of its own in the same stream.
  for (const { sk } of places) {
    const entry = await personDocuments<StoredPerson | object>(ports).get(stream, sk)
    if (entry === null) continue
    const { value } = entry
    const fields = 'fields' in value ? value.fields : omit(value as { readonly salt?: string }, 'salt')
    if (isStream(stream)) recorded ??= await recordedOf(ports, stream, ids)
    entries.push({ stream, fields: { ...fields, ...recorded } })
  }
  return entries
}

/** The fields of a player that events have in the clear, since rules depend on them: the last value of each. */
async function recordedOf(
  ports: Pick<Ports, 'log'>,
  stream: string,
  ids: ReadonlySet<string>,
): Promise<Omit<PersonRef, 'person'>> {
  let recorded: Omit<PersonRef, 'person'> = {}
  for (const { events } of await readCommits(ports, stream))
    for (const { person, ...said } of events.flatMap(storedPlayers))
      if (ids.has(person)) recorded = { ...recorded, ...said }
  return recorded
}

/** Ids of all persons who were erased. */
export async function* erasedPersons(ports: Pick<Ports, 'persons'>): AsyncGenerator<string> {
  for await (const { sk } of personDocuments<StoredErasure>(ports).query(ERASED_PERSONS)) yield sk
}

/** Who was erased, by id. */
export async function listErasures(
  ports: Pick<Ports, 'persons'>,
  page: PageRequest = {},
): Promise<Page<Erasure>> {
  const { items, next } = await readPage(personDocuments<StoredErasure>(ports), ERASED_PERSONS, page)
  return { items: items.map((each) => omit(each, 'streams')), next }
}
