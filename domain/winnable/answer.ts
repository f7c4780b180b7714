/** The answers to "can this side still mate by some series of legal moves?". */

/** Why no series of legal moves mates. */
export type UnwinnableProof =
  /** The pieces on the board can never mate, wherever they stand. */
  | 'no-material'
  /** Every line of legal moves ends without mate, or with pieces that cannot mate. */
  | 'forced'
  /** No piece that could give mate can ever reach a square from which it would. */
  | 'blocked'
  /** Whatever kings and pawns do, no mate arises, wherever the other pieces may be. */
  | 'enclosed'
  /** Every position that can still arise was visited; none is a mate. */
  | 'exhausted'

export type WinnableAnswer =
  /** `line`: the moves in UCI that end in mate; empty when the mate stands on the board. */
  | { readonly answer: 'yes'; readonly line: readonly string[]; readonly nodes: number }
  | { readonly answer: 'no'; readonly proof: UnwinnableProof; readonly nodes: number }
  /** The budget was spent, or the board has not one king of each side (then `nodes` is 0). */
  | { readonly answer: 'undetermined'; readonly nodes: number }

/** How many moves the search may make. It counts no time: the same budget always gives the same answer. */
export interface SearchBudget {
  readonly nodes: number
}
