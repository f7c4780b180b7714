/** Requests to the service: JSON in and out, with the token; an answer that has not changed is taken from a cache. */
import { signal } from '@preact/signals-core'
import { notify } from '../ui/notices.ts'
import { t } from '../words/texts.ts'
import { sessionToken, signOut } from './session.ts'

export interface ProblemBody {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly head?: number
  readonly errors?: readonly { readonly detail: string }[]
}

export interface ApiRefusal {
  readonly ok: false
  readonly status: number
  readonly problem: ProblemBody
}

export type ApiResult<T> = { readonly ok: true; readonly value: T; readonly changed: boolean } | ApiRefusal

/** Ms by which the service's clock is ahead of this machine's; 0 for small differences, which a slow connection causes too. */
export const serverAheadMs = signal(0)
const NOTICEABLE_OFFSET_MS = 2000

export const serverNow = (): number => Date.now() + serverAheadMs.peek()

interface CachedResponse {
  readonly etag: string
  readonly value: unknown
}

const responseCache = new Map<string, CachedResponse>()
const MAX_CACHED_RESPONSES = 600

function cacheResponse(key: string, entry: CachedResponse): void {
  responseCache.delete(key)
  responseCache.set(key, entry)
  const [oldest] = responseCache.keys()
  if (responseCache.size > MAX_CACHED_RESPONSES && oldest !== undefined) responseCache.delete(oldest)
}

/** Answers that were requested before their view could be drawn, by path; each is used once. */
const askedAhead = new Map<string, Promise<ApiResult<unknown>>>()

/** Requests in advance what a view will request first. Only without a token: a refused token has to be reported in the page's language. */
export function requestAhead(path: string): void {
  if (sessionToken.peek() === null) askedAhead.set(path, requestJson(path))
}

/** Sends a GET, or with a body `post` a POST or PATCH. Never rejects: status 0 means that the service could not be reached. */
export async function requestJson<T>(
  path: string,
  post?: unknown,
  method: 'POST' | 'PATCH' = 'POST',
): Promise<ApiResult<T>> {
  const headers: Record<string, string> = { accept: 'application/json' }
  const bearer = sessionToken.peek()
  const asked = bearer === null && post === undefined ? askedAhead.get(path) : undefined
  if (asked !== undefined) {
    askedAhead.delete(path)
    return asked as Promise<ApiResult<T>>
  }
  // What the public was shown is not what a signed-in reader is shown.
  if (bearer !== null) askedAhead.clear()
  if (bearer !== null) headers['authorization'] = `Bearer ${bearer}`
  const key = `${bearer ?? ''} ${path}`
  const cached = post === undefined ? responseCache.get(key) : undefined
  if (cached !== undefined) headers['if-none-match'] = cached.etag
  if (post !== undefined) headers['content-type'] = 'application/json'
  let response: Response
  try {
    response = await fetch(path, {
      method: post === undefined ? 'GET' : method,
      headers,
      cache: 'no-store',
      ...(post !== undefined && { body: JSON.stringify(post) }),
    })
  } catch {
    return unreachable(0, 'the service cannot be reached')
  }
  readServerClock(response)
  if (response.status === 304 && cached !== undefined)
    return { ok: true, value: cached.value as T, changed: false }
  const body = await response.json().catch(() => null)
  if (!response.ok) {
    if (response.status === 401 && bearer !== null && bearer === sessionToken.peek()) {
      signOut()
      notify(t('token-refused'), 'bad')
    }
    return {
      ok: false,
      status: response.status,
      problem: body ?? unreachable(response.status, response.statusText).problem,
    }
  }
  const etag = response.headers.get('etag')
  if (etag !== null && post === undefined) cacheResponse(key, { etag, value: body })
  return { ok: true, value: body as T, changed: true }
}

const unreachable = (status: number, detail: string) => ({
  ok: false as const,
  status,
  problem: { type: 'unreachable', title: 'No answer', status, detail },
})

function readServerClock(response: Response): void {
  const date = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(date)) return
  // The header has whole seconds.
  const ahead = date + 500 - Date.now()
  serverAheadMs.value = Math.abs(ahead) > NOTICEABLE_OFFSET_MS ? ahead : 0
}
