/** GET /store/items: checks every item of a table, for `touchmove verify`. */

import * as z from 'zod'
import { refusalUnlessFullAdmin } from '../../app/whole-record.ts'
import { json, problem } from '../../http/reply.ts'
import { route } from '../../http/route.ts'
import type { Dynamo } from '../../store/dynamodb-client.ts'
import { checkItems, parseItemKey } from '../../store/stored-items.ts'
import { ALL_TABLES, type TableNames } from '../../store/tables.ts'

const TABLES = `one of ${ALL_TABLES.join(', ')}`

export const storeItemsRoute = (client: Dynamo, names: TableNames) =>
  route({
    method: 'GET',
    path: '/store/items',
    summary: 'Look at every item of a table, page by page: whether it is what was put there',
    open: false,
    query: z.strictObject(
      { table: z.enum(ALL_TABLES, { error: TABLES }), from: z.string().max(5_000).optional() },
      { error: (issue) => (issue.code === 'unrecognized_keys' ? 'table, from' : 'a query') },
    ),
    replies: {
      200: {
        description: 'How many items the page has, what is wrong with some, and the `from` of the next',
        content: {
          'application/json': z.strictObject({
            items: z.int(),
            unchecked: z.int().meta({ description: 'documents from before there were checksums' }),
            faults: z.array(z.strictObject({ item: z.string(), message: z.string() })),
            streams: z.array(z.string()),
            next: z.string().nullable(),
          }),
        },
      },
    },
    async handler(_service: unknown, { query: { table, from }, principal }) {
      const refusal = refusalUnlessFullAdmin(principal)
      if (refusal !== null) return problem(refusal)
      const key = parseItemKey(from)
      if (key === 'malformed') return problem({ code: 'bad-query', message: 'from is no `next` of a page' })
      return json(200, await checkItems(client, names[table], table === 'commits', key))
    },
  })
