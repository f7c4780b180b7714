/** The orientation of a sensor board: White may sit where the board, or the program that reads it, has Black. */
import { noteOf, type OnSourceNote } from '../sources/source-remark.ts'

export interface Orientation {
  /** What stands on a1 … h8 as White sees it, of what the board shows as its own a1 … h8. */
  orient(letters: readonly string[]): readonly string[]
  /** The board may have been turned round since: the next position decides anew. */
  reopened(): void
}

const differences = (a: readonly string[], b: readonly string[]): number =>
  a.filter((letter, square) => letter !== b[square]).length

/** The first position decides: the right orientation is the one in which it differs less from the record's (`stands`, a1 … h8). */
export function openOrientation(stands: readonly string[], note: OnSourceNote): Orientation {
  let shown = stands
  let turned: boolean | null = null
  let noted = false
  return {
    orient(letters) {
      const round = [...letters].reverse()
      if (turned === null) {
        turned = differences(round, shown) < differences(letters, shown)
        if (turned && !noted) noteOf(note, 'board-turned')
        noted = turned
      }
      shown = turned ? round : [...letters]
      return shown
    },
    reopened() {
      turned = null
    },
  }
}
