/** Routes for admins about personal data: showing and erasing what is stored of a person, and retention. */

import * as z from 'zod'
import { fields, wholeBetween } from '../../events/primitives.ts'
import type { Eraser } from '../app/dependencies.ts'
import { erasePerson, exportPerson, MAX_PERSON_STREAMS } from '../app/erase.ts'
import { applyRetention, PERSONAL_DATA_KINDS, RETENTION_DAYS } from '../app/retention.ts'
import { refusalUnlessFullAdmin } from '../app/whole-record.ts'
import { nextOfPage, pageQuery, withNextLink } from '../http/pages.ts'
import { integerParam, onlyNames } from '../http/query.ts'
import { json, replyTo } from '../http/reply.ts'
import { route } from '../http/route.ts'
import type { Ports } from '../ports.ts'
import type { ArchiveIndexer } from '../projections/archive-indexer.ts'
import type { Projector } from '../projections/projector.ts'

/**
 * Makes a stream's views and archive rows anew before the request is answered, so that no lost notification leaves a name in
 * them.
 */
const refreshViewsOf =
  ({ projector, archiveIndexer }: ViewWriters) =>
  async (stream: string): Promise<void> => {
    for (const each of [projector, archiveIndexer]) await each.onChange(stream)
  }

interface ViewWriters {
  readonly projector: Projector
  readonly archiveIndexer: ArchiveIndexer
}

/** What an erasure needs: views are brought up to date, and the store's files are compacted. */
interface ErasureDeps extends Eraser, ViewWriters, Pick<Ports, 'clock' | 'compact' | 'log'> {}

const shown = (description: string, schema: z.ZodType) => ({
  200: { description, content: { 'application/json': schema } },
})

const note = z
  .strictObject({ id: z.string(), stream: z.string(), words: z.string() })
  .meta({ description: 'Words of somebody in a game or round of the person, which may be about them' })

/** Days; null: never erased. */
const period = z
  .union([z.null(), wholeBetween(0, 100_000)], { error: 'a number of days, or null' })
  .optional()

export const PERSON_READS = [
  route({
    method: 'GET',
    path: '/persons/{p}',
    summary: 'Show all that is kept of a person',
    open: false,
    replies: shown(
      'Entries with their streams, by what the person is known again, and the notes in their games and rounds',
      z.looseObject({
        person: z.string(),
        entries: z.array(z.looseObject({ stream: z.string() })),
        notes: z.array(note),
        next: nextOfPage,
      }),
    ),
    query: z.strictObject(
      {
        ...pageQuery.shape,
        limit: integerParam(1, MAX_PERSON_STREAMS, 'games, rounds and entry lists at most').optional(),
      },
      onlyNames('after, limit'),
    ),
    async handler(service: Pick<Ports, 'log' | 'persons'>, { params, query, principal }) {
      return replyTo(await exportPerson(service, principal, params.p, query), (page) =>
        withNextLink(json(200, page), query, page.next === undefined ? null : { after: page.next }),
      )
    },
  }),
]

export const PERSON_COMMANDS = [
  route({
    method: 'POST',
    path: '/persons/{p}/erase',
    summary: 'Erase a person’s entries, and notes that are chosen; chain, results and verdicts stay',
    open: false,
    replies: shown(
      'What went, and the notes in the same games and rounds that are left: ask again with those that are to go. `next` is the `after` of the next page of these',
      z.looseObject({
        person: z.string(),
        at: z.string(),
        streams: z.array(z.string()),
        notesErased: z.int(),
        notesLeft: z.array(note),
        next: nextOfPage,
      }),
    ),
    query: z.strictObject(
      {
        notes: z
          .string()
          .regex(/^[A-Za-z0-9_-]{1,64}(?:,[A-Za-z0-9_-]{1,64}){0,199}$/, {
            error: 'ids of notes with commas between them, at most 200, or all',
          })
          .optional()
          .meta({ description: 'Notes to erase too: their ids with commas between them, or all' }),
        after: pageQuery.shape.after,
      },
      onlyNames('notes, after'),
    ),
    async handler(service: ErasureDeps, { params, query, principal }) {
      const notes = query.notes === 'all' ? 'all' : (query.notes?.split(',') ?? [])
      const outcome = await erasePerson(service, principal, params.p, refreshViewsOf(service), notes, {
        after: query.after,
      })
      if (outcome.ok) await service.compact?.()
      return replyTo(outcome, (erased) => json(200, erased))
    },
  }),
  route({
    method: 'POST',
    path: '/retention',
    summary: 'Erase what has outlived its period',
    open: false,
    rights: refusalUnlessFullAdmin,
    body: fields({
      periods: fields({ words: period, tags: period, persons: period, entries: period }).optional(),
      dry: z.boolean({ error: 'true or false' }).optional(),
    }),
    replies: shown(
      'How much of each kind went, or would go',
      z.strictObject({
        streams: z.int(),
        erased: z.strictObject(Object.fromEntries(PERSONAL_DATA_KINDS.map((kind) => [kind, z.int()]))),
      }),
    ),
    async handler(service: ErasureDeps, { body, principal }) {
      const given = Object.entries(body.periods ?? {}).filter(([, days]) => days !== undefined)
      const periods = { ...RETENTION_DAYS, ...Object.fromEntries(given) }
      const outcome = await applyRetention(service, principal, periods, body.dry, refreshViewsOf(service))
      if (outcome.ok && body.dry !== true) await service.compact?.()
      return replyTo(outcome, (retired) => json(200, retired))
    },
  }),
]
