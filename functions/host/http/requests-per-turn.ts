/**
 * How many requests a host takes in one turn of the event loop. Node parses all requests of a chunk (64 KB: 2,500 small ones) before
 * any of them can be refused, and a connection that is closed for it keeps them until the turn ends; so many connections that send
 * such chunks at once would make the host hold gigabytes.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** About 5 MB of requests, and as much again of the chunk that oversteps it. */
export const MAX_REQUESTS_PER_TURN = 2_500

/**
 * Once a turn has brought so many requests, no connection is read before the next one. `connected` is the event that brings the
 * sockets which the server reads: `secureConnection` of a server with TLS.
 */
export function limitRequestsPerTurn(
  server: Server,
  connected: 'connection' | 'secureConnection' = 'connection',
  most = MAX_REQUESTS_PER_TURN,
): void {
  const open = new Set<Socket>()
  let count = 0
  let paused: Socket[] = []
  // Connections that were closed in a turn let go of their requests after its `setImmediate`.
  const onNextTurn = () => setImmediate(begin)
  const begin = () => {
    count = 0
    const waiting = paused
    paused = []
    for (const socket of waiting) socket.resume()
  }
  const onRequest = () => {
    if (count++ === 0) setImmediate(onNextTurn)
    if (count !== most) return
    paused = [...open].filter((socket) => !socket.isPaused())
    for (const socket of paused) socket.pause()
  }
  server.on(connected, (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.prependListener('request', onRequest)
}
