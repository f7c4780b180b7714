/** What the page shows of its connection, live, polling or lost, and since when; `subscription.ts` beside it learns of changes. */
import { signal } from '@preact/signals-core'

export interface ConnectionStatus {
  /** `read`: once, and not followed. */
  readonly state: 'connecting' | 'live' | 'polling' | 'stale' | 'read'
  /** Ms since 1970. */
  readonly since: number
}

export const connectionStatus = signal<ConnectionStatus>({ state: 'connecting', since: Date.now() })

export function setConnectionState(state: ConnectionStatus['state']): void {
  if (connectionStatus.peek().state !== state) connectionStatus.value = { state, since: Date.now() }
}
