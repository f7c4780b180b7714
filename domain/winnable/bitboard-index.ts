/** Indices into arrays of bitboards such as `Position.bits`: piece << 1; the lowest bit selects the half of the set. */
export const PAWNS = 2
export const KNIGHTS = 4
export const BISHOPS = 6
export const ROOKS = 8
export const QUEENS = 10
export const KINGS = 12
