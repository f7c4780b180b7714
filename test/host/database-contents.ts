/**
 * The items of an embedded database, read in a process of its own: LevelDB may end the process that opens a damaged database.
 * It is started with `fork` and answers each folder that it is sent.
 */
import { GetItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb'
import { openDatabase } from '../../functions/host/database/dynalite.ts'
import { type Dynamo, sendWithRetries } from '../../functions/store/dynamodb-client.ts'
import { tableNames } from '../../functions/store/tables.ts'

export interface ContentsAsked {
  readonly folder: string
  /** Keys to ask for; null: those that are found by going through the tables. */
  readonly keys: readonly string[] | null
}

/** Items (JSON) by their keys, as who goes through the tables finds them and as who asks for them does; null: it cannot be read. */
export interface Contents {
  readonly scanned: Readonly<Record<string, string>> | null
  readonly asked: Readonly<Record<string, string>> | null
}

const NAMES = tableNames()

process.on('message', (message: ContentsAsked) => {
  void contentsOf(message).then((contents) => process.send!(contents))
})

async function contentsOf({ folder, keys }: ContentsAsked): Promise<Contents> {
  const database = await openDatabase({ folder, fsync: false })
  if (!database.ok) return { scanned: null, asked: null }
  const { client, close } = database.value
  const scanned = await scannedBy(client).catch(() => null)
  const asked = await askedBy(client, keys ?? Object.keys(scanned ?? {})).catch(() => null)
  await close()
  return { scanned, asked }
}

async function scannedBy(client: Dynamo): Promise<Record<string, string>> {
  const items: Record<string, string> = {}
  // Views are folded again as the record is opened.
  for (const table of [NAMES.commits, NAMES.persons, NAMES.registry]) {
    const answer = await sendWithRetries(client, new ScanCommand({ TableName: table }))
    if (answer.LastEvaluatedKey !== undefined) throw new Error(`${table} does not fit into one answer`)
    for (const item of answer.Items ?? [])
      items[JSON.stringify([table, { pk: item['pk'], sk: item['sk'] }])] = JSON.stringify(item)
  }
  return items
}

async function askedBy(client: Dynamo, keys: readonly string[]): Promise<Record<string, string>> {
  const items: Record<string, string> = {}
  for (const key of keys) {
    const [TableName, Key] = JSON.parse(key)
    const { Item } = await sendWithRetries(client, new GetItemCommand({ TableName, Key }))
    // An item that is not found has no text, and is no key of the answer.
    if (Item !== undefined) items[key] = JSON.stringify(Item)
  }
  return items
}
