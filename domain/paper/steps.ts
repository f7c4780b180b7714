/** Steps on from a line of play: as the sheets say, otherwise than they say, or with a sheet read as out of step from here. */
import { SIDES, type Side } from '../../events/index.ts'
import type { Move } from '../chess/index.ts'
import {
  type CandidateGame,
  type NextStep,
  type PaperEvidence,
  readingKey,
  type SheetReading,
} from './candidate-game.ts'
import {
  type EntryEvidence,
  entryEvidence,
  isContradicted,
  type ScoredMove,
  scoreMoves,
  WEIGHT,
} from './move-scores.ts'
import type { Sheet } from './sheet.ts'

/** A line so far behind the best one has been contradicted by both sheets for plies. */
export const PRUNE_MARGIN = 12
/** One that reads the sheets otherwise may have to make up for more: they fit only once all is read that was left out. */
export const PRUNE_MARGIN_OUT_OF_STEP = 18
/** What it costs to take a sheet as out of step from here on: three plies of words that then fit make up for it. */
const SHIFT_COST = 7
/** The cost of both sheets going out of step at once: two players seldom leave out the same move. */
const DOUBLE_SHIFT_COST = 10
/** Half-moves that may have been left out (negative) or written once more. */
const SHIFT_SIZES = [-2, 2, -1, 1] as const
/** Lines worth almost as much as the best one fit as well. */
export const DOUBT_MARGIN = 2

/** What a line of play loses by a single word that the best one has for itself: a lone word may be wrong. */
export const ENTRY_WEIGHT = WEIGHT.named - WEIGHT.against

/** A line and what is said of its next ply. */
export interface PlyEvidence {
  readonly line: CandidateGame
  readonly entries: Readonly<Record<Side, EntryEvidence | null>>
  readonly board: Move | undefined
  /** The moves as the sheets stand, the best first. */
  readonly inStep: readonly ScoredMove[]
}

export function evidenceAt(line: CandidateGame, ply: number, said: PaperEvidence): PlyEvidence {
  const entries = {
    white: entryEvidenceAt(line, ply, 'white', said),
    black: entryEvidenceAt(line, ply, 'black', said),
  }
  const board = said.board[ply - 1]
  return { line, entries, board, inStep: scoreMoves(line.position, [entries.white, entries.black], board) }
}

function entryEvidenceAt(
  line: CandidateGame,
  ply: number,
  side: Side,
  said: PaperEvidence,
  reading = line.readings[side],
): EntryEvidence | null {
  return entryEvidence(line.position, said.sheets[side], ply + reading.offset, reading.readUpTo)
}

/** How far the best lines have come: those that read the sheets alike, all, and all once the evidence of the next ply counts. */
export interface BestScores {
  readonly byReading: ReadonlyMap<string, number>
  readonly all: number
  readonly next: number
}

export function bestScores(evidence: readonly PlyEvidence[], ended: readonly CandidateGame[]): BestScores {
  const of = new Map<string, number>()
  let next = Math.max(...ended.map(({ score }) => score))
  for (const { line, inStep } of evidence) {
    const name = readingKey(line.readings)
    of.set(name, Math.max(of.get(name) ?? line.score, line.score))
    if (inStep[0] !== undefined) next = Math.max(next, line.score + inStep[0].score)
  }
  return { byReading: of, all: Math.max(...of.values()), next }
}

export function nextSteps(
  evidence: PlyEvidence,
  ply: number,
  said: PaperEvidence,
  tops: BestScores,
): NextStep[] {
  const { line, inStep } = evidence
  const { readings, score } = line
  const steps: NextStep[] = []
  const most = inStep[0]?.score ?? 0
  // A line that lags goes on only as its sheets say: what it might have been instead would lag behind still more.
  let least = Math.max(tops.all - PRUNE_MARGIN, tops.next - PRUNE_MARGIN_OUT_OF_STEP) - score
  if (line.isTied) least = Math.max(least, most)
  else if (score < tops.all - SHIFT_COST) least = Math.max(least, most - DOUBT_MARGIN)
  for (const worth of inStep) {
    if (worth.score < least) break
    steps.push({ before: line, move: worth.move, score: score + worth.score, readings })
  }
  // One that lags behind those that read the sheets alike, or far behind all, is not read otherwise as well.
  const lags =
    score <
    Math.max((tops.byReading.get(readingKey(readings)) ?? 0) - DOUBT_MARGIN, tops.all - 2 * SHIFT_COST)
  if (lags || line.isTied) return steps
  for (const side of SIDES) addOutOfStep(steps, evidence, side, ply, said, tops)
  addBothOutOfStep(steps, evidence, ply)
  return steps
}

const OTHER = { white: 'black', black: 'white' } as const

/** What else was played if a sheet has left out something here, or has it once more. */
function addOutOfStep(
  steps: NextStep[],
  { line, entries, board }: PlyEvidence,
  side: Side,
  ply: number,
  said: PaperEvidence,
  tops: BestScores,
) {
  const other = entries[OTHER[side]]
  const odd = isContradicted(
    entries[side],
    other,
    board,
    isNamedSoon(said.sheets[OTHER[side]], line, OTHER[side], ply),
  )
  const { offset, readUpTo } = line.readings[side]
  for (const shift of SHIFT_SIZES) {
    // What has been read is not read again; what was written twice is not read at all.
    const shifted: SheetReading = {
      offset: offset + shift,
      readUpTo: Math.max(readUpTo, ply + offset - 1 + Math.max(shift, 0)),
    }
    const twice = repetitionScore(said.sheets[side], shifted.readUpTo, shift)
    if (!odd && twice <= 0) continue
    const readings = { ...line.readings, [side]: shifted }
    const start = line.score - SHIFT_COST + twice
    const worths = scoreMoves(line.position, [entryEvidenceAt(line, ply, side, said, shifted), other], board)
    const least = Math.max(
      (worths[0]?.score ?? 0) - DOUBT_MARGIN,
      tops.next - PRUNE_MARGIN_OUT_OF_STEP - start,
    )
    for (const worth of worths) {
      if (worth.score < least) break
      steps.push({ before: line, move: worth.move, score: start + worth.score, readings })
    }
  }
}

/** What neither sheet can mean may come after a full move that both players left out: one wrote it off the other's sheet. */
function addBothOutOfStep(steps: NextStep[], { line, entries, board }: PlyEvidence, ply: number) {
  const spoken = SIDES.map((side) => entries[side]).filter((word) => word !== null)
  const fits = spoken.some(({ exact }) => (board === undefined ? exact.length > 0 : exact.includes(board)))
  if (spoken.length === 0 || fits) return
  const without = ({ offset }: SheetReading): SheetReading => ({
    offset: offset - 2,
    readUpTo: ply + offset - 1,
  })
  const readings = { white: without(line.readings.white), black: without(line.readings.black) }
  for (const worth of scoreMoves(line.position, [], board)) {
    steps.push({
      before: line,
      move: worth.move,
      score: line.score - DOUBLE_SHIFT_COST + worth.score,
      readings,
    })
  }
}

/** Whether a sheet has a move at one of the next two plies: it will tell then what a lone word was worth. */
const isNamedSoon = ({ entries }: Sheet, { readings }: CandidateGame, side: Side, ply: number): boolean =>
  [1, 2].some((on) => (entries.get(ply + on + readings[side].offset)?.shapes.length ?? 0) > 0)

/**
 * Entries taken as written twice score for that reading where the same text stands before, since no piece moves twice to one
 * square in a row; and against it where another text stands there.
 */
function repetitionScore({ entries }: Sheet, last: number, shift: number): number {
  let worth = 0
  for (let entry = last - shift + 1; entry <= last; entry++) {
    const text = entries.get(entry)?.text
    if (text === undefined) continue
    worth += text === entries.get(entry - shift)?.text ? ENTRY_WEIGHT : -ENTRY_WEIGHT
  }
  return worth
}
