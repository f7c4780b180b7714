/** The ways to show in PGN, where every move is legal, a game in which an illegal move stood. */

/** `strict` ends before it, `text` writes it as it was made, `split` goes on in a new part from the position after it. */
export const PGN_VIEWS = ['strict', 'text', 'split'] as const
export type PgnView = (typeof PGN_VIEWS)[number]
