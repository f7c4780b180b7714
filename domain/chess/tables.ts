/** Attack tables, computed once at load: what kings, knights and pawns attack, and the lines through each square. */

/** Files and ranks of a knight's steps. */
const KNIGHT_FILES = [1, 2, 2, 1, -1, -2, -2, -1]
const KNIGHT_RANKS = [2, 1, -1, -2, -2, -1, 1, 2]

/** The eight directions, clockwise from north: even ones are orthogonal, odd ones diagonal, opposite ones differ by 4. */
const RAY_FILES = [0, 1, 1, 1, 0, -1, -1, -1]
const RAY_RANKS = [1, 1, 0, -1, -1, -1, 0, 1]

const half = (size = 64): Int32Array => new Int32Array(size)

/**
 * Runs at every start, before the JIT has compiled anything. So the loops are plain and call nothing, and each ray is
 * its first square and the ray from there.
 */
function buildTables() {
  const [knightLo, knightHi, kingLo, kingHi] = [half(), half(), half(), half()]
  const [pawnLo, pawnHi, rayLo, rayHi] = [half(128), half(128), half(512), half(512)]
  const [rookLinesLo, rookLinesHi, bishopLinesLo, bishopLinesHi] = [half(), half(), half(), half()]
  const [diagonalLo, diagonalHi, antidiagonalLo, antidiagonalHi] = [half(), half(), half(), half()]
  const direction = new Int8Array(4096)
  for (let way = 0; way < 8; way++) {
    const files = RAY_FILES[way]!
    const ranks = RAY_RANKS[way]!
    const step = ranks * 8 + files
    const isDiagonal = (way & 1) === 1
    const linesLo = isDiagonal ? bishopLinesLo : rookLinesLo
    const linesHi = isDiagonal ? bishopLinesHi : rookLinesHi
    const lineLo = (way & 3) === 1 ? diagonalLo : antidiagonalLo
    const lineHi = (way & 3) === 1 ? diagonalHi : antidiagonalHi
    const pawns = ranks > 0 ? 0 : 64
    const knightFiles = KNIGHT_FILES[way]!
    const knightRanks = KNIGHT_RANKS[way]!
    const knightStep = knightRanks * 8 + knightFiles
    for (let i = 0; i < 64; i++) {
      // From the edge inwards: the ray from the next square must already be there.
      const from = step > 0 ? 63 - i : i
      const file = from & 7
      const rank = from >> 3
      // Off the board a file or a rank is beyond three bits.
      if (((file + knightFiles) | (rank + knightRanks)) >>> 3 === 0) {
        const to = from + knightStep
        if (to < 32) knightLo[from]! |= 1 << to
        else knightHi[from]! |= 1 << to
      }
      if (((file + files) | (rank + ranks)) >>> 3 !== 0) continue
      const next = from + step
      const lo = next < 32 ? 1 << next : 0
      const hi = next < 32 ? 0 : 1 << next
      const allLo = lo | rayLo[(way << 6) | next]!
      const allHi = hi | rayHi[(way << 6) | next]!
      rayLo[(way << 6) | from] = allLo
      rayHi[(way << 6) | from] = allHi
      kingLo[from]! |= lo
      kingHi[from]! |= hi
      linesLo[from]! |= allLo
      linesHi[from]! |= allHi
      if (isDiagonal) {
        pawnLo[pawns | from]! |= lo
        pawnHi[pawns | from]! |= hi
        lineLo[from]! |= allLo
        lineHi[from]! |= allHi
      }
    }
  }
  // The directions from a square of each file, on a strip of 15 ranks with the square in the middle; the board is eight
  // ranks of the strip.
  const around = new Int8Array(15 * 8)
  for (let file = 0; file < 8; file++) {
    around.fill(-1)
    around.fill(6, 56, 56 + file).fill(2, 57 + file, 64)
    for (let way = 0; way < 8; way++) {
      if ((way & 3) === 2) continue
      const step = RAY_RANKS[way]! * 8 + RAY_FILES[way]!
      const room = RAY_FILES[way]! === 0 ? 7 : RAY_FILES[way]! > 0 ? 7 - file : file
      for (let k = 1; k <= room; k++) around[56 + file + k * step] = way
    }
    for (let rank = 0; rank < 8; rank++) {
      direction.set(around.subarray(56 - 8 * rank, 120 - 8 * rank), ((rank << 3) | file) << 6)
    }
  }
  return {
    knightLo,
    knightHi,
    kingLo,
    kingHi,
    /** `side << 6 | square`: what a pawn of that side (0 White, 1 Black) attacks from the square. */
    pawnLo,
    pawnHi,
    /** `direction << 6 | square`: the squares seen in a direction on an empty board. */
    rayLo,
    rayHi,
    /** Rank and file through a square, without it. */
    rookLinesLo,
    rookLinesHi,
    /** Both diagonals through a square, without it. */
    bishopLinesLo,
    bishopLinesHi,
    /** The diagonal that rises to the right, and the one that falls. */
    diagonalLo,
    diagonalHi,
    antidiagonalLo,
    antidiagonalHi,
    /** `a << 6 | b`: the direction 0…7 in which b is seen from a along a line, or -1. */
    direction,
  } as const
}

/** By square unless said otherwise. */
export const TABLES = buildTables()
