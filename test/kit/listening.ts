/** Serves an embedded database on a port of this machine, for tests of network faults; the product opens no port for it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EmbeddedDatabase } from '../../functions/host/database/dynalite.ts'

export interface Listening {
  /** `http://127.0.0.1:<port>`, a DynamoDB endpoint. */
  readonly endpoint: string
  /** Ends the connections and frees the port; the database stays open. */
  close(): Promise<void>
}

export async function listenTo({
  requestListener,
}: Pick<EmbeddedDatabase, 'requestListener'>): Promise<Listening> {
  const server = createServer(requestListener)
  // A write on a connection that is just being closed as idle would have an unknown outcome, so none is.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
