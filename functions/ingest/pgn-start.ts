/** When a game began, by its tags: in UTC where they say so, else on its day. */
import { type PgnGame, tagOf } from '../../domain/pgn/index.ts'
import { isCalendarDay } from '../../events/text-rules.ts'

/**
 * Milliseconds since 1970, never after `now`; null where the text names no year, or one to come. A month or a day that is
 * not known counts as the first.
 */
export function pgnStartInstant(game: PgnGame, now: number): number | null {
  const start = startByTags(game)
  return start === null || start > now ? null : start
}

function startByTags(game: PgnGame): number | null {
  const utc = pgnDay(tagOf(game, 'UTCDate'))
  if (utc !== null) return utc + (pgnTime(tagOf(game, 'UTCTime')) ?? 0)
  // Local time of an unknown zone: only the day is certain.
  const local = pgnDay(tagOf(game, 'Date')) ?? pgnDay(tagOf(game, 'EventDate'))
  return local === null ? null : local + (pgnTime(tagOf(game, 'Time') ?? tagOf(game, 'UTCTime')) ?? 0)
}

/** Midnight of a day in UTC, ms; null for what names none, or no year. */
export function pgnDay(text: string | undefined): number | null {
  const [, year, month, day] = /^(\d{4})[.-](\d\d|\?\?)[.-](\d\d|\?\?)$/.exec(text ?? '') ?? []
  if (year === undefined || year === '0000') return null
  const whole = `${year}-${known(month)}-${known(day)}`
  return isCalendarDay(whole) ? Date.parse(`${whole}T00:00:00Z`) : null
}

/** Whether a date may be one, as far as it is known: not the 30th of February. */
export const isDayOfCalendar = (date: string): boolean =>
  pgnDay(date.replace(/^(?:\?{4}|0000)/, '2024')) !== null

const known = (part: string | undefined): string => (part === undefined || part === '??' ? '01' : part)

/** A time of the day, ms. */
export function pgnTime(text: string | undefined): number | null {
  const [, hours, minutes, seconds = '0'] = /^(\d{1,2}):(\d\d)(?::(\d\d))?/.exec(text ?? '') ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
}
