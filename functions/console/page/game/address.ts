/** Updates the page's address with the instant that is shown, so that it can be copied and returned to. */
import { effect, type ReadonlySignal } from '@preact/signals-core'
import type { Edition } from '../../../../events/vocabulary.ts'
import type { GameSource } from '../replay/source.ts'
import { formatRoute, type PointInTime } from '../route.ts'
import type { Cursor } from './cursor.ts'

/** How long the instant must stay the same before it is written, ms: browsers limit how often an address may change. */
const SETTLED_MS = 200

/**
 * The instant, if it leads every reader to what is shown. Where several events have that instant, or a move is shown that was read
 * later than it was made, the event is named.
 */
export function addressOfInstant(source: GameSource | null, seq: number, at: number): PointInTime {
  const alone = source?.seqAt(at) === seq && (source.frame(seq)?.at ?? at) <= at
  return alone ? { at } : { seq }
}

/** Writes the address as the cursor moves. Returns the function that ends this. */
export function followAddress(
  game: string,
  source: ReadonlySignal<GameSource | null>,
  cursor: Cursor,
  edition: ReadonlySignal<Edition | null>,
): () => void {
  let timer = 0
  /** Whether the first instant was written: until the game is loaded, the address says which instant to show. */
  let arrived = false
  const end = effect(() => {
    const [at, seq, chosen] = [cursor.at.value, cursor.seq.value, edition.value]
    if (source.value === null) return
    clearTimeout(timer)
    timer = window.setTimeout(
      () => {
        arrived = true
        if (!location.hash.startsWith(`#/g/${game}`)) return
        const pointInTime = {
          ...(at !== null && addressOfInstant(source.peek(), seq, at)),
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
