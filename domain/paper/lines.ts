/** Lines of play that two scoresheets and a board may tell of: the worthiest are followed from ply to ply. */
import { SIDES } from '../../events/index.ts'
import type { Line, Reading, Said } from './line.ts'
import { hear, stepsOf, topsOf } from './steps.ts'
import { worthiest } from './worthiest.ts'

/** The lines that explain best what was said, the best one first. At least one; it may be of no move. */
export function linesOf(said: Said): Line[] {
  const inStep: Reading = { offset: 0, read: 0 }
  const readings = { white: inStep, black: inStep }
  let lines: Line[] = [{ ply: 0, position: said.start, score: 0, ways: [], readings, isOfMany: false }]
  const ended: Line[] = []
  for (let ply = 1; ; ply++) {
    const going: Line[] = []
    for (const line of lines) (ply <= lastOf(line, said) ? going : ended).push(line)
    const heard = going.map((line) => hear(line, ply, said))
    const tops = topsOf(heard, ended)
    const next = heard.flatMap((each) => stepsOf(each, ply, said, tops))
    if (next.length === 0) {
      // Where the rules end every line, those reached are all there is.
      if (ended.length === 0) ended.push(...going)
      return ended.sort((a, b) => b.score - a.score)
    }
    lines = worthiest(next, ply, tops.next)
  }
}

/** The last ply of which anybody says anything, as the line reads the sheets. */
function lastOf({ readings }: Line, { sheets, board }: Said): number {
  const ends = SIDES.map((side) => sheets[side].last - readings[side].offset)
  return Math.max(board.length, ...ends)
}
