/** Whether what is shown is what there is: how the page hears of changes, and since when it has heard nothing. */
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
