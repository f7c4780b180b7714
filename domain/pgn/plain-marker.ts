/** Termination markers as nearly all games end, read four bytes at a time. */
import type { PgnResult } from './game.ts'
import { packed } from './packed.ts'

const WON = packed('1-0')
const LOST = packed('0-1')
const [HALF, OTHER_HALF] = [packed('1/2-'), packed('1/2')]
const BLANK = 32

/** A marker at `i` that a blank or a line's end follows; null for anything else. */
export function plainMarker(view: DataView, i: number): PgnResult | null {
  const four = view.getInt32(i, true)
  const first = four === HALF ? view.getInt32(i + 4, true) : four
  if (first >>> 24 > BLANK) return null
  const three = first & 0xffffff
  if (four === HALF) return three === OTHER_HALF ? '1/2-1/2' : null
  return three === WON ? '1-0' : three === LOST ? '0-1' : null
}
