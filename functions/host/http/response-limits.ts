/**
 * Bounds on the memory that clients can make a host hold: of the requests that a connection sends without waiting for answers
 * one is worked on at a time, and answers that nobody takes have a sum.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Requests that a connection may have sent without having been answered; one that sends more is closed. */
export const MAX_PIPELINED = 64

/** Bytes of answers that were made and not taken yet, of all connections. */
export const MAX_UNSENT_BYTES = 256 * 1024 * 1024

export type InTurn = (request: IncomingMessage, response: ServerResponse, work: () => Promise<void>) => void

/** Starts the work of a request once the answer before it on its connection has left, or its connection has ended. */
export function oneAtATime(onFault: (error: unknown, response: ServerResponse) => void): InTurn {
  const queues = new WeakMap<Duplex, { last: Promise<void>; length: number }>()
  return ({ socket }, response, work) => {
    const queue = queues.get(socket) ?? { last: Promise.resolve(), length: 0 }
    queues.set(socket, queue)
    if (++queue.length > MAX_PIPELINED) {
      socket.destroy()
      return
    }
    const turn = async () => {
      if (!socket.destroyed) {
        await work().catch((error: unknown) => onFault(error, response))
        if (!response.writableFinished && !response.closed) await left(response)
      }
      queue.length--
    }
    queue.last = queue.length === 1 ? turn() : queue.last.then(turn)
  }
}

const left = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    response.once('finish', resolve)
    response.once('close', resolve)
  })

export interface UnsentBytes {
  /** Whether an answer of so many bytes may be made. From then on it counts until it was taken, or its connection ended. */
  admit(response: ServerResponse, bytes: number): boolean
}

export function unsentBytes(most = MAX_UNSENT_BYTES): UnsentBytes {
  let unsent = 0
  return {
    admit(response, bytes) {
      if (unsent + bytes > most) return false
      unsent += bytes
      response.once('close', () => {
        unsent -= bytes
      })
      return true
    },
  }
}
