/** The way of a game cut where it stops being chess: at illegal moves that stood, and at positions set anew. */
import type { MoveMade, Point } from '../game/index.ts'

/** A move and its number on the way, from 1. */
export interface PlayedMove {
  readonly ply: number
  readonly move: MoveMade
}

export interface Run {
  /** The position from which its moves follow one another. */
  readonly start: Point
  readonly moves: readonly PlayedMove[]
  /** Where the next run starts; null: here the game ends, or stands now. */
  readonly next: Point | null
}

/** `legalOnly`: a run ends before an illegal move, else illegal moves are moves like others. */
export function runsOf(path: readonly Point[], legalOnly: boolean): Run[] {
  const runs: Run[] = []
  let start = path[0] as Point
  let moves: PlayedMove[] = []
  let ply = 0
  for (const point of path.slice(1)) {
    const { move } = point
    if (move !== null) ply++
    if (move !== null && (move.legal || !legalOnly)) moves.push({ ply, move })
    else {
      runs.push({ start, moves, next: point })
      start = point
      moves = []
    }
  }
  return [...runs, { start, moves, next: null }]
}

/** Why nothing can follow in the same PGN game. */
export function breakText({ move }: Point): string {
  if (move === null) return 'Here the arbiter set another position.'
  const player = move.side === 'white' ? 'White' : 'Black'
  return `Here ${player} made a move that is not legal, ${move.san}, and it stood.`
}
