/** Divides the path of a game into runs of legal moves: it is cut at illegal moves that stood, and where the arbiter set a position. */

import { inCheck, parseFen, turnOf } from '../chess/index.ts'
import type { MoveMade, Point, Verdict } from '../game/index.ts'
import { fenOf } from '../game/index.ts'

/** A move and its number on the path, from 1. */
export interface PlayedMove {
  readonly ply: number
  readonly move: MoveMade
}

export interface LegalRun {
  /** The position from which its moves follow one another. */
  readonly start: Point
  readonly moves: readonly PlayedMove[]
  /** Moves that led to its start from one that no reader can set up. */
  readonly skipped: readonly PlayedMove[]
  /** Where the next run starts; null in the last run. */
  readonly next: Point | null
}

/** `legalOnly`: a run ends before an illegal move, else illegal moves are moves like others. */
export function splitIntoRuns(path: readonly Point[], legalOnly: boolean): LegalRun[] {
  const runs: LegalRun[] = []
  let start = path[0] as Point
  let moves: PlayedMove[] = []
  let ply = 0
  for (const point of path.slice(1)) {
    const { move } = point
    if (move !== null) ply++
    if (move !== null && (move.legal || !legalOnly)) moves.push({ ply, move })
    else {
      runs.push({ start, moves, skipped: [], next: point })
      start = point
      moves = []
    }
  }
  return [...runs, { start, moves, skipped: [], next: null }]
}

/**
 * The run from its first position that readers can set up; null where there is none. After an illegal move the side that is not to move
 * may be in check, or a king may be missing.
 */
export function settableRun(
  run: LegalRun,
  path: readonly Point[],
  points: readonly Point[],
): LegalRun | null {
  const from = path.indexOf(run.start)
  for (let k = 0; k <= run.moves.length; k++) {
    const start = path[from + k] as Point
    if (canBeSetUp(fenOf(points, start)))
      return { ...run, start, moves: run.moves.slice(k), skipped: run.moves.slice(0, k) }
  }
  return null
}

function canBeSetUp(fen: string): boolean {
  const placement = fen.slice(0, fen.indexOf(' '))
  if ([...placement].filter((sign) => sign === 'K').length !== 1) return false
  if ([...placement].filter((sign) => sign === 'k').length !== 1) return false
  const position = parseFen(fen)
  return position.ok && !inCheck(position.value, turnOf(position.value) === 'white' ? 'black' : 'white')
}

/** Says after which moves a part begins. */
export const skippedText = (skipped: readonly PlayedMove[]): string =>
  `Before this position, from one that cannot be set up: ${skipped.map(({ move }) => move.san).join(' ')}.`

/** Why nothing can follow in the same PGN game. */
export function breakText({ move }: Point, verdicts: readonly Verdict[]): string {
  if (move === null) return 'Here the arbiter set another position.'
  const player = move.side === 'white' ? 'White' : 'Black'
  const stood = mayBeCorrected(move, verdicts) ? '' : ', and it stood'
  return `Here ${player} made a move that is not legal, ${move.san}${stood}.`
}

/** Whether the move may still be claimed or noticed, or waits for the arbiter: then it is not certain that it stands. */
const mayBeCorrected = ({ seq, completedSeq }: MoveMade, verdicts: readonly Verdict[]): boolean =>
  completedSeq === null ||
  verdicts.some(
    ({ evidence, status }) =>
      evidence.includes(seq) && (status === 'awaits-claim' || status === 'awaits-arbiter'),
  )
