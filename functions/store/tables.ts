/** The tables: their names, what a backup holds of each, and their creation where no CDK stack creates them. */
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  ResourceInUseException,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb'
import type { BackoffRuntime } from './backoff.ts'
import { type Dynamo, sendWithRetries } from './dynamodb-client.ts'
import { CATALOGUE, CATALOGUE_KEYS, COMMIT_KEYS, DOCUMENT_KEYS } from './table-keys.ts'

/**
 * `commits`: the record, append-only. `persons`: persons and free texts, erasable. `registry`: tournaments, names of
 * rounds, tokens, webhooks, anchors, the log of appends. `views`: what can be folded again. They are separate so that each
 * function's IAM role is granted only those that it needs.
 */
export interface TableNames {
  readonly commits: string
  readonly persons: string
  readonly registry: string
  readonly views: string
}

export const tableNames = (prefix = 'touchmove'): TableNames => ({
  commits: `${prefix}-commits`,
  persons: `${prefix}-persons`,
  registry: `${prefix}-registry`,
  views: `${prefix}-views`,
})

/**
 * What a backup holds of each table: `streams`, its commits, stream by stream; `before-streams`, its documents, among them the
 * anchors, which prove the commits that follow; `after-streams`, the documents that commits refer to; `none`, since it can be
 * folded again.
 */
export const TABLE_BACKUPS = {
  commits: 'streams',
  persons: 'after-streams',
  registry: 'before-streams',
  views: 'none',
} as const satisfies Readonly<
  Record<keyof TableNames, 'streams' | 'before-streams' | 'after-streams' | 'none'>
>

type TableBackups = typeof TABLE_BACKUPS

export const ALL_TABLES = Object.keys(TABLE_BACKUPS) as readonly (keyof TableNames)[]

/** The tables of which a backup holds this part. */
export const tablesWithBackup = <Part extends TableBackups[keyof TableNames]>(part: Part) =>
  ALL_TABLES.filter((table): table is TablesWithBackup<Part> => TABLE_BACKUPS[table] === part)

/** The same as a type. */
export type TablesWithBackup<Part> = {
  [Table in keyof TableNames]: TableBackups[Table] extends Part ? Table : never
}[keyof TableNames]

const keySchema = ({ partition, sort }: typeof COMMIT_KEYS): CreateTableCommandInput['KeySchema'] => [
  { AttributeName: partition[0], KeyType: 'HASH' },
  { AttributeName: sort[0], KeyType: 'RANGE' },
]

const attributes = (...keys: readonly (typeof COMMIT_KEYS)[]) =>
  keys
    .flatMap(({ partition, sort }) => [partition, sort])
    .map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }))

const commitTable = (name: string): CreateTableCommandInput => ({
  TableName: name,
  BillingMode: 'PAY_PER_REQUEST',
  KeySchema: keySchema(COMMIT_KEYS),
  AttributeDefinitions: attributes(COMMIT_KEYS, CATALOGUE_KEYS),
  GlobalSecondaryIndexes: [
    {
      IndexName: CATALOGUE,
      KeySchema: keySchema(CATALOGUE_KEYS),
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
})

const documentTable = (name: string): CreateTableCommandInput => ({
  TableName: name,
  BillingMode: 'PAY_PER_REQUEST',
  KeySchema: keySchema(DOCUMENT_KEYS),
  AttributeDefinitions: attributes(DOCUMENT_KEYS),
})

/** Creates the tables that do not exist and returns when all can be used. Throws where one is not ready after a minute. */
export async function createTables(
  client: Dynamo,
  names: TableNames,
  sleep: BackoffRuntime['sleep'],
): Promise<void> {
  const { commits, ...documents } = names
  const definitions = [commitTable(commits), ...Object.values(documents).map(documentTable)]
  await Promise.all(definitions.map((definition) => createTable(client, definition, sleep)))
}

async function createTable(
  client: Dynamo,
  definition: CreateTableCommandInput,
  sleep: BackoffRuntime['sleep'],
) {
  const name = definition.TableName!
  for (let wait = 10, waited = 0; waited < 60_000; waited += wait, wait = Math.min(2 * wait, 1_000)) {
    const status = await statusOf(client, name)
    if (status === 'ACTIVE') return
    if (status === null) await create(client, definition)
    await sleep(wait)
  }
  throw new Error(`table ${name} was not ready after a minute`)
}

async function statusOf(client: Dynamo, name: string): Promise<string | null> {
  try {
    const { Table } = await sendWithRetries(client, new DescribeTableCommand({ TableName: name }))
    return Table?.TableStatus ?? null
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null
    throw error
  }
}

async function create(client: Dynamo, definition: CreateTableCommandInput): Promise<void> {
  try {
    await sendWithRetries(client, new CreateTableCommand(definition))
  } catch (error) {
    // Another process creates it at the same time, or the answer to an earlier try was lost.
    if (!(error instanceof ResourceInUseException)) throw error
  }
}
