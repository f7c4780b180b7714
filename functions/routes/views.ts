/** Routes for operators of the service: streams in quarantine, and rebuilds of the views. */

import * as z from 'zod'
import { fields, freeText } from '../../events/primitives.ts'
import type { GameLoader, RoundLoader } from '../app/dependencies.ts'
import { refusalOf } from '../auth/authorise.ts'
import type { Principal } from '../auth/roles.ts'
import { nextOfPage, pageQuery, withNextLink } from '../http/pages.ts'
import { json, problem, type Reply } from '../http/reply.ts'
import { route } from '../http/route.ts'
import type { Ports } from '../ports.ts'
import type { ArchiveIndexer } from '../projections/archive-indexer.ts'
import type { Projector } from '../projections/projector.ts'
import { listQuarantined, quarantinedStreams, releaseStream } from '../projections/quarantine.ts'
import type { RebuildControl } from '../projections/rebuild.ts'

const entry = z.strictObject({
  stream: z.string(),
  error: z.string(),
  times: z.int(),
  firstAt: z.string(),
  lastAt: z.string(),
})
const setAside = z.strictObject({ streams: z.array(entry), next: nextOfPage })
const progress = z
  .strictObject({
    from: z.union([z.string(), z.null()]),
    to: z.string(),
    phase: z
      .enum(['fold', 'clear', 'done'])
      .meta({ description: 'fold: views are made; clear: they are read, and former ones are deleted' }),
    startedAt: z.string(),
    finishedAt: z.union([z.string(), z.null()]),
    streams: z.int().meta({ description: 'Listed so far in this phase' }),
    isListed: z.boolean().meta({ description: 'Whether that is all of them' }),
    done: z.int().meta({ description: 'Of these, at least so many are done' }),
    setAside: z.array(z.string()),
  })
  .meta({ id: 'RebuildProgress', description: 'How far views are made anew' })

interface RequeueDeps extends GameLoader, RoundLoader, Pick<Ports, 'metrics' | 'views'> {
  readonly projector: Projector
  readonly archiveIndexer: ArchiveIndexer
}

interface RebuildRouteDeps {
  readonly viewRebuilder: RebuildControl
}

function refusal(principal: Principal | null): Reply | null {
  const refused = refusalOf(principal, 'manage-tournament', {})
  return refused === null ? null : problem(refused)
}

export const VIEW_ROUTES = [
  route({
    method: 'GET',
    path: '/views/set-aside',
    summary: 'List the streams that cannot be folded',
    open: false,
    query: pageQuery,
    replies: { 200: { description: 'With what is wrong', content: { 'application/json': setAside } } },
    async handler(service: Pick<Ports, 'views'>, { query, principal }) {
      const refused = refusal(principal)
      if (refused !== null) return refused
      const { items: streams, next } = await listQuarantined(service, query)
      return withNextLink(json(200, { streams, next }), query, next === undefined ? null : { after: next })
    },
  }),
  route({
    method: 'POST',
    path: '/views/requeue',
    summary: 'Fold a stream again that was set aside; those that still fail stay listed',
    open: false,
    rights: (principal) => refusalOf(principal, 'manage-tournament', {}),
    body: fields({ stream: freeText.optional() }),
    replies: {
      200: {
        description: 'What is still set aside, up to a page',
        content: { 'application/json': setAside },
      },
    },
    async handler(service: RequeueDeps, { principal, body }) {
      const refused = refusal(principal)
      if (refused !== null) return refused
      for (const stream of await quarantinedStreams(service)) {
        if (body.stream !== undefined && body.stream !== stream) continue
        // The record in memory may be the faulty one.
        service.games.forget(stream)
        service.rounds.forget(stream)
        // The index comes before the release, so that a stream whose row could not be put stays listed.
        await service.archiveIndexer.onChange(stream)
        await releaseStream(service, stream)
        await service.projector.onChange(stream)
      }
      const { items: streams, next } = await listQuarantined(service)
      return json(200, { streams, next })
    },
  }),
  route({
    method: 'POST',
    path: '/views/rebuild',
    summary: 'Make all views anew beside those that are read, then read the new ones',
    open: false,
    rights: (principal) => refusalOf(principal, 'manage-tournament', {}),
    body: fields({}),
    replies: {
      200: { description: 'Made and read', content: { 'application/json': progress } },
      202: { description: 'Under way', content: { 'application/json': progress } },
    },
    async handler(service: RebuildRouteDeps, { principal }) {
      const refused = refusal(principal)
      if (refused !== null) return refused
      const begun = await service.viewRebuilder.start()
      return json(begun.phase === 'done' ? 200 : 202, begun)
    },
  }),
  route({
    method: 'GET',
    path: '/views/rebuild',
    summary: 'How far views are made anew; null where they never were',
    open: false,
    replies: {
      200: {
        description: 'The last time',
        content: { 'application/json': z.strictObject({ rebuild: z.union([progress, z.null()]) }) },
      },
    },
    async handler(service: RebuildRouteDeps, { principal }) {
      return refusal(principal) ?? json(200, { rebuild: await service.viewRebuilder.progress() })
    },
  }),
]
