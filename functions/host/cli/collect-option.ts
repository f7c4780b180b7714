/** Options that may be given several times. */

/** Commander's reducer for such an option: the values so far, and one more. */
export const collectOption = (value: string, before: readonly string[]): readonly string[] => [
  ...before,
  value,
]
