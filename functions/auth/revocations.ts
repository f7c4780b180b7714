/** Which tokens are revoked and which keys dropped, cached for two seconds so that not every request asks the database. */
import type { Ports } from '../ports.ts'
import { createTtlValue } from '../ttl-value.ts'
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
  const revoked = createTtlValue(ports.clock, REVOCATIONS_TTL_MS, () => revokedTokens(ports))
  const isRevoked = async (id: string): Promise<boolean> => (await revoked.get()).has(id)
  return {
    has: isRevoked,
    hasKey: (kid) => isRevoked(droppedKey(kid)),
    forget: revoked.forget,
  }
}
