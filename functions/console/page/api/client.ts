/** Asking the service: JSON in and out, the token with it, what has not changed is not sent again. */
import { signal } from '@preact/signals-core'
import { notify } from '../ui/say.ts'
import { t } from '../words/words.ts'
import { signOut, token } from './session.ts'

interface ProblemBody {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly head?: number
  readonly errors?: readonly { readonly detail: string }[]
}

export interface Refused {
  readonly ok: false
  readonly status: number
  readonly problem: ProblemBody
}

export type Answer<T> = { readonly ok: true; readonly value: T; readonly changed: boolean } | Refused

/** Ms by which the service's clock is ahead of this machine's; small differences are not told from a slow line. */
export const serverAhead = signal(0)
const NOTICEABLE = 2000

export const now = (): number => Date.now() + serverAhead.peek()

interface Kept {
  readonly etag: string
  readonly value: unknown
}

const kept = new Map<string, Kept>()
const MOST_KEPT = 600

function keep(key: string, entry: Kept): void {
  kept.delete(key)
  kept.set(key, entry)
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
}

export async function ask<T>(path: string, post?: unknown): Promise<Answer<T>> {
  const headers: Record<string, string> = { accept: 'application/json' }
  const bearer = token.peek()
  if (bearer !== null) headers['authorization'] = `Bearer ${bearer}`
  const key = `${bearer ?? ''} ${path}`
  const known = post === undefined ? kept.get(key) : undefined
  if (known !== undefined) headers['if-none-match'] = known.etag
  if (post !== undefined) headers['content-type'] = 'application/json'
  let response: Response
  try {
    response = await fetch(path, {
      method: post === undefined ? 'GET' : 'POST',
      headers,
      cache: 'no-store',
      ...(post !== undefined && { body: JSON.stringify(post) }),
    })
  } catch {
    return unreachable(0, 'the service cannot be reached')
  }
  noteClock(response)
  if (response.status === 304 && known !== undefined)
    return { ok: true, value: known.value as T, changed: false }
  const body = await response.json().catch(() => null)
  if (!response.ok) {
    if (response.status === 401 && bearer !== null && bearer === token.peek()) {
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
  if (etag !== null && post === undefined) keep(key, { etag, value: body })
  return { ok: true, value: body as T, changed: true }
}

const unreachable = (status: number, detail: string) => ({
  ok: false as const,
  status,
  problem: { type: 'unreachable', title: 'No answer', status, detail },
})

function noteClock(response: Response): void {
  const date = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(date)) return
  // The header has whole seconds.
  const ahead = date + 500 - Date.now()
  serverAhead.value = Math.abs(ahead) > NOTICEABLE ? ahead : 0
}
