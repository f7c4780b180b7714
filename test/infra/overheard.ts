/** What a function asks of the database, overheard on the way there. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A right that a request needs, and on what: a table's name, with `/index/NAME` where an index is asked. */
export interface Use {
  readonly action: string
  readonly on: string
}

export interface Overheard {
  /** What the function takes for the database. */
  readonly url: string
  /** Each use once, as `ACTION ON`. */
  readonly uses: ReadonlyMap<string, Use>
  /** From now on the database does not answer, or does again. */
  setAway(away: boolean): void
  close(): Promise<void>
}

/** The database's listener on a port of its own; requests reach it as they came. */
export async function overhear(database: RequestListener): Promise<Overheard> {
  const uses = new Map<string, Use>()
  let isAway = false
  const server = createServer((asked, response) => {
    if (isAway) return void asked.destroy()
    const chunks: Buffer[] = []
    asked.on('data', (chunk: Buffer) => chunks.push(chunk))
    asked.once('end', () => {
      const body = Buffer.concat(chunks).toString()
      for (const use of usesOf(String(asked.headers['x-amz-target']), body))
        uses.set(`${use.action} ${use.on}`, use)
    })
    database(asked, response)
  })
  // A connection closed for idleness just as the client uses it again would be a write with an unknown outcome.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    uses,
    setAway(away) {
      isAway = away
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function usesOf(target: string, body: string): Use[] {
  const action = `dynamodb:${target.split('.')[1]}`
  const { TableName, IndexName, RequestItems } = JSON.parse(body) as {
    TableName?: string
    IndexName?: string
    RequestItems?: object
  }
  const tables = TableName === undefined ? Object.keys(RequestItems ?? {}) : [TableName]
  return tables.map((table) => ({
    action,
    on: IndexName === undefined ? table : `${table}/index/${IndexName}`,
  }))
}
