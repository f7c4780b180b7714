/**
 * Limits how many requests a host takes in one turn of the event loop. Node parses all requests of a chunk (64 KB: 2,500 small ones)
 * before any of them can be refused, and a connection that is closed for it holds them until the turn ends; many connections that send
 * such chunks at once would make the host hold gigabytes.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** About 5 MB of requests; the chunk that exceeds the limit may bring as much again. */
export const MAX_REQUESTS_PER_TURN = 2_500

/**
 * Once a turn has brought so many requests, no connection is read before the next turn. `connected` is the event with the sockets
 * that the server reads: `secureConnection` of a server with TLS.
 */
export function limitRequestsPerTurn(
  server: Server,
  connected: 'connection' | 'secureConnection' = 'connection',
  most = MAX_REQUESTS_PER_TURN,
): void {
  const open = new Set<Socket>()
  let count = 0
  let paused: Socket[] = []
  // Connections that were closed in a turn release their requests after its `setImmediate` callbacks.
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
