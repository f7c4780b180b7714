/**
 * The HTTP client for requests to other servers: undici, whose connections take a resolver of ours, where Node's fetch takes
 * none.
 */
import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher, fetch, type Headers, type Response } from 'undici'
import manifest from '../package.json' with { type: 'json' }

/** The `User-Agent` of every request. */
const USER_AGENT = `touchmove/${manifest.version}`

export interface HttpRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** For the answer with its whole body; by default there is no limit. */
  readonly timeoutMs?: number
  /** Bytes of the body that are read at most; by default all. */
  readonly maxBytes?: number
  /** `manual`: a redirect is returned as the answer and not followed. */
  readonly redirect?: 'follow' | 'manual'
  /** The connections to use; undici's shared ones by default. */
  readonly dispatcher?: Dispatcher
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
  /** Why the body is not whole: it is larger than `maxBytes`, or it broke off or timed out (the error). */
  readonly bodyError: 'too-large' | Error | null
}

/** Resolves with the answer, whatever its status, once its body has been read or has failed. Throws where there is no answer. */
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

/** Connections whose host names `lookup` resolves. Each request opens its own, since a reused connection is not resolved again. */
export const dispatcherFor = (lookup: LookupFunction): Dispatcher =>
  new Agent({ connect: { lookup }, pipelining: 0 })

/** Why there is no answer, in one line: undici's own message says no more than that it failed, and its cause says why. */
export function failureReason(error: Error, timeoutMs = 0): string {
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  const cause = (error.cause ?? error) as Error & { code?: string }
  // OpenSSL's own text is an address in memory and a line of its source.
  if (cause.code?.startsWith('ERR_SSL_'))
    return `TLS: ${cause.code.slice(8).toLowerCase().replaceAll('_', ' ')}`
  return (cause.message || cause.code || error.message).replaceAll(/\s+/g, ' ').trim().slice(0, 200)
}
