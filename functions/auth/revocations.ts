/** Which tokens are revoked and which keys dropped, cached for two seconds so that not every request asks the database. */
import type { Ports } from '../ports.ts'
import { droppedKey, revokedTokens } from './tokens.ts'

export interface Revocations {
  has(token: string): Promise<boolean>
  /** Whether a host that shares the database has dropped a key, and with it its tokens. */
  hasKey(kid: string): Promise<boolean>
  /** Drops the cached list, so that a token revoked by this process is refused at once. */
  forget(): void
}

/** How long the list is cached: a revocation by another process takes effect after so long at most. */
const REVOCATIONS_TTL_MS = 2_000

export function openRevocations(ports: Pick<Ports, 'registry' | 'clock'>): Revocations {
  let revoked: { readonly ids: ReadonlySet<string>; readonly until: number } | null = null
  const isRevoked = async (id: string): Promise<boolean> => {
    const now = ports.clock.now()
    // A clock that was set back must not keep an old list alive.
    if (revoked === null || now >= revoked.until || revoked.until - now > REVOCATIONS_TTL_MS)
      revoked = { ids: await revokedTokens(ports), until: now + REVOCATIONS_TTL_MS }
    return revoked.ids.has(id)
  }
  return {
    has: isRevoked,
    hasKey: (kid) => isRevoked(droppedKey(kid)),
    forget() {
      revoked = null
    },
  }
}
