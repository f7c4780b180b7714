/** The token that is signed in with, stored for this tab only, and its claims. */
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

/** What the token says; the service alone checks it. Null: no token, or none that can be read. */
export const sessionClaims = computed<TokenClaims | null>(() =>
  sessionToken.value === null ? null : parseTokenClaims(sessionToken.value),
)

/** How long before its token expires somebody is asked to sign in again, ms. */
const RENEWAL_MS = 10 * 60_000
/** Timers take no longer; a page is not open for as long. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** The token expires soon: signed in again now, nothing that is being written has to wait. */
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

/** May this reader see the arbiter's part? The service decides; this only hides what would be refused. */
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
