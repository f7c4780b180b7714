/** Lines of play that two scoresheets and a board may tell of: the worthiest are followed from ply to ply. */
import { SIDES } from '../../events/index.ts'
import { keepBest } from './beam.ts'
import type { CandidateGame, PaperEvidence, SheetReading } from './candidate-game.ts'
import { bestScores, evidenceAt, nextSteps, type PlyEvidence } from './steps.ts'

/** Half-moves of which nobody says anything that can be played: after so many what follows cannot be read in any one position. */
const MAX_SILENT_PLIES = 12
/** As many as these may be guessed by what fits afterwards; where nobody says anything any move is worth as much. */
const MAX_GUESSED_PLIES = 2
const MAX_TIED = 3000

/** The lines that explain best what was said, the best one first. At least one; it may be of no move. */
export function bestGames(said: PaperEvidence): CandidateGame[] {
  const inStep: SheetReading = { offset: 0, readUpTo: 0 }
  const readings = { white: inStep, black: inStep }
  let lines: CandidateGame[] = [
    { ply: 0, position: said.start, score: 0, predecessors: [], readings, isTied: false },
  ]
  const ended: CandidateGame[] = []
  let silence = 0
  let beforeSilence = lines
  for (let ply = 1; ; ply++) {
    const going: CandidateGame[] = []
    for (const line of lines) (ply <= lastWrittenPly(line, said) ? going : ended).push(line)
    const evidence = going.map((line) => evidenceAt(line, ply, said))
    if (evidence[0] !== undefined && hasNamedMove(evidence[0])) silence = 0
    else if (silence++ === 0) beforeSilence = going
    const tops = bestScores(evidence, ended)
    const next =
      silence > MAX_SILENT_PLIES ? [] : evidence.flatMap((each) => nextSteps(each, ply, said, tops))
    if (next.length === 0) {
      // Where the rules end every line, or nobody says anything any more, those reached are all there is.
      if (silence > MAX_SILENT_PLIES) ended.push(...beforeSilence)
      else if (ended.length === 0) ended.push(...going)
      return ended.sort((a, b) => b.score - a.score)
    }
    lines = keepBest(next, ply, tops.next, silence > MAX_GUESSED_PLIES ? 0 : MAX_TIED)
  }
}

/** Does anybody name a move of it? */
const hasNamedMove = ({ entries: words, board }: PlyEvidence): boolean =>
  board !== undefined || SIDES.some((side) => (words[side]?.exact.length ?? 0) > 0)

/** The last ply of which anybody says anything, as the line reads the sheets. */
function lastWrittenPly({ readings }: CandidateGame, { sheets, board }: PaperEvidence): number {
  const ends = SIDES.map((side) => sheets[side].last - readings[side].offset)
  return Math.max(board.length, ...ends)
}
