/**
 * One-time codes of the sign-in link that a host prints at its start, so that nobody has to paste a token. The QR codes of the
 * office hold a token instead (functions/console/page/office/tokens-view.ts).
 */
import { randomBytes } from 'node:crypto'

export interface SignInLinks {
  /** A code for this token, good for one use within the hour. */
  create(token: string): string
  /** The token of a code, which is used up by that; null: there is none, it was used, or its hour is over. */
  redeem(code: string): string | null
}

const VALID_MS = 60 * 60_000
/** 144 random bits, so that a code cannot be guessed. */
const CODE_BYTES = 18

/** `now`: ms since 1970. */
export function openSignInLinks(now: () => number): SignInLinks {
  const codes = new Map<string, { readonly token: string; readonly until: number }>()
  return {
    create(token) {
      const code = randomBytes(CODE_BYTES).toString('base64url')
      codes.set(code, { token, until: now() + VALID_MS })
      return code
    },
    redeem(code) {
      const found = codes.get(code)
      codes.delete(code)
      return found === undefined || found.until < now() ? null : found.token
    },
  }
}
