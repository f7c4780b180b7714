/** Where messages of boards come from: standard input, a file or a device, a line of TCP, a WebSocket. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { addAbortSignal, type Readable } from 'node:stream'
import { WebSocket } from 'ws'
import { cutLines } from '../../cut-lines.ts'
import type { RawMessage } from './kinds.ts'

export interface MessageSource {
  readonly name: string
  /** It can be opened again once it has ended: standard input and a file cannot. */
  readonly canReopen: boolean
  /** Messages until the line ends; throws what ended it, where that is no plain end. */
  open(signal: AbortSignal): AsyncIterable<RawMessage>
}

/** `-`, `tcp://host:port`, `ws://…`, `wss://…`, or the path of a file or a device. */
export async function messageSourceOf(text: string, stdin: Readable): Promise<MessageSource> {
  if (text === '-')
    return { name: 'standard input', canReopen: false, open: (signal) => readLines(stdin, signal) }
  if (/^wss?:\/\//.test(text))
    return { name: text, canReopen: true, open: (signal) => readWebSocket(text, signal) }
  const address = /^tcp:\/\/(\[[^\]]+\]|[^:/]+):(\d{1,5})\/?$/.exec(text)
  if (address !== null) {
    const [, host = '', port] = address
    const open = (signal: AbortSignal) =>
      readLines(
        connect({ host: host.replace(/^\[|\]$/g, ''), port: Number(port) }).setKeepAlive(true, 20_000),
        signal,
      )
    return { name: text, canReopen: true, open }
  }
  const isFile = await stat(text).then(
    (found) => found.isFile(),
    () => false,
  )
  return { name: text, canReopen: !isFile, open: (signal) => readLines(createReadStream(text), signal) }
}

/** More characters than any position takes in any spelling; a longer line is truncated. */
const MAX_LINE_LENGTH = 4096

async function* readLines(stream: Readable, signal: AbortSignal): AsyncIterable<string> {
  addAbortSignal(signal, stream)
  yield* cutLines(stream.setEncoding('latin1'), MAX_LINE_LENGTH)
}

/** Messages of a WebSocket that may wait; then it is read no further. */
const MAX_WAITING = 1_000

async function* readWebSocket(url: string, signal: AbortSignal): AsyncIterable<RawMessage> {
  const socket = new WebSocket(url, { handshakeTimeout: 5000, maxPayload: 1 << 16 })
  const waiting: RawMessage[] = []
  let ended = false
  let failure: Error | null = null
  let wake = () => {}
  const close = () => socket.close()
  signal.addEventListener('abort', close)
  socket.on('message', (data, isBinary) => {
    if (isBinary) waiting.push(new Uint8Array(data as Buffer))
    else for (const line of String(data).split('\n')) waiting.push(line)
    if (waiting.length > MAX_WAITING) socket.pause()
    wake()
  })
  socket.on('error', (error) => {
    failure = error
  })
  socket.on('close', () => {
    ended = true
    wake()
  })
  try {
    if (signal.aborted) close()
    for (;;) {
      const message = waiting.shift()
      if (socket.isPaused && waiting.length <= MAX_WAITING) socket.resume()
      if (message !== undefined) yield message
      else if (ended) break
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
    if (failure !== null && !signal.aborted) throw failure
  } finally {
    signal.removeEventListener('abort', close)
    socket.close()
  }
}
