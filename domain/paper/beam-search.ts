/** Beam search for the lines of play that explain two scoresheets and a board best, from ply to ply. */
import { SIDES } from '../../events/index.ts'
import { keepBest } from './beam.ts'
import type { CandidateGame, PaperEvidence, SheetReading } from './candidate-game.ts'
import { bestScores, evidenceAt, nextSteps, type PlyEvidence } from './steps.ts'

/** Half-moves in a row for which no source names a legal move. After so many, later entries fit no position reliably. */
const MAX_SILENT_PLIES = 12
/** Unnamed half-moves that may be inferred from later entries; beyond them every move would score alike. */
const MAX_GUESSED_PLIES = 2
const MAX_TIED = 3000

/** The lines that explain the evidence best, the best one first. There is at least one, which may have no move. */
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
      // Where the rules end every candidate, or no source says more, the candidates reached are the result.
      if (silence > MAX_SILENT_PLIES) ended.push(...beforeSilence)
      else if (ended.length === 0) ended.push(...going)
      return ended.sort((a, b) => b.score - a.score)
    }
    lines = keepBest(next, ply, tops.next, silence > MAX_GUESSED_PLIES ? 0 : MAX_TIED)
  }
}

/** Whether the board or an entry names a move. */
const hasNamedMove = ({ entries: words, board }: PlyEvidence): boolean =>
  board !== undefined || SIDES.some((side) => (words[side]?.exact.length ?? 0) > 0)

/** The last ply that the board or a sheet covers, as the candidate reads the sheets. */
function lastWrittenPly({ readings }: CandidateGame, { sheets, board }: PaperEvidence): number {
  const ends = SIDES.map((side) => sheets[side].last - readings[side].offset)
  return Math.max(board.length, ...ends)
}
