/** Whether what is shown is what there is: how the page hears of changes, and since when it has heard nothing. */
import { signal } from '@preact/signals-core'

export interface Link {
  /** `read`: once, and not followed. */
  readonly state: 'connecting' | 'live' | 'polling' | 'stale' | 'read'
  /** Ms since 1970. */
  readonly since: number
}

export const link = signal<Link>({ state: 'connecting', since: Date.now() })

export function setLink(state: Link['state']): void {
  if (link.peek().state !== state) link.value = { state, since: Date.now() }
}
