/** The state of the connection as the page shows it, and since when; subscription.ts follows the service. */
import { signal } from '@preact/signals-core'

export interface ConnectionStatus {
  /** `stale`: the connection is lost. `read`: the view was read once and is not followed. */
  readonly state: 'connecting' | 'live' | 'polling' | 'stale' | 'read'
  /** Ms since 1970. */
  readonly since: number
}

export const connectionStatus = signal<ConnectionStatus>({ state: 'connecting', since: Date.now() })

export function setConnectionState(state: ConnectionStatus['state']): void {
  if (connectionStatus.peek().state !== state) connectionStatus.value = { state, since: Date.now() }
}
