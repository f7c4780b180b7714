/** The token of the session, stored for this tab only, and its claims. */
import { computed, effect, signal } from '@preact/signals-core'
import type { TokenRole } from '../../../auth/roles.ts'

const STORAGE_KEY = 'touchmove.token'

export interface TokenClaims {
  readonly role: TokenRole
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

/**
 * How much the page shows to each role, which only hides what the service would refuse. 0: what everybody sees; 1: all of a record;
 * 2: the forms of what happened too; 3: rulings too.
 */
const SHOWN_TO: Readonly<Record<TokenRole, 0 | 1 | 2 | 3>> = {
  admin: 3,
  arbiter: 3,
  operator: 2,
  reader: 1,
  // They report by themselves.
  board: 0,
  player: 0,
}
const shown = computed(() => (sessionClaims.value === null ? 0 : SHOWN_TO[sessionClaims.value.role]))

export const isSignedIn = computed(() => sessionClaims.value !== null)
export const canRule = computed(() => shown.value > 2)
export const canReport = computed(() => shown.value > 1)
export const readsRecord = computed(() => shown.value > 0)

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
