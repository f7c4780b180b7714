/** The address of the page follows the instant that is shown, so that it can be copied and returned to. */
import { effect, type ReadonlySignal } from '@preact/signals-core'
import type { Edition } from '../../../../events/vocabulary.ts'
import type { GameSource } from '../replay/source.ts'
import { formatRoute } from '../route.ts'
import type { Cursor } from './cursor.ts'

/** Browsers refuse an address that changes with every frame. */
const SETTLED_MS = 200

/** Ends with the function returned. */
export function followAddress(
  game: string,
  source: ReadonlySignal<GameSource | null>,
  cursor: Cursor,
  edition: ReadonlySignal<Edition | null>,
): () => void {
  let timer = 0
  /** Until the game has come the address says where to go. */
  let arrived = false
  const end = effect(() => {
    const [at, seq, chosen] = [cursor.at.value, cursor.seq.value, edition.value]
    if (source.value === null) return
    clearTimeout(timer)
    timer = window.setTimeout(
      () => {
        arrived = true
        if (!location.hash.startsWith(`#/g/${game}`)) return
        // Several events may have one instant: then the event is named.
        const alone = at !== null && source.peek()?.seqAt(at) === seq
        const pointInTime = {
          ...(at === null ? {} : alone ? { at } : { seq }),
          ...(chosen !== null && { edition: chosen }),
        }
        const hash = formatRoute({ view: 'game', game, pointInTime })
        if (hash !== location.hash) history.replaceState(null, '', hash)
      },
      arrived ? SETTLED_MS : 2 * SETTLED_MS,
    )
  })
  return () => {
    clearTimeout(timer)
    end()
  }
}
