/** Which instant is the present for what is shown. */
import { serverAhead } from '../api/client.ts'
import { link } from './link.ts'

/**
 * The service's present, `late` minutes ago where the public sees it late. Once nothing is heard any more it stands still:
 * clocks that ran on would tell what nobody knows.
 */
export function presentInstant(late = 0): number {
  const { state, since } = link.peek()
  return (state === 'stale' ? since : Date.now()) + serverAhead.peek() - late * 60_000
}
