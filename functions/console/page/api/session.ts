/** The token of the session, stored for this tab only, and its claims. */
import { computed, effect, signal } from '@preact/signals-core'

const STORAGE_KEY = 'touchmove.token'

export type SessionRole = 'admin' | 'arbiter' | 'operator' | 'reader' | 'player' | 'board'

export interface TokenClaims {
  readonly role: SessionRole
  readonly scope: string
  readonly sub: string
  /** Seconds since 1970. */
  readonly exp: number
}

export const sessionToken = signal<string | null>(sessionStorage.getItem(STORAGE_KEY))

/** The claims of the token, which only the service verifies. Null without a token, or with one that cannot be read. */
export const sessionClaims = computed<TokenClaims | null>(() =>
  sessionToken.value === null ? null : parseTokenClaims(sessionToken.value),
)

/** How long before the token expires the user is asked to sign in again, ms. */
const RENEWAL_MS = 10 * 60_000
/** The longest delay of a timer, some 24 days: a page is not open for as long. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Whether the token expires soon: the user then signs in again before something that is being written is refused. */
export const expiresSoon = signal(false)
effect(() => {
  const expiry = sessionClaims.value?.exp
  expiresSoon.value = false
  if (expiry === undefined) return
  const wait = expiry * 1000 - RENEWAL_MS - Date.now()
  if (wait > MAX_TIMER_MS) return
  const timer = setTimeout(
    () => {
      expiresSoon.value = true
    },
    Math.max(0, wait),
  )
  return () => clearTimeout(timer)
})

/** These four only hide what the service would refuse: the service itself decides. */
export const isSignedIn = computed(() => sessionClaims.value !== null)
/** Arbiters and administrators rule. */
export const canRule = computed(
  () => sessionClaims.value?.role === 'arbiter' || sessionClaims.value?.role === 'admin',
)
/** Operators report what happened. */
export const canReport = computed(() => canRule.value || sessionClaims.value?.role === 'operator')

/** Boards and players report; what they see is the public's. */
export const readsRecord = computed(() => canReport.value || sessionClaims.value?.role === 'reader')

export function parseTokenClaims(text: string): TokenClaims | null {
  const [, payload] = text.split('.')
  if (payload === undefined) return null
  try {
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as TokenClaims
    return typeof claims.role === 'string' ? claims : null
  } catch {
    return null
  }
}

export function signIn(text: string): void {
  sessionStorage.setItem(STORAGE_KEY, text)
  sessionToken.value = text
}

export function signOut(): void {
  sessionStorage.removeItem(STORAGE_KEY)
  sessionToken.value = null
}
