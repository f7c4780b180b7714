/** Places of the men in arrays of sets, a position's own among them: piece << 1, the half of the set in the lowest bit. */
export const PAWN = 2
export const KNIGHT = 4
export const BISHOP = 6
export const ROOK = 8
export const QUEEN = 10
export const KING = 12
