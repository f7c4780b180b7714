/** Free texts in the games and rounds of a person, in pages: they may be about them, and are erased where somebody says so. */

import type { Ports } from '../ports.ts'
import type { Documents } from '../store/documents.ts'
import { type Page, type PageRequest, pageBudget } from '../store/pages.ts'
import type { StoredText } from './personal-data.ts'

/** Free text in a game or round of the person, which may be about them. */
export interface Note {
  /** The id in the event that has the words. */
  readonly id: string
  readonly stream: string
  readonly words: string
}

/** The stored free texts of streams, without imports' tags. */
export async function notesIn(ports: Pick<Ports, 'persons'>, streams: Iterable<string>): Promise<Note[]> {
  const notes: Note[] = []
  for (const stream of [...streams].sort())
    for await (const note of notesOfStream(ports, stream)) notes.push(note)
  return notes
}

/** The notes of a stream by their ids, behind one of them where it is named. */
export async function* notesOfStream(
  ports: Pick<Ports, 'persons'>,
  stream: string,
  after = '',
): AsyncGenerator<Note> {
  const documents = ports.persons as Documents<StoredText>
  const behind = after === '' ? undefined : `text#${after}`
  for await (const { sk, value } of documents.query(stream, 'text#', behind))
    if (value.kind === undefined) yield { id: sk.slice('text#'.length), stream, words: value.words }
}

/** A page of notes, which are in the order of their streams and ids. */
export function notesOfPage(notes: readonly Note[], { after = '', maxBytes }: PageRequest): Page<Note> {
  const cursor = parseNoteCursor(after)
  const hasRoom = pageBudget(maxBytes)
  const items: Note[] = []
  for (const note of notes) {
    if (!isBehind(cursor, note)) continue
    if (!hasRoom(JSON.stringify(note))) return { items, next: noteCursor(items.at(-1)!) }
    items.push(note)
  }
  return { items }
}

/** A place in the order of streams and their notes: behind all of a stream, or where `note` is there, behind that note of it. */
interface NoteCursor {
  readonly stream: string
  readonly note?: string | undefined
}

/** `game#G`, or `game#G#ID`: no stream's name and no id has a sign that comes before `#`, so that cursors ascend. */
export function parseNoteCursor(text: string): NoteCursor {
  const [, stream = text, note] = /^([^#]+#[^#]+)#(.*)$/.exec(text) ?? []
  return { stream, note }
}

export const noteCursor = ({ stream, id }: Pick<Note, 'stream' | 'id'>): string => `${stream}#${id}`

const isBehind = (cursor: NoteCursor, { stream, id }: Pick<Note, 'stream' | 'id'>): boolean =>
  stream > cursor.stream || (stream === cursor.stream && cursor.note !== undefined && id > cursor.note)
