/** The HTTP client of all that asks others: undici, whose connections take a resolver of ours, where Node's own fetch takes none. */
import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher, fetch, type Headers, type Response } from 'undici'

export interface Request {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** For the answer with its whole body; without it as long as it takes. */
  readonly timeoutMs?: number
  /** Of the body no more is read. */
  readonly mostBytes?: number
  /** `manual`: a redirect is an answer of its own, and nothing is sent elsewhere. */
  readonly redirect?: 'follow' | 'manual'
  /** Whose connections are used; those of everybody unless said. */
  readonly dispatcher?: Dispatcher
}

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
  /** Why the body is not whole: it is larger than was to be read, broke off, or ran out of time. */
  readonly broken: 'too-large' | Error | null
}

/** Resolves with the answer, whatever its status, once its body has come or has ended otherwise. Throws where there is none. */
export async function exchange(url: string, request: Request = {}): Promise<Answered> {
  const { timeoutMs, mostBytes = Number.POSITIVE_INFINITY, ...init } = request
  const signal = timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, { ...init, signal })
  return { status: response.status, headers: response.headers, ...(await readBody(response, mostBytes)) }
}

async function readBody(response: Response, mostBytes: number): Promise<Pick<Answered, 'body' | 'broken'>> {
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const part of response.body ?? []) {
      parts.push(part)
      bytes += part.length
      if (bytes > mostBytes) return { body: Buffer.concat(parts).subarray(0, mostBytes), broken: 'too-large' }
    }
  } catch (error) {
    return { body: Buffer.concat(parts), broken: error as Error }
  }
  return { body: Buffer.concat(parts), broken: null }
}

/** Connections whose names this resolver looks up: one for each request, since one that is kept is not looked up again. */
export const resolvedBy = (lookup: LookupFunction): Dispatcher =>
  new Agent({ connect: { lookup }, pipelining: 0 })

/** Why there is no answer, in a line: the client itself says no more than that it failed. */
export function whyNot(error: Error, timeoutMs = 0): string {
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  const cause = (error.cause ?? error) as Error & { code?: string }
  // OpenSSL's own text is an address in memory and a line of its source.
  if (cause.code?.startsWith('ERR_SSL_'))
    return `TLS: ${cause.code.slice(8).toLowerCase().replaceAll('_', ' ')}`
  return (cause.message || cause.code || error.message).replaceAll(/\s+/g, ' ').trim().slice(0, 200)
}
