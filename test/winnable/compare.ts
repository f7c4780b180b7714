/** A whole class of positions asked and compared with what backward analysis says of each. */

import { canMate } from '../../domain/winnable/index.ts'
import { runStaticStage } from '../../domain/winnable/static-stage.ts'
import { describe, eachPosition, place } from './retrograde.ts'

export interface Comparison {
  readonly positions: number
  /** Of both questions of each position: how many are answered no by backward analysis, and statically by us. */
  readonly unwinnable: number
  readonly settled: number
  readonly wrong: readonly string[]
  /** Asked in full and left undetermined. */
  readonly open: readonly string[]
}

/**
 * Every question goes through the static stage; in full are asked those that it leaves open though no mate is possible,
 * and one in `every` of those where one is. `stride`: takes only each so many-th position of the class.
 */
export function compare(men: string, every: number, nodes: number, stride = 1): Comparison {
  const wrong: string[] = []
  const open: string[] = []
  let seen = 0
  let positions = 0
  let unwinnable = 0
  let settled = 0
  eachPosition(men, (squares, turn, value) => {
    if (seen++ % stride !== 0) return
    positions++
    const p = place(men, squares, turn)
    for (const us of [0, 1] as const) {
      const can = ((value >> us) & 1) === 1
      if (!can) unwinnable++
      const found = runStaticStage(p, us, 1000)
      if (found.kind !== 'open') {
        if ((found.kind === 'mate') !== can)
          wrong.push(`${describe(men, squares, turn)}: side ${us} ${found.kind}`)
        else if (!can) settled++
        continue
      }
      if (can && positions % every !== 0) continue
      const { answer } = canMate(p, us === 0 ? 'white' : 'black', { nodes })
      if (answer === 'undetermined') open.push(`${describe(men, squares, turn)}: side ${us}`)
      else if ((answer === 'yes') !== can) wrong.push(`${describe(men, squares, turn)}: side ${us} ${answer}`)
    }
  })
  return { positions, unwinnable, settled, wrong, open }
}
