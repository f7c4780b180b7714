/** The answers to "can this side still mate by some series of legal moves?". */

/** Why no series of legal moves mates. */
export type UnwinnableProof =
  /** What stands on the board can never mate, wherever it stands. */
  | 'no-material'
  /** Every line of legal moves, followed to its end or to pieces that cannot mate, is without mate. */
  | 'forced'
  /** No piece that could give the mate can ever get to where it would be given. */
  | 'blocked'
  /** Whatever kings and pawns do, no mate arises, wherever the other pieces may have got to. */
  | 'enclosed'
  /** Every position that can still arise was visited; none is a mate. */
  | 'exhausted'

export type WinnableAnswer =
  /** `line`: the moves in UCI that end in mate; empty when the mate stands on the board. */
  | { readonly answer: 'yes'; readonly line: readonly string[]; readonly nodes: number }
  | { readonly answer: 'no'; readonly proof: UnwinnableProof; readonly nodes: number }
  /** The budget was spent, or the board has not one king of each side (then `nodes` is 0). */
  | { readonly answer: 'undetermined'; readonly nodes: number }

/** How many moves the search may make; the same budget gives the same answer on every machine. */
export interface SearchBudget {
  readonly nodes: number
}
