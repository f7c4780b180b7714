/** The fixed random numbers by which positions are hashed (Zobrist): 64 bits in two halves for each feature. */

/**
 * Numbers of a reproducible generator (Marsaglia's xorshift128): hashes of the same position are the same on every machine.
 * Every process begins with this, in code that no compiler has seen yet: hence a plain loop over local variables.
 */
function draw() {
  const state = Int32Array.of(0x6d2b79f5, 0x1b873593, 0x4cf5ad43, 0x2745937f)
  const numbers = (length: number): Int32Array => {
    const drawn = new Int32Array(length)
    let [x, y, z, w] = state as unknown as [number, number, number, number]
    for (let i = 0; i < length; i++) {
      const t = x ^ (x << 11)
      x = y
      y = z
      z = w
      w = w ^ (w >>> 19) ^ t ^ (t >>> 8)
      drawn[i] = w
    }
    state.set([x, y, z, w])
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
    turnLo: numbers(1)[0]!,
    turnHi: numbers(1)[0]!,
  } as const
}

export const ZOBRIST = draw()
