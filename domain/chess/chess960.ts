/** Starting positions: that of standard chess (2.3) and the 960 of Guideline II, by Scharnagl's numbers. */

import { castlingSetup } from './castling.ts'
import { pieceFor, ROLES } from './pieces.ts'
import { Position, setRights, togglePiece } from './position.ts'

const { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING } = ROLES

/** The two places among five free ones where the knights stand, by number 0…9. */
const KNIGHT_PLACES = [
  [0, 1],
  [0, 2],
  [0, 3],
  [0, 4],
  [1, 2],
  [1, 3],
  [1, 4],
  [2, 3],
  [2, 4],
  [3, 4],
] as const

/** The first rank of start position `n` (0…959) in the numbering of Reinhard Scharnagl; 518 is ordinary chess. */
function firstRank(n: number): number[] {
  const rank = new Array<number>(8).fill(0)
  const free = (place: number): number => {
    for (let file = 0; file < 8; file++) if (rank[file] === 0 && place-- === 0) return file
    throw new RangeError('a first rank has eight places')
  }
  rank[(n % 4) * 2 + 1] = BISHOP
  rank[(Math.floor(n / 4) % 4) * 2] = BISHOP
  rank[free(Math.floor(n / 16) % 6)] = QUEEN
  const [one, other] = KNIGHT_PLACES[Math.floor(n / 96)]!
  const knights = [free(one), free(other)]
  for (const file of knights) rank[file] = KNIGHT
  for (const piece of [ROOK, KING, ROOK]) rank[free(0)] = piece
  return rank
}

function withFirstRank(rank: readonly number[]): Position {
  const p = new Position()
  rank.forEach((piece, file) => {
    togglePiece(p, piece, file)
    togglePiece(p, PAWN, file + 8)
    togglePiece(p, pieceFor(1, PAWN), file + 48)
    togglePiece(p, pieceFor(1, piece), file + 56)
  })
  return p
}

/** The start position of an ordinary game, White to move. */
export function initialPosition(): Position {
  const p = withFirstRank(firstRank(518))
  setRights(p, 15)
  return p
}

/** Start position 0…959 of Chess960 (Guideline II.2). @throws RangeError for any other number */
export function chess960Position(n: number): Position {
  if (!Number.isInteger(n) || n < 0 || n > 959)
    throw new RangeError(`start position ${n}; there are 0 to 959`)
  const rank = firstRank(n)
  const king = rank.indexOf(KING)
  const left = rank.indexOf(ROOK)
  const right = rank.lastIndexOf(ROOK)
  const p = withFirstRank(rank)
  p.castling = castlingSetup([king, king + 56], [right, left, right + 56, left + 56])
  p.rightsMask = p.castling.rightsMask
  p.chess960 = true
  setRights(p, 15)
  return p
}
