/** Pieces as small numbers: the role in the low three bits, bit 8 for Black, 0 for an empty square. */

import type { PieceLetter, Side } from '../../events/vocabulary.ts'

/** 0 empty; 1…6 the white pawn, knight, bishop, rook, queen, king; 9…14 the black ones. */
export type Piece = number

/** What a piece is, whatever its colour. */
export type Role = 'P' | 'N' | 'B' | 'R' | 'Q' | 'K'

/** The side as an index: 0 White, 1 Black. */
export type SideIndex = 0 | 1

/** The roles as numbers; also the white pieces. */
export const ROLES = { PAWN: 1, KNIGHT: 2, BISHOP: 3, ROOK: 4, QUEEN: 5, KING: 6 } as const

const LETTERS = ['', 'P', 'N', 'B', 'R', 'Q', 'K', '', '', 'p', 'n', 'b', 'r', 'q', 'k', ''] as const

/** The piece of a FEN letter. */
export const pieceOf = (letter: PieceLetter): Piece => LETTERS.indexOf(letter)

/** The FEN letter of a piece (not of an empty square: that has none, and gives the pawn's). */
export const letterOf = (piece: Piece): PieceLetter => (LETTERS[piece] || 'P') as PieceLetter

/** The owner of a piece (White for an empty square: ask for the piece first). */
export const sideOf = (piece: Piece): Side => (piece & 8 ? 'black' : 'white')

/** The role of a piece; an empty square has none and gives the pawn's. */
export const roleOf = (piece: Piece): Role => (LETTERS[piece & 7] || 'P') as Role

/** A side's piece of a role. */
export const pieceFor = (side: SideIndex, role: number): Piece => role | (side << 3)

export const sideIndex = (side: Side): SideIndex => (side === 'white' ? 0 : 1)
export const sideName = (index: SideIndex): Side => (index === 0 ? 'white' : 'black')
