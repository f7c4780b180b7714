/** Rules of ids, names, lines and days as plain functions, for callers that need no schema. */

export const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/

/** Whether a text may be an id. */
export const isId = (text: string): boolean => ID_PATTERN.test(text)

/** Whether a text has a visible character: one that is no blank, no control or format character and not shown as nothing. */
export const isVisible = (words: string): boolean =>
  /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u.test(words)

/** Whether a text is one line: it has no control characters and no halves of surrogate pairs. */
export const isOneLine = (words: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(words)

/** Whether the calendar has this day (`2024-02-29`); `Date.parse` alone would read 2026-02-30 as 2 March. */
export function isCalendarDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}
