/** Lines of play that two scoresheets and a board may tell of: the worthiest are followed from ply to ply. */
import { SIDES } from '../../events/index.ts'
import type { Line, Reading, Said } from './line.ts'
import { type Heard, hear, stepsOf, topsOf } from './steps.ts'
import { worthiest } from './worthiest.ts'

/** Half-moves of which nobody says anything that can be played: after so many what follows cannot be read in any one position. */
const LONGEST_SILENCE = 12
/** As many as these may be guessed by what fits afterwards; where nobody says anything any move is worth as much. */
const GUESSED = 2
const MOST_OF_MANY = 3000

/** The lines that explain best what was said, the best one first. At least one; it may be of no move. */
export function linesOf(said: Said): Line[] {
  const inStep: Reading = { offset: 0, read: 0 }
  const readings = { white: inStep, black: inStep }
  let lines: Line[] = [{ ply: 0, position: said.start, score: 0, ways: [], readings, isOfMany: false }]
  const ended: Line[] = []
  let silence = 0
  let beforeSilence = lines
  for (let ply = 1; ; ply++) {
    const going: Line[] = []
    for (const line of lines) (ply <= lastOf(line, said) ? going : ended).push(line)
    const heard = going.map((line) => hear(line, ply, said))
    if (heard[0] !== undefined && isSaid(heard[0])) silence = 0
    else if (silence++ === 0) beforeSilence = going
    const tops = topsOf(heard, ended)
    const next = silence > LONGEST_SILENCE ? [] : heard.flatMap((each) => stepsOf(each, ply, said, tops))
    if (next.length === 0) {
      // Where the rules end every line, or nobody says anything any more, those reached are all there is.
      if (silence > LONGEST_SILENCE) ended.push(...beforeSilence)
      else if (ended.length === 0) ended.push(...going)
      return ended.sort((a, b) => b.score - a.score)
    }
    lines = worthiest(next, ply, tops.next, silence > GUESSED ? 0 : MOST_OF_MANY)
  }
}

/** Does anybody name a move of it? */
const isSaid = ({ words, board }: Heard): boolean =>
  board !== undefined || SIDES.some((side) => (words[side]?.exact.length ?? 0) > 0)

/** The last ply of which anybody says anything, as the line reads the sheets. */
function lastOf({ readings }: Line, { sheets, board }: Said): number {
  const ends = SIDES.map((side) => sheets[side].last - readings[side].offset)
  return Math.max(board.length, ...ends)
}
