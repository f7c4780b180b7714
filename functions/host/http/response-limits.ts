/**
 * Limits the memory that clients can make a host hold: pipelined requests of a connection are worked on one at a time, and requests
 * and answers each have a budget of bytes, of which no client has more than its share.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ByteBudget, HeldBytes } from './byte-budget.ts'

/** Requests that a connection may have sent without having been answered; one that sends more is closed. */
export const MAX_PIPELINED = 64

/** Bytes of requests that are not answered yet, of all connections. */
export const MAX_REQUESTS_BYTES = 128 * 1024 * 1024

/** Bytes of answers that clients have not read yet, of all connections. */
export const MAX_UNSENT_ANSWER_BYTES = 256 * 1024 * 1024

/** The objects of a request and its response, without their text: 3.7 KB were measured in Node 20. */
const REQUEST_OVERHEAD_BYTES = 4096

/** The string of a header's name, and that of its value, without their text: 32 bytes each were measured. */
const HEADER_OVERHEAD_BYTES = 32

/** What Node reads of a body before it is asked for: a full buffer and one chunk more. */
const READ_AHEAD_BYTES = 128 * 1024

/** Counts what a request and its answer make the host hold, until the answer is sent or the connection has ended. */
export interface HeldMemory {
  /** To be called when so many bytes of the body have been read, and there may be more; false where there is no room for them. */
  takeBody(bytes: number): boolean
  /** To be called when the whole body, of so many bytes, has been read. */
  endBody(bytes: number): void
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

interface Queue {
  last: Promise<void>
  length: number
  /** The first request found no room: the connection ends with the answer to it. */
  isRefused: boolean
}

/**
 * Starts the work of a request once the answer before it on its connection is sent. `onRefused` answers a request for which there is
 * no room; where others are pending before it, its connection is closed instead. `onFault` gets what the work throws.
 */
export function oneAtATime(
  { requests, answers }: MemoryBudgets,
  onRefused: (response: ServerResponse) => void,
  onFault: (error: unknown, response: ServerResponse) => void,
): InTurn {
  const queues = new WeakMap<Duplex, Queue>()
  return (request, response, client, work) => {
    const { socket } = request
    // Node still emits requests of a chunk that was being parsed when its connection was closed.
    if (socket.destroyed) return
    const queue = queues.get(socket) ?? { last: Promise.resolve(), length: 0, isRefused: false }
    queues.set(socket, queue)
    if (queue.isRefused) return
    if (queue.length >= MAX_PIPELINED) {
      socket.destroy()
      return
    }
    const held = requests.open(client)
    const head = headBytesOf(request)
    const declared = bodyBytesOf(request)
    const takeBody = (bytes: number) => held.resize(head + Math.min(declared, bytes + READ_AHEAD_BYTES))
    if (!takeBody(0)) {
      if (queue.length > 0) return void socket.destroy()
      queue.isRefused = true
      return onRefused(response)
    }
    const endBody = (bytes: number) => void held.resize(head + bytes)
    const memory: HeldMemory = { takeBody, endBody, answer: answers.open(client) }
    queue.length++
    const turn = async () => {
      if (socket.writable) {
        await work(memory).catch((error: unknown) => onFault(error, response))
        await sentOrClosed(response, socket)
      }
      held.resize(0)
      memory.answer.resize(0)
      queue.length--
    }
    queue.last = queue.length === 1 ? turn() : queue.last.then(turn)
  }
}

const headBytesOf = ({ url = '', rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce(
    (sum, text) => sum + text.length + HEADER_OVERHEAD_BYTES,
    REQUEST_OVERHEAD_BYTES + url.length,
  )

/** Bytes of the body as Content-Length declares them; infinite where the body is chunked. */
function bodyBytesOf({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY
  return Number(headers['content-length'] ?? 0)
}

/** Resolves once the answer is sent or its connection is closed. A response that never got the connection emits neither event itself. */
const sentOrClosed = (response: ServerResponse, socket: Duplex): Promise<void> =>
  new Promise((resolve) => {
    if (response.writableFinished || response.closed || socket.destroyed) return resolve()
    const done = () => {
      response.off('finish', done).off('close', done)
      socket.off('close', done)
      resolve()
    }
    response.on('finish', done).on('close', done)
    socket.on('close', done)
  })
