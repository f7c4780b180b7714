/** Limits how many connections a host holds open, in all and from one address: each takes memory and a file descriptor. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { clientNetwork } from '../../http/client-network.ts'

/** Twice the live streams that a host bears. */
export const MAX_CONNECTIONS = 10_000

/** The share of one address: three others find room beside it. */
const SHARE_OF_ONE = 1 / 4

/** Closes connections beyond the limits without an answer. Behind a proxy all connections are the proxy's, which has to limit its clients. */
export function limitConnections(server: Server, most: number, behindProxy: boolean): void {
  server.maxConnections = most
  if (behindProxy) return
  const byClient = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const client = clientNetwork(socket.remoteAddress ?? '')
    const open = (byClient.get(client) ?? 0) + 1
    if (open > most * SHARE_OF_ONE) {
      socket.destroy()
      return
    }
    byClient.set(client, open)
    socket.once('close', () => {
      const left = byClient.get(client)! - 1
      if (left === 0) byClient.delete(client)
      else byClient.set(client, left)
    })
  })
}
