/**
 * Opens damaged databases in a process of its own, which LevelDB may end. It is started with `fork` and answers each request:
 * the items of a folder's database, or what a command printed about it.
 */
import { GetItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb'
import { run } from '../../functions/host/cli/program.ts'
import { openDatabase } from '../../functions/host/database/dynalite.ts'
import { type Dynamo, sendWithRetries } from '../../functions/store/dynamodb-client.ts'
import { tableNames } from '../../functions/store/tables.ts'

export interface ContentsAsked {
  readonly folder: string
  /** Keys to ask for; null: those that are found by going through the tables. */
  readonly keys: readonly string[] | null
}

/** A command to run. */
export interface CommandAsked {
  readonly args: readonly string[]
}

/** Something that the command printed. */
export interface Printed {
  readonly printed: 'stdout' | 'stderr'
  readonly text: string
}

/** What ends an answer. */
export type Answered = Contents | { readonly code: number }

/** Items (JSON) by their keys, as a scan of the tables finds them and as a request by key does; null: it cannot be read. */
export interface Contents {
  readonly scanned: Readonly<Record<string, string>> | null
  readonly asked: Readonly<Record<string, string>> | null
}

const NAMES = tableNames()

process.on('message', (message: ContentsAsked | CommandAsked) => {
  const answer: Promise<Answered> = 'args' in message ? ranHere(message) : contentsOf(message)
  void answer.then((value) => process.send!(value))
})

/** Each piece is sent as it is printed: what was printed before the process was ended is known too. */
async function ranHere({ args }: CommandAsked): Promise<{ readonly code: number }> {
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = (text: string | Uint8Array) =>
      process.send!({ printed: name, text: Buffer.from(text).toString('utf8') } satisfies Printed)
  const code = await run(args)
  process.exitCode = undefined
  return { code }
}

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
