/** Which way round a board lies: White may sit where the board, or what speaks for it, has Black. */
import { noteOf, type OnSourceNote } from '../sources/source-remark.ts'

export interface Orientation {
  /** What stands on a1 … h8 as White sees it, of what the board shows as its own a1 … h8. */
  orient(letters: readonly string[]): readonly string[]
  /** The board may have been turned round since: the next position tells. */
  reopened(): void
}

const differences = (a: readonly string[], b: readonly string[]): number =>
  a.filter((letter, square) => letter !== b[square]).length

/** The first position tells: it is nearer to what stands there (`stands`, a1 … h8) the right way round. */
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
