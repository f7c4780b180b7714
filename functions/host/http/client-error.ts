/** Answers to what Node's HTTP server refuses by itself: malformed or slow requests, CONNECT, and `Expect`. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ProblemCode } from '../../http/problems.ts'
import { problem } from '../../http/reply.ts'
import { MAX_REQUEST_BYTES } from './handle-request.ts'
import type { PendingResponses } from './pending-responses.ts'

/** The answers by the codes of errors that Node's parser and its timers report. */
const CLIENT_ERRORS: Readonly<Record<string, { readonly code: ProblemCode; readonly message: string }>> = {
  HPE_HEADER_OVERFLOW: { code: 'headers-too-large', message: 'the header has more than 16384 bytes' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'too-slow',
    message: 'the header must be there within 10 s, the whole request within 30 s',
  },
}

const NOT_HTTP = { code: 'bad-request', message: 'this is no HTTP/1.1 request' } as const

/** Answers malformed and slow requests, and CONNECT, with a problem, and closes the connection. */
export function onClientError(server: Server, underWay: PendingResponses): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // An answer may be half sent already; a second one would be taken for its rest.
    const answering = underWay(socket).some(({ headersSent }) => headersSent)
    if (!socket.writable || error.code === 'ECONNRESET' || answering) return socket.destroy()
    socket.end(rawAnswer(CLIENT_ERRORS[error.code ?? ''] ?? NOT_HTTP))
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => {})
    socket.end(rawAnswer({ code: 'method-not-allowed', message: 'this is no proxy: CONNECT is not taken' }))
  })
}

/** Answers `Expect: 100-continue` with 100 unless the body would be too large; any other expectation is refused by handle-request.ts. */
export function onExpectation(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (Number(request.headers['content-length'] ?? 0) <= MAX_REQUEST_BYTES) response.writeContinue()
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  )
}

function rawAnswer(failure: { readonly code: ProblemCode; readonly message: string }): string {
  const { statusCode = 400, headers = {}, body = '' } = problem(failure)
  const lines = Object.entries({
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  })
  return [
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')
}
