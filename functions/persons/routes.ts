/** Routes about persons and how long what is kept of them stays: an admin's. */
import * as z from 'zod'
import { count, fields } from '../../events/primitives.ts'
import { archiveIndexer } from '../archive-index/indexer.ts'
import { answer, json } from '../http/reply.ts'
import { type Route, route } from '../http/route.ts'
import { erasePerson, exportPerson } from '../record/erase.ts'
import { applyRetention, KEPT_KINDS, RETENTION } from '../record/retention.ts'
import type { Service } from '../record/service.ts'
import { projectorOf } from '../views/projector.ts'

/** What is kept of a stream beside the record; before the answer is given, so that a lost bell keeps no name. */
function renewing(service: Service): (stream: string) => Promise<void> {
  const kept = [projectorOf(service), archiveIndexer(service)]
  return async (stream) => {
    for (const each of kept) await each.heard(stream)
  }
}

const shown = (description: string, schema: z.ZodType) => ({
  200: { description, content: { 'application/json': schema } },
})

/** Null: for good. */
const period = z.union([z.null(), count(0, 100_000)], { error: 'a number of days, or null' }).optional()

export const PERSON_READS: readonly Route[] = [
  route({
    method: 'GET',
    path: '/persons/{p}',
    summary: 'Show all that is kept of a person',
    open: false,
    replies: shown(
      'Entries with their streams, and by what the person is known again',
      z.looseObject({ person: z.string(), entries: z.array(z.looseObject({ stream: z.string() })) }),
    ),
    async handler(service, { params, principal }) {
      return answer(await exportPerson(service, principal, params.p), (all) => json(200, all))
    },
  }),
]

export const PERSON_COMMANDS: readonly Route[] = [
  route({
    method: 'POST',
    path: '/persons/{p}/erase',
    summary: 'Erase all that is kept of a person; chain, results and verdicts stay',
    open: false,
    replies: shown(
      'What went',
      z.looseObject({ person: z.string(), at: z.string(), streams: z.array(z.string()) }),
    ),
    async handler(service, { params, principal }) {
      const outcome = await erasePerson(service, principal, params.p, renewing(service))
      if (outcome.ok) await service.scrub?.()
      return answer(outcome, (erased) => json(200, erased))
    },
  }),
  route({
    method: 'POST',
    path: '/retention',
    summary: 'Erase what has outlived its period',
    open: false,
    body: fields({
      periods: fields({ words: period, tags: period, persons: period }).optional(),
      dry: z.boolean({ error: 'true or false' }).optional(),
    }),
    replies: shown(
      'How much of each kind went, or would go',
      z.strictObject({
        streams: z.int(),
        erased: z.strictObject(Object.fromEntries(KEPT_KINDS.map((kind) => [kind, z.int()]))),
      }),
    ),
    async handler(service, { body, principal }) {
      const given = Object.entries(body.periods ?? {}).filter(([, days]) => days !== undefined)
      const periods = { ...RETENTION, ...Object.fromEntries(given) }
      const outcome = await applyRetention(service, principal, periods, body.dry, renewing(service))
      if (outcome.ok && body.dry !== true) await service.scrub?.()
      return answer(outcome, (retired) => json(200, retired))
    },
  }),
]
