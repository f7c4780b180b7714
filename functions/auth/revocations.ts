/** Which tokens are revoked, remembered for a moment so that not every request asks the database. */
import type { Ports } from '../ports.ts'
import { revokedTokens } from './tokens.ts'

export interface Revocations {
  has(token: string): Promise<boolean>
  /** The next question is put to the database: for whoever revoked a token in this process. */
  forget(): void
}

/** How long the list is believed, ms: so late a revocation by another process takes effect. */
const BELIEVED_FOR = 2_000

export function openRevocations(ports: Pick<Ports, 'registry' | 'clock'>): Revocations {
  let revoked: { readonly ids: ReadonlySet<string>; readonly until: number } | null = null
  return {
    async has(token) {
      const now = ports.clock.now()
      // A clock that was set back must not keep an old list alive.
      if (revoked === null || now >= revoked.until || revoked.until - now > BELIEVED_FOR)
        revoked = { ids: await revokedTokens(ports), until: now + BELIEVED_FOR }
      return revoked.ids.has(token)
    },
    forget() {
      revoked = null
    },
  }
}
