/** The HTTP client of all that asks others: undici, whose connections take a resolver of ours, where Node's own fetch takes none. */
import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher, fetch, type Headers, type Response } from 'undici'
import manifest from '../package.json' with { type: 'json' }

/** By this name others know who asks them or posts to them. */
const USER_AGENT = `touchmove/${manifest.version}`

export interface HttpRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** For the answer with its whole body; without it as long as it takes. */
  readonly timeoutMs?: number
  /** Of the body no more is read. */
  readonly maxBytes?: number
  /** `manual`: a redirect is an answer of its own, and nothing is sent elsewhere. */
  readonly redirect?: 'follow' | 'manual'
  /** Whose connections are used; those of everybody unless said. */
  readonly dispatcher?: Dispatcher
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
  /** Why the body is not whole: it is larger than was to be read, broke off, or ran out of time. */
  readonly bodyError: 'too-large' | Error | null
}

/** Resolves with the answer, whatever its status, once its body has come or has ended otherwise. Throws where there is none. */
export async function sendRequest(url: string, request: HttpRequest = {}): Promise<HttpResponse> {
  const { timeoutMs, maxBytes = Number.POSITIVE_INFINITY, ...init } = request
  const signal = timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs)
  const headers = { 'user-agent': USER_AGENT, ...init.headers }
  const response = await fetch(url, { ...init, headers, signal })
  return { status: response.status, headers: response.headers, ...(await readBody(response, maxBytes)) }
}

async function readBody(
  response: Response,
  maxBytes: number,
): Promise<Pick<HttpResponse, 'body' | 'bodyError'>> {
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const part of response.body ?? []) {
      parts.push(part)
      bytes += part.length
      if (bytes > maxBytes)
        return { body: Buffer.concat(parts).subarray(0, maxBytes), bodyError: 'too-large' }
    }
  } catch (error) {
    return { body: Buffer.concat(parts), bodyError: error as Error }
  }
  return { body: Buffer.concat(parts), bodyError: null }
}

/** Connections whose names this resolver looks up: one for each request, since one that is kept is not looked up again. */
export const dispatcherFor = (lookup: LookupFunction): Dispatcher =>
  new Agent({ connect: { lookup }, pipelining: 0 })

/** Why there is no answer, in a line: the client itself says no more than that it failed. */
export function failureReason(error: Error, timeoutMs = 0): string {
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  const cause = (error.cause ?? error) as Error & { code?: string }
  // OpenSSL's own text is an address in memory and a line of its source.
  if (cause.code?.startsWith('ERR_SSL_'))
    return `TLS: ${cause.code.slice(8).toLowerCase().replaceAll('_', ' ')}`
  return (cause.message || cause.code || error.message).replaceAll(/\s+/g, ' ').trim().slice(0, 200)
}
