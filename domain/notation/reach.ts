/** Finds the pieces of a kind that could go to a square as that kind moves (Article 3), of either side, king safety aside. */
import { fileOf, type Piece, type Position, pieceAt, rankOf, type Square } from '../chess/index.ts'

const KNIGHT = 2
const BISHOP = 3
const ROOK = 4
const QUEEN = 5
const KING = 6

const KNIGHT_STEPS = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
] as const
/** Orthogonal directions first, then the diagonal ones. */
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
] as const

/** The squares from one on in a direction, to the board's edge; at most `most` of them. */
function ray(square: Square, [files, ranks]: readonly [number, number], most: number): Uint8Array {
  const met: number[] = []
  let [file, rank] = [fileOf(square) + files, rankOf(square) + ranks]
  while (file >= 0 && file < 8 && rank >= 0 && rank < 8 && met.length < most) {
    met.push(rank * 8 + file)
    file += files
    rank += ranks
  }
  return Uint8Array.from(met)
}

const steps = (square: Square, ways: readonly (readonly [number, number])[]): Uint8Array =>
  Uint8Array.from(ways.flatMap((way) => [...ray(square, way, 1)]))

/** A value for each square, computed when it is first asked for, so that no start waits for it. */
function perSquare<T>(work: (square: Square) => T): (square: Square) => T {
  const known: T[] = []
  return (square) => {
    known[square] ??= work(square)
    return known[square]
  }
}

const knightSteps = perSquare((square) => steps(square, KNIGHT_STEPS))
const kingSteps = perSquare((square) => steps(square, DIRECTIONS))
const linesThrough = perSquare((square) => DIRECTIONS.map((way) => ray(square, way, 8)))

/** The squares found by the last `findReachers`; the next call overwrites them. */
export const foundReachers = new Uint8Array(16)

/** How many pieces like `piece` (no pawns) could go to a square as pieces move; their squares are in `foundReachers`. */
export function findReachers(p: Position, piece: Piece, to: Square): number {
  const role = piece & 7
  if (role === KNIGHT) return findAmong(p, piece, knightSteps(to))
  if (role === KING) return findAmong(p, piece, kingSteps(to))
  const lines = linesThrough(to)
  let count = 0
  const end = role === ROOK ? 4 : 8
  for (let i = role === BISHOP ? 4 : 0; i < end; i++) {
    const way = lines[i]!
    for (let j = 0; j < way.length; j++) {
      const found = pieceAt(p, way[j]!)
      if (found === 0) continue
      if (found === piece) foundReachers[count++] = way[j]!
      break
    }
  }
  return role >= BISHOP && role <= QUEEN ? count : 0
}

function findAmong(p: Position, piece: Piece, from: Uint8Array): number {
  let count = 0
  for (let i = 0; i < from.length; i++) if (pieceAt(p, from[i]!) === piece) foundReachers[count++] = from[i]!
  return count
}
