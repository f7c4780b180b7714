/**
 * Routes for admins that read and write the record as a whole, to copy it to another host: heads, commits as stored, personal
 * data.
 */

import * as z from 'zod'
import { fields, id, line, wholeBetween } from '../../events/primitives.ts'
import { listErasures } from '../app/erase.ts'
import { refusalUnlessFullAdmin } from '../app/whole-record.ts'
import type { Principal } from '../auth/roles.ts'
import { nextOfPage, pageQuery, withNextLink } from '../http/pages.ts'
import { integerParam } from '../http/query.ts'
import { json, problem, type Reply, replyTo } from '../http/reply.ts'
import { route } from '../http/route.ts'
import { streamProofs } from '../integrity/anchors/proofs.ts'
import { acceptCommits, acceptPersonalDocuments, type IncomingDeps } from '../integrity/sync/incoming.ts'
import {
  headsOf,
  listStreams,
  personalDocumentsOf,
  STREAM_CATEGORIES,
  storedCommits,
} from '../integrity/sync/outgoing.ts'
import type { Ports } from '../ports.ts'

/** What `show` replies, for an admin with scope `*`; the refusal for everybody else. */
async function asFullAdmin(principal: Principal | null, show: () => Promise<Reply>): Promise<Reply> {
  const refusal = refusalUnlessFullAdmin(principal)
  return refusal === null ? show() : problem(refusal)
}

const STREAM = /^(game#[\w-]{1,64}|round#[\w-]{1,64}\/[\w-]{1,64})$/
const STREAM_WORDS = 'a stream: game#G or round#T/R'
const KEPT_STREAM = /^(game#[\w-]{1,64}|round#[\w-]{1,64}\/[\w-]{1,64}|entries#[\w-]{1,64})$/
const KEPT_WORDS = 'game#G, round#T/R or entries#T'
const stream = z.string({ error: STREAM_WORDS }).regex(STREAM, { error: STREAM_WORDS })
/** A stream or an entry list, whose personal data are stored separately. */
const keptStream = z.string({ error: KEPT_WORDS }).regex(KEPT_STREAM, { error: KEPT_WORDS })
const hash = z.string({ error: 'a hash' }).regex(/^[0-9a-f]{64}$/, { error: '64 hexadecimal digits' })
const wanted = (words: string) => ({
  error: (issue: { code?: string | undefined }) => (issue.code === 'unrecognized_keys' ? words : 'a query'),
})

const head = z.strictObject({ stream: z.string(), n: z.int(), hash: z.string() })
const stored = z.strictObject({ n: z.int(), body: z.string(), hash: z.string() })
const shown = (description: string, schema: z.ZodType) => ({
  200: { description, content: { 'application/json': schema } },
})

/** Commits come in pages of a megabyte, in JSON, where each quotation mark counts twice. */
const MAX_BYTES = 2 * 1024 * 1024 - 64 * 1024

const erasure = z.strictObject({ person: z.string(), at: z.string(), notes: z.array(z.string()).optional() })

export const SYNC_READS = [
  route({
    method: 'GET',
    path: '/store/streams',
    summary: 'List streams with their heads, in the order of their opening',
    open: false,
    query: z.strictObject(
      {
        category: z.enum(STREAM_CATEGORIES, { error: `one of ${STREAM_CATEGORIES.join(', ')}` }),
        from: z
          .string()
          .max(300)
          .optional()
          .meta({ description: '`next` of the page before, or an instant' }),
        limit: integerParam(1, 1000, 'at most so many').optional(),
      },
      wanted('category, from, limit'),
    ),
    replies: shown(
      'Streams; `next` is the `from` of the next page',
      z.strictObject({
        streams: z.array(head.extend({ openedAt: z.string() })),
        next: z.string().nullable(),
      }),
    ),
    handler: (service: Pick<Ports, 'log'>, { query, principal }) =>
      asFullAdmin(principal, async () =>
        json(200, await listStreams(service, query.category, query.from ?? '', query.limit ?? 200)),
      ),
  }),
  route({
    method: 'GET',
    path: '/store/commits',
    summary: 'Read commits as they are stored',
    open: false,
    query: z.strictObject(
      { stream, after: integerParam(0, 1_000_000_000, 'commits after this number').optional() },
      wanted('stream, after'),
    ),
    replies: shown(
      'Commits in order; `more`: there are others after them',
      z.strictObject({ commits: z.array(stored), more: z.boolean() }),
    ),
    handler: (service: Pick<Ports, 'log'>, { query, principal }) =>
      asFullAdmin(principal, async () =>
        json(200, await storedCommits(service, query.stream, query.after ?? 0)),
      ),
  }),
  route({
    method: 'GET',
    path: '/store/kept',
    summary: 'Read the persons and free texts that are kept apart for a stream',
    open: false,
    query: z.strictObject({ stream: keptStream, ...pageQuery.shape }, wanted('stream, after, limit')),
    replies: shown(
      'Persons’ entries and texts with their salts, and the keys by which persons are known again; a page may have fewer than `limit`',
      z.looseObject({
        kept: z.array(z.looseObject({ sk: z.string() })),
        keys: z.array(z.looseObject({})),
        next: nextOfPage,
      }),
    ),
    handler: (service: Pick<Ports, 'persons'>, { query, principal }) =>
      asFullAdmin(principal, async () => {
        const page = await personalDocumentsOf(service, query.stream, query)
        return withNextLink(json(200, page), query, page.next === undefined ? null : { after: page.next })
      }),
  }),
  route({
    method: 'GET',
    path: '/store/proofs',
    summary: 'Read which anchors hold a stream’s heads, each with its proof',
    open: false,
    query: z.strictObject({ stream }, wanted('stream')),
    replies: shown('In the order of the anchors', z.strictObject({ proofs: z.array(z.looseObject({})) })),
    handler: (service: Pick<Ports, 'registry'>, { query, principal }) =>
      asFullAdmin(principal, async () => json(200, { proofs: await streamProofs(service, query.stream) })),
  }),
  route({
    method: 'GET',
    path: '/store/erasures',
    summary: 'List who was erased, by id',
    open: false,
    query: pageQuery,
    replies: shown('Ids and instants', z.strictObject({ erasures: z.array(erasure), next: nextOfPage })),
    handler: (service: Pick<Ports, 'persons'>, { query, principal }) =>
      asFullAdmin(principal, async () => {
        const { items: erasures, next } = await listErasures(service, query)
        return withNextLink(json(200, { erasures, next }), query, next === undefined ? null : { after: next })
      }),
  }),
]

const PERSON = /^[\w-]{1,64}$/

/** Persons, texts and entries as the other host stored them; their digests are checked when the commits come. */
const personalValue = z
  .looseObject({ person: z.string().regex(PERSON).optional() }, { error: 'an object' })
  .refine((value) => JSON.stringify(value).length < 250_000, { error: 'less than 250 kB' })

const personalDataBody = fields({
  stream: keptStream,
  kept: z
    .array(fields({ sk: line(200), value: personalValue }), {
      error: 'a list',
    })
    .max(20_000, { error: 'at most 20000' }),
  keys: z
    .array(fields({ person: id, key: line(600) }), { error: 'a list' })
    .max(20_000, { error: 'at most 20000' }),
  erasure: z.boolean({ error: 'true or false' }).optional(),
})

export const SYNC_COMMANDS = [
  route({
    method: 'POST',
    path: '/store/heads',
    summary: 'Tell the heads of streams',
    open: false,
    rights: refusalUnlessFullAdmin,
    body: fields({
      streams: z.array(stream, { error: 'a list of streams' }).max(500, { error: 'at most 500' }),
    }),
    replies: shown(
      'In their order; n is 0 for one that is not there',
      z.strictObject({ heads: z.array(head) }),
    ),
    handler: (service: Pick<Ports, 'log'>, { body, principal }) =>
      asFullAdmin(principal, async () => json(200, { heads: await headsOf(service, body.streams) })),
  }),
  route({
    method: 'POST',
    path: '/store/kept',
    summary: 'Take in what is kept apart for a stream of another host, before its commits',
    open: false,
    rights: refusalUnlessFullAdmin,
    maxBytes: MAX_BYTES,
    body: personalDataBody,
    replies: shown('How much was new', z.strictObject({ taken: z.int() })),
    async handler(service: IncomingDeps, { body, principal }) {
      const { stream: name, ...rest } = body
      return replyTo(
        await acceptPersonalDocuments(
          service,
          principal,
          name,
          rest as Parameters<typeof acceptPersonalDocuments>[3],
        ),
        (taken) => json(200, taken),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/store/commits',
    summary:
      'Take in commits of another host’s stream, byte for byte; what differs from what is here is refused',
    open: false,
    rights: refusalUnlessFullAdmin,
    maxBytes: MAX_BYTES,
    body: fields({
      stream,
      commits: z
        .array(fields({ n: wholeBetween(1, 1_000_000_000), body: z.string({ error: 'text' }), hash }), {
          error: 'a list of commits',
        })
        .max(5_000, { error: 'at most 5000' }),
    }),
    replies: shown('The head after them', z.strictObject({ n: z.int(), hash: z.string() })),
    async handler(service: IncomingDeps, { body, principal }) {
      return replyTo(await acceptCommits(service, principal, body), (taken) => json(200, taken))
    },
  }),
]
