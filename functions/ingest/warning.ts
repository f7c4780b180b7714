/** Something in a text that its reader should know of. */
export interface ImportWarning {
  /** 1-based, of the whole text. */
  readonly line: number
  /** From 1; 0: the game as a whole. */
  readonly ply: number
  readonly reason: string
  /** What is said once of a whole text, however many of its games have it: the tag that it is about. */
  readonly once?: string
  /** How its moves are read depends on it: the position from which they start, or the game that they are of. */
  readonly ofSetting?: true
}
