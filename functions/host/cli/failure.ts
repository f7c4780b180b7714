/** How a command ends when it cannot do what was asked: one line on stderr and an exit status. */

/** Wrong usage or unreadable input: exit status 2. `message` says what was wrong, where, and what would be right. */
export class CommandFailure extends Error {
  override name = 'CommandFailure'
}

/** Exit status of a command whose checked thing does not hold (a failed case, a broken chain). */
export const EXIT_DOES_NOT_HOLD = 1
/** Exit status of wrong usage and of unreadable input. */
export const EXIT_UNUSABLE = 2
