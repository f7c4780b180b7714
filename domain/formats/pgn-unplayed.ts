/** Move texts of an import that could not be played: those from an unreadable text on, or all where the FEN is invalid. */
import type { Side } from '../../events/index.ts'
import type { GameState } from '../game/index.ts'

export interface UnplayedMove {
  /** From 1. */
  readonly ply: number
  readonly text: string
}

/** The texts after the moves that were played, in their order; none where the game was no import. */
export function unplayedMoves({ details, scoresheets }: GameState, played: number): UnplayedMove[] {
  if (details?.source?.kind !== 'pgn') return []
  const sides: Side[] = ['white', 'black']
  const written = sides.flatMap((side) => scoresheets[side].moves)
  const texts = new Map(written.map(({ ply, text }) => [ply, text]))
  const unread: UnplayedMove[] = []
  for (let ply = played + 1; texts.has(ply); ply++) unread.push({ ply, text: texts.get(ply)! })
  return unread
}
