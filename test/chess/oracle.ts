/** chessops as the oracle: positions and legal moves, in a form that compares quickly. */

import { Chess } from 'chessops/chess'
import { parseFen } from 'chessops/fen'
import { legalMoves, type Position } from '../../domain/chess/index.ts'

/** The oracle's position, or null where it refuses the set-up. */
export function oracle(fen: string): Chess | null {
  const setup = parseFen(fen)
  if (setup.isErr) throw new Error(`the oracle cannot read ${fen}`)
  const read = Chess.fromSetup(setup.value)
  return read.isErr ? null : read.value
}

/** A move as one number: from, to (castling: the rook's square), role promoted to. */
const PROMOTIONS = { knight: 2, bishop: 3, rook: 4, queen: 5 } as const

export function oracleMoves(pos: Chess): Int32Array {
  const moves: number[] = []
  for (const [from, dests] of pos.allDests()) {
    const pawn = pos.board.pawn.has(from)
    for (const to of dests) {
      if (pawn && (to < 8 || to >= 56)) {
        for (const role of Object.values(PROMOTIONS)) moves.push(from | (to << 6) | (role << 12))
      } else moves.push(from | (to << 6))
    }
  }
  return Int32Array.from(moves).sort()
}

/** Our legal moves in the same form, from the lowest fifteen bits of each. */
export const comparableMoves = (p: Position): Int32Array =>
  Int32Array.from(legalMoves(p), (move) => move & 0x7fff).sort()

/** Plays one of the oracle's moves given as a number. */
export function playOracle(pos: Chess, move: number): void {
  const promotion = (['knight', 'bishop', 'rook', 'queen'] as const)[((move >> 12) & 7) - 2]
  pos.play({ from: move & 63, to: (move >> 6) & 63, ...(promotion && { promotion }) })
}
