/** Places of the men in arrays of sets, a position's own among them: piece << 1, the half of the set in the lowest bit. */
export const PAWNS = 2
export const KNIGHTS = 4
export const BISHOPS = 6
export const ROOKS = 8
export const QUEENS = 10
export const KINGS = 12
