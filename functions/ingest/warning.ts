/** Something in a text that its reader should know of. */
export interface Warning {
  /** 1-based, of the whole text. */
  readonly line: number
  /** From 1; 0: the game as a whole. */
  readonly ply: number
  readonly reason: string
}

/** What a game's clocks may have that needs explaining; told once a game, where it came first. */
export type Oddity = 'no-reading' | 'other-reading' | 'zero-reading' | 'other-time'

export interface Tally {
  note(oddity: Oddity, warning: Warning): void
  warnings(): Warning[]
}

export function openTally(): Tally {
  const seen = new Map<Oddity, { first: Warning; count: number }>()
  return {
    note(oddity, warning) {
      const known = seen.get(oddity)
      if (known === undefined) seen.set(oddity, { first: warning, count: 1 })
      else known.count++
    },
    warnings: () =>
      [...seen.values()].map(({ first, count }) =>
        count === 1 ? first : { ...first, reason: `${first.reason} (and at ${count - 1} more plies)` },
      ),
  }
}
