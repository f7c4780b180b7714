/** The fixed random numbers by which positions are hashed (Zobrist): 64 bits in two halves for each feature. */

/** A reproducible generator (Marsaglia's xorshift128): hashes of the same position are the same on every machine. */
function xorshift128(): () => number {
  let x = 0x6d2b79f5
  let y = 0x1b873593
  let z = 0x4cf5ad43
  let w = 0x2745937f
  return () => {
    const t = x ^ (x << 11)
    x = y
    y = z
    z = w
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8)
    return w
  }
}

function draw() {
  const next = xorshift128()
  // A plain loop: every process begins with this, and `Int32Array.from` asks an iterator for each.
  const numbers = (length: number): Int32Array => {
    const drawn = new Int32Array(length)
    for (let i = 0; i < length; i++) drawn[i] = next()
    return drawn
  }
  return {
    /** `piece << 6 | square`. */
    pieceLo: numbers(16 * 64),
    pieceHi: numbers(16 * 64),
    /** A castling right, by the square of its rook. */
    rookLo: numbers(64),
    rookHi: numbers(64),
    /** A pawn that may legally be taken in passing, by its file. */
    passingLo: numbers(8),
    passingHi: numbers(8),
    /** Black is to move. */
    turnLo: next(),
    turnHi: next(),
  } as const
}

export const ZOBRIST = draw()
