/** The ways to write a game in PGN, which has only legal moves, although an illegal move stood in it; and the dialects of its readers. */

/** `strict` ends before it, `text` writes it as it was made, `split` goes on in a new part from the position after it. */
export const PGN_VIEWS = ['strict', 'text', 'split'] as const
export type PgnView = (typeof PGN_VIEWS)[number]

/** `standard` ends movetext with one of PGN's four markers, `lichess` also with `0-0`, `1/2-0` and `0-1/2`. */
export const PGN_DIALECTS = ['standard', 'lichess'] as const
export type PgnDialect = (typeof PGN_DIALECTS)[number]

/** Where a game sits now; the board it was opened at may have been another. */
export interface PgnSeat {
  readonly round: string
  readonly board: number
}

export interface PgnOptions {
  /** By default `standard`, in every view. */
  readonly dialect?: PgnDialect | undefined
  /** False: without `%clk`, `%emt` and the tags of running clocks. */
  readonly clocks?: boolean | undefined
}
