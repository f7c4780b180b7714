/** The fixed random numbers by which positions are hashed (Zobrist): 64 bits in two halves for each feature. */

/**
 * Numbers of a reproducible generator (Marsaglia's xorshift128): a position has the same hash in every process. Runs at
 * every start, before the JIT has compiled anything: hence a plain loop over local variables.
 */
function zobristNumbers() {
  const drawn = new Int32Array(2 * (16 * 64 + 64 + 8 + 1))
  let x = 0x6d2b79f5
  let y = 0x1b873593
  let z = 0x4cf5ad43
  let w = 0x2745937f
  for (let i = 0; i < drawn.length; i++) {
    const t = x ^ (x << 11)
    x = y
    y = z
    z = w
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8)
    drawn[i] = w
  }
  return {
    /** `piece << 6 | square`. */
    pieceLo: drawn.slice(0, 1024),
    pieceHi: drawn.slice(1024, 2048),
    /** A castling right, by the square of its rook. */
    rookLo: drawn.slice(2048, 2112),
    rookHi: drawn.slice(2112, 2176),
    /** A pawn that may legally be captured en passant, by its file. */
    enPassantLo: drawn.slice(2176, 2184),
    enPassantHi: drawn.slice(2184, 2192),
    /** Black is to move. */
    turnLo: drawn[2192]!,
    turnHi: drawn[2193]!,
  } as const
}

export const ZOBRIST = zobristNumbers()
