/** What an id and a name must be, apart from the schemas, for those who need no schema. */

export const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/

/** Whether a text may be an id. */
export const isId = (text: string): boolean => ID_PATTERN.test(text)

/** Whether any of a text can be seen: not blanks, marks that steer others, and signs that show nothing alone. */
export const isVisible = (words: string): boolean =>
  /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u.test(words)

/** Signs that no line holds: control characters and halves of surrogate pairs. */
export const isOneLine = (words: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(words)

/** Does the calendar have this day (`2024-02-29`)? To a Date 2026-02-30 is March. */
export function isCalendarDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}
