/**
 * Bounds on the memory that clients can make a host hold: of the requests that a connection sends without waiting for answers
 * one is worked on at a time, and requests and answers have a sum of bytes, of which no client has more than its share.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ByteBudget, HeldBytes } from './byte-budget.ts'

/** Requests that a connection may have sent without having been answered; one that sends more is closed. */
export const MAX_PIPELINED = 64

/** Bytes of requests that have come and are not answered yet, of all connections. */
export const MAX_REQUESTS_BYTES = 128 * 1024 * 1024

/** Bytes of answers that were made and not taken yet, of all connections. */
export const MAX_UNSENT_BYTES = 256 * 1024 * 1024

/** What a request takes beside its text. */
const REQUEST_OVERHEAD_BYTES = 2048

/** What a request and its answer make the host hold, until the answer has left or the connection has ended. */
export interface HeldMemory {
  /** Bytes of the request's line and header. */
  readonly headBytes: number
  readonly request: HeldBytes
  readonly answer: HeldBytes
}

export interface MemoryBudgets {
  readonly requests: ByteBudget
  readonly answers: ByteBudget
}

export type InTurn = (
  request: IncomingMessage,
  response: ServerResponse,
  client: string,
  work: (memory: HeldMemory) => Promise<void>,
) => void

/**
 * Starts the work of a request once the answer before it on its connection has left, or its connection has ended. `onRefused`
 * answers a request for which there is no room; one that came behind others ends its connection.
 */
export function oneAtATime(
  { requests, answers }: MemoryBudgets,
  onRefused: (response: ServerResponse) => void,
  onFault: (error: unknown, response: ServerResponse) => void,
): InTurn {
  const queues = new WeakMap<Duplex, { last: Promise<void>; length: number }>()
  return (request, response, client, work) => {
    const { socket } = request
    const queue = queues.get(socket) ?? { last: Promise.resolve(), length: 0 }
    queues.set(socket, queue)
    const memory = {
      headBytes: headBytesOf(request),
      request: requests.open(client),
      answer: answers.open(client),
    }
    const isRefused = !memory.request.resize(memory.headBytes)
    if (queue.length >= MAX_PIPELINED || (isRefused && queue.length > 0)) {
      memory.request.resize(0)
      socket.destroy()
      return
    }
    if (isRefused) return onRefused(response)
    queue.length++
    const turn = async () => {
      if (!socket.destroyed) {
        await work(memory).catch((error: unknown) => onFault(error, response))
        if (!response.writableFinished && !response.closed) await left(response)
      }
      memory.request.resize(0)
      memory.answer.resize(0)
      queue.length--
    }
    queue.last = queue.length === 1 ? turn() : queue.last.then(turn)
  }
}

const headBytesOf = ({ url = '', rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((sum, text) => sum + text.length, REQUEST_OVERHEAD_BYTES + url.length)

const left = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    response.once('finish', resolve)
    response.once('close', resolve)
  })
