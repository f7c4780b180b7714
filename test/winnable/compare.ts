/** A whole class of positions asked and compared with what backward analysis says of each. */

import { canMate } from '../../domain/winnable/index.ts'
import { runStaticStage } from '../../domain/winnable/static-stage.ts'
import { describe, eachPosition, eachSampled, place } from './retrograde.ts'

export interface Comparison {
  readonly positions: number
  /** Of both questions of each position: how many are answered no by backward analysis, and statically by us. */
  readonly unwinnable: number
  readonly settled: number
  readonly wrong: readonly string[]
  /** Asked in full and left undetermined. */
  readonly open: readonly string[]
}

/** Each digit is the value of the next position but `stride`. */
export interface Sample {
  readonly stride: number
  readonly digits: string
}

/**
 * Every question goes through the static stage; in full are asked those that it leaves open though no mate is possible,
 * and one in `every` of those where one is. `sample`: positions of the class whose values are noted already.
 */
export function compare(pieces: string, every: number, nodes: number, sample?: Sample): Comparison {
  const wrong: string[] = []
  const open: string[] = []
  let positions = 0
  let unwinnable = 0
  let settled = 0
  const visit = (squares: readonly number[], turn: number, value: number) => {
    positions++
    const p = place(pieces, squares, turn)
    for (const us of [0, 1] as const) {
      const can = ((value >> us) & 1) === 1
      if (!can) unwinnable++
      const found = runStaticStage(p, us, 1000)
      if (found.kind !== 'open') {
        if ((found.kind === 'mate') !== can)
          wrong.push(`${describe(pieces, squares, turn)}: side ${us} ${found.kind}`)
        else if (!can) settled++
        continue
      }
      if (can && positions % every !== 0) continue
      const { answer } = canMate(p, us === 0 ? 'white' : 'black', { nodes })
      if (answer === 'undetermined') open.push(`${describe(pieces, squares, turn)}: side ${us}`)
      else if ((answer === 'yes') !== can)
        wrong.push(`${describe(pieces, squares, turn)}: side ${us} ${answer}`)
    }
  }
  if (sample === undefined) eachPosition(pieces, visit)
  else eachSampled(pieces, sample, visit)
  return { positions, unwinnable, settled, wrong, open }
}
