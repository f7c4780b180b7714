/** When a game began, by its tags: in UTC where they say so, else on its day. */
import { type PgnGame, tagOf } from '../../domain/pgn/index.ts'

/** For games whose text gives no year, or one to come: their instants are relative. */
const UNKNOWN_INSTANT = 0

/** Milliseconds since 1970, never after `now`. A month or a day that is not known counts as the first. */
export function pgnStartInstant(game: PgnGame, now: number): number {
  const start = startByTags(game)
  return start > now ? UNKNOWN_INSTANT : start
}

function startByTags(game: PgnGame): number {
  const utc = day(tagOf(game, 'UTCDate'))
  if (utc !== null) return utc + (time(tagOf(game, 'UTCTime')) ?? 0)
  // Local time of an unknown zone: only the day is certain.
  const local = day(tagOf(game, 'Date')) ?? day(tagOf(game, 'EventDate'))
  return local === null ? UNKNOWN_INSTANT : local + (time(tagOf(game, 'Time') ?? tagOf(game, 'UTCTime')) ?? 0)
}

function day(text: string | undefined): number | null {
  const [, year, month, date] = /^(\d{4})[.-](\d\d|\?\?)[.-](\d\d|\?\?)$/.exec(text ?? '') ?? []
  if (year === undefined || year === '0000') return null
  const at = Date.parse(`${year}-${known(month)}-${known(date)}T00:00:00Z`)
  return Number.isNaN(at) ? null : at
}

const known = (part: string | undefined): string => (part === undefined || part === '??' ? '01' : part)

function time(text: string | undefined): number | null {
  const [, hours, minutes, seconds = '0'] = /^(\d{1,2}):(\d\d)(?::(\d\d))?/.exec(text ?? '') ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
}
