/** Tracks which responses of a server are under way on a connection: requested, and not yet sent. */
import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The responses under way on a connection, in the order of their requests. */
export type PendingResponses = (socket: Duplex) => readonly ServerResponse[]

export function trackPendingResponses(server: Server): PendingResponses {
  const underWay = new WeakMap<Duplex, Set<ServerResponse>>()
  server.prependListener('request', ({ socket }, response) => {
    // Node still emits requests of a chunk that was being parsed when its connection was closed.
    if (socket.destroyed) return
    const answers = underWay.get(socket) ?? new Set()
    underWay.set(socket, answers)
    answers.add(response)
    response.once('close', () => answers.delete(response))
  })
  return (socket) => [...(underWay.get(socket) ?? [])]
}
