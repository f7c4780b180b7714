/** What a backup needs of a host besides commits: the documents of those tables that cannot be made again from the record. */

import { ScanCommand } from '@aws-sdk/client-dynamodb'
import * as z from 'zod'
import { refusalUnlessFullAdmin } from '../../app/whole-record.ts'
import { json, problem } from '../../http/reply.ts'
import { route } from '../../http/route.ts'
import { lastAnchor } from '../../integrity/anchors/register.ts'
import { backupTableSchema, type DocumentPage, type ScannedDocument } from '../../integrity/backup/lines.ts'
import type { Ports } from '../../ports.ts'
import { documentIn } from '../../store/document-item.ts'
import { type Dynamo, sendWithRetries } from '../../store/dynamodb-client.ts'
import { type ItemKey, parseItemKey } from '../../store/stored-items.ts'
import type { TableNames } from '../../store/tables.ts'

const TABLES = `one of ${backupTableSchema.options.join(', ')}`

/** In the cloud the database's own backups do this (docs/storage.md). */
export const backupRoutes = (client: Dynamo, names: TableNames) => [
  route({
    method: 'GET',
    path: '/backup',
    summary: 'Say up to which anchor a backup that begins now reaches',
    open: false,
    replies: {
      200: {
        description: 'Its number',
        content: { 'application/json': z.strictObject({ anchor: z.int() }) },
      },
    },
    async handler(service: Pick<Ports, 'registry'>, { principal }) {
      const refusal = refusalUnlessFullAdmin(principal)
      if (refusal !== null) return problem(refusal)
      return json(200, { anchor: (await lastAnchor(service)).n })
    },
  }),
  route({
    method: 'GET',
    path: '/backup/documents',
    summary: 'Read a table from end to end, page by page',
    open: false,
    query: z.strictObject(
      { table: z.enum(backupTableSchema.options, { error: TABLES }), from: z.string().max(5_000).optional() },
      { error: (issue) => (issue.code === 'unrecognized_keys' ? 'table, from' : 'a query') },
    ),
    replies: {
      200: {
        description: 'Documents in no order; `next` is the `from` of the next page',
        content: {
          'application/json': z.strictObject({
            documents: z.array(z.looseObject({ pk: z.string(), sk: z.string() })),
            next: z.string().nullable(),
          }),
        },
      },
    },
    async handler(_service: unknown, { query, principal }) {
      const refusal = refusalUnlessFullAdmin(principal)
      if (refusal !== null) return problem(refusal)
      const from = parseItemKey(query.from)
      if (from === 'malformed') return problem({ code: 'bad-query', message: 'from is no `next` of a page' })
      return json(200, await scanPage(client, names[query.table], from))
    },
  }),
]

async function scanPage(client: Dynamo, table: string, from: ItemKey | null): Promise<DocumentPage> {
  const scan = {
    TableName: table,
    ConsistentRead: true,
    ...(from !== null && { ExclusiveStartKey: { pk: { S: from[0] }, sk: { S: from[1] } } }),
  }
  const { Items = [], LastEvaluatedKey } = await sendWithRetries(client, new ScanCommand(scan))
  // A damaged document ends the backup, since one that is incomplete would be noticed only when it is needed.
  const documents = Items.map((item): ScannedDocument => documentIn(item, item['pk']?.S ?? ''))
  const next = LastEvaluatedKey
  return { documents, next: next === undefined ? null : JSON.stringify([next['pk']?.S, next['sk']?.S]) }
}
