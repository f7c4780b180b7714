/** The number of a start position among the 960 of Chess960. */
import { chess960Position, writeFen } from '../chess/index.ts'

const ORDINARY = 518
/** A placement in FEN is `back rank/pawns/8/8/8/8/pawns/back rank`. */
const HEADS = 8

/** By a FEN's placement, whatever castling is still allowed; null: it is none of the 960. */
export function startNumberOf(fen: string): number | null {
  const placement = fen.slice(0, fen.indexOf(' '))
  if (placement === placementOf(ORDINARY)) return ORDINARY
  const rank = placement.slice(0, HEADS)
  if (placement !== `${rank}/pppppppp/8/8/8/8/PPPPPPPP/${rank.toUpperCase()}`) return null
  for (let n = 0; n < 960; n++) if (placementOf(n) === placement) return n
  return null
}

const placementOf = (n: number): string => {
  const fen = writeFen(chess960Position(n))
  return fen.slice(0, fen.indexOf(' '))
}
