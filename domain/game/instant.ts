/** Instants as the envelope writes them, in milliseconds since the epoch. */

const digits = (text: string, from: number, count: number): number => {
  let value = 0
  for (let i = from; i < from + count; i++) value = value * 10 + text.charCodeAt(i) - 48
  return value
}

/** Days from 1970-01-01 to a date of the Gregorian calendar (H. Hinnant's civil-day arithmetic, public domain). */
function daysTo(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const ofEra = y - era * 400
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const inEra = ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear
  return era * 146_097 + inEra - 719_468
}

/**
 * `2026-03-14T14:00:05.250Z` as milliseconds since the epoch. Every event passes here once for every fold, and the
 * stored form is always this one; `Date.parse`, which takes any form, costs ten times as much and reads the others.
 */
export function millisOf(at: string): number {
  if (at.length !== 24 || at.charCodeAt(23) !== 90) return Date.parse(at)
  const days = daysTo(digits(at, 0, 4), digits(at, 5, 2), digits(at, 8, 2))
  const seconds = digits(at, 11, 2) * 3600 + digits(at, 14, 2) * 60 + digits(at, 17, 2)
  return (days * 86_400 + seconds) * 1000 + digits(at, 20, 3)
}

/** The instant an event took effect: the later of its own and of the one before it, since `seq` is the order. */
export function effectiveTime(before: number, at: string): number {
  const own = millisOf(at)
  if (own > before) return own
  return before
}
