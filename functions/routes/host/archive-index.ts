/** POST /archive/rebuild: makes the archive's index of a host anew. */
import * as z from 'zod'
import { fields } from '../../../events/primitives.ts'
import { refusalOf } from '../../auth/authorise.ts'
import { json, problem } from '../../http/reply.ts'
import { route } from '../../http/route.ts'
import type { ArchiveIndexer } from '../../projections/archive-indexer.ts'

export const ARCHIVE_HOST_ROUTES = [
  route({
    method: 'POST',
    path: '/archive/rebuild',
    summary: "Make the archive's index anew from the record",
    open: false,
    rights: (principal) => refusalOf(principal, 'manage-tournament', {}),
    body: fields({}),
    replies: {
      200: { description: 'Made', content: { 'application/json': z.strictObject({ games: z.int() }) } },
    },
    async handler(service: { readonly archiveIndexer: ArchiveIndexer }, { principal }) {
      const refusal = refusalOf(principal, 'manage-tournament', {})
      return refusal === null
        ? json(200, { games: await service.archiveIndexer.rebuild() })
        : problem(refusal)
    },
  }),
]
