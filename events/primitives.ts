/**
 * The values that fields are made of: ids, squares, pieces, times, texts, points.
 * Every schema's `error` is a phrase that says what would be expected; `field-faults.ts` puts before it what was found.
 */
import * as z from 'zod'
import { ID_PATTERN, isVisible } from './text-rules.ts'
import { PIECES, POINTS, PROMOTIONS, SIDES } from './vocabulary.ts'

/** One of the words of a list. */
export const oneOf = <const W extends readonly [string, ...string[]]>(words: W) =>
  z.enum(words, { error: `one of ${words.join(', ')}` })

/** An object that has these fields and no others. An unknown field's refusal names the fields there are. */
export const fields = <S extends z.core.$ZodLooseShape>(shape: S) => {
  const names = Object.keys(shape).join(', ')
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? names : 'an object'),
  })
}

/** A rule about several fields at once, in one sentence that is its refusal too; the refusal points at `at`. */
export const withRule = <S extends z.ZodType>(
  schema: S,
  holds: (value: z.output<S>) => boolean,
  sentence: string,
  ...at: string[]
) => schema.refine(holds, { error: sentence, path: at }).describe(sentence)

const matching = (pattern: RegExp, expected: string) =>
  z.string({ error: expected }).regex(pattern, { error: expected, abort: true }).describe(expected)

/** The error of a check that no pattern can make: a phrase as the patterns have, not a whole sentence as `withRule` has. */
const phraseError = (expected: string) => ({ error: expected, params: { phrase: true } })

const whole = (least: number, most: number, expected: string) =>
  z.int({ error: expected }).min(least, { error: expected }).max(most, { error: expected }).describe(expected)

export const listOf = <S extends z.ZodType>(item: S, least: number, most: number, expected: string) =>
  z
    .array(item, { error: expected })
    .min(least, { error: expected })
    .max(most, { error: expected })
    .describe(expected)

/** A number, not only a whole one. */
export const numberBetween = (least: number, most: number, expected: string) =>
  z
    .number({ error: expected })
    .min(least, { error: expected })
    .max(most, { error: expected })
    .describe(expected)

/** Ids of games, tournaments, rounds and events. */
export const id = matching(ID_PATTERN, 'an id of 1 to 64 letters, digits, _ or -')

export const side = oneOf(SIDES)
export const languageCode = matching(
  /^[a-z]{2}$/,
  'a language by its code of two small letters (ISO 639-1), such as sk',
)
export const ruleName = matching(/^[a-z0-9-]{1,64}$/, 'a rule by its name, such as default-time')
export const trueOrFalse = z.boolean({ error: 'true or false' })
export const square = matching(/^[a-h][1-8]$/, 'a square, a1 … h8')
export const piece = oneOf(PIECES)
export const promotion = oneOf(PROMOTIONS)
export const squares = listOf(square, 1, 64, 'a list of 1 to 64 squares')

/** The number of an event in its record. */
export const seq = whole(1, 1_000_000_000, 'a seq: a whole number from 1')
export const seqs = listOf(seq, 1, 500, 'a list of 1 to 500 seqs')

/** A ply is a half-move, 1 being White's first; a move number counts a move of both players, from 1. */
export const ply = whole(1, 20_000, 'a ply: a whole number from 1 to 20000')
export const moveNumber = whole(1, 10_000, 'a move number: a whole number from 1 to 10000')
export const wholeBetween = (least: number, most: number) =>
  whole(least, most, `a whole number from ${least} to ${most}`)

const DAY_MS = 86_400_000

/** A span of time or a clock's remaining time in milliseconds, up to 30 days. */
export const millis = whole(0, 30 * DAY_MS, 'whole milliseconds from 0 to 2592000000 (30 days)')

/** What a device shows, in milliseconds: some devices count on below zero after the flag; a day below is accepted. */
export const shownMillis = whole(-DAY_MS, 30 * DAY_MS, 'whole milliseconds from -86400000 to 2592000000')

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/
const INSTANT_WORDS = 'an instant in UTC such as 2024-03-09T14:00:00.000Z'

/** `…:00Z`, `…:00.5Z` → with three digits of milliseconds. */
const withMillis = (text: string): string =>
  text.length === 24 ? text : `${text.slice(0, 19)}.${text.slice(20, -1).padEnd(3, '0')}Z`

/** Does the calendar have this day, and the day this minute? Leap seconds are refused: no clock at a board has them. */
const isInCalendar = (text: string): boolean => {
  const at = Date.parse(text)
  return !Number.isNaN(at) && new Date(at).toISOString() === withMillis(text)
}

/** RFC 3339 in UTC (`Z`) with no, one, two or three digits of a second; what comes out has three. */
export const instant = matching(INSTANT, INSTANT_WORDS)
  .refine(isInCalendar, phraseError('a day of the calendar and a time of the day'))
  .overwrite(withMillis)
  .describe(INSTANT_WORDS)

const CALENDAR =
  /^(?:\d{4}|\?{4})(?:-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])|\.(?:0[1-9]|1[0-2]|\?\?)\.(?:0[1-9]|[12]\d|3[01]|\?\?))$/

/** A day as ISO 8601 writes it, or as PGN does, with `?` for digits that are not known. */
export const date = matching(CALENDAR, 'a date such as 2024-03-09, or PGN’s 2024.03.??')

/** Unicode's categories Cc and Cs by their ranges: named by `\p{…}` each pattern would cost every start of a process. */
const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f'
const SURROGATES = '\\ud800-\\udfff'

/** A name, a place, a heading: one line, no control characters, no halves of surrogate pairs (they have no UTF-8). */
export const line = (most: number) =>
  matching(new RegExp(`^[^${CONTROLS}${SURROGATES}]{1,${most}}$`, 'u'), `a line of 1 to ${most} characters`)

/** A line that names somebody or something: its reader must see it. */
export const name = (most: number) =>
  line(most)
    .refine(isVisible, phraseError(`a name of 1 to ${most} characters of which one can be seen`))
    .describe(`a line of 1 to ${most} characters, not of blanks and unseen signs alone`)

/** Text of several lines. */
export const text = (most: number) =>
  matching(
    new RegExp(`^(?:[^${CONTROLS}${SURROGATES}]|[\\t\\n\\r]){0,${most}}$`, 'u'),
    `a text of at most ${most} characters, without control characters`,
  )

/** Text in a person's own words (`note`, `reason`, `condition`): stored apart from the event, see `pseudonymise.ts`. */
export const freeText = text(2000)

/** The number or the name of a round or a board: `7`, `"7"`, `"4.2"`. */
export const ordinal = z.union([wholeBetween(0, 100_000), line(64)], {
  error: 'a whole number from 0 to 100000, or a line of 1 to 64 characters',
})

const FIDE_ID_WORDS = 'a FIDE id: 1 to 11 digits, as a number or as a string'

/** FIDE's number of a player, as digits or as a number, of as many digits as a report file has columns for: stored as reported, compared by its digits. */
export const fideId = z
  .union([whole(1, 99_999_999_999, FIDE_ID_WORDS), matching(/^[1-9]\d{0,10}$/, FIDE_ID_WORDS)], {
    error: FIDE_ID_WORDS,
  })
  .describe(FIDE_ID_WORDS)

/** A SHA-256 in lower- or upper-case hex. */
export const sha256Hex = matching(/^[0-9a-fA-F]{64}$/, 'a SHA-256: 64 hex digits')

const FEN_FIELDS: readonly RegExp[] = [
  /^[pnbrqkPNBRQK1-8]{1,8}(?:\/[pnbrqkPNBRQK1-8]{1,8}){7}$/,
  /^[wb]$/,
  /^(?:-|[KQA-Hkqa-h]{1,4})$/,
  /^(?:-|[a-h][36])$/,
  /^\d{1,4}$/,
  /^\d{1,5}$/,
]

const filesOf = (rank: string): number => {
  let files = 0
  for (const sign of rank) files += Number(sign) || 1
  return files
}

/** Whether a FEN reads as one: 1 to 6 fields, eight ranks of eight. Whether its position can be played is not checked here. */
const isFen = (text: string): boolean => {
  const parts = text.split(' ')
  if (parts.length > FEN_FIELDS.length) return false
  if (!parts.every((part, i) => FEN_FIELDS[i]?.test(part) === true)) return false
  return parts[0]!.split('/').every((rank) => filesOf(rank) === 8)
}

const FEN_WORDS = 'a FEN: eight ranks of eight files, then side, castling, e.p. square and counters'

/** Forsyth–Edwards notation, also X-FEN and Shredder-FEN; fields left out at the end take their defaults. */
export const fen = z
  .string({ error: FEN_WORDS })
  .max(120, { error: FEN_WORDS, abort: true })
  .refine(isFen, phraseError(FEN_WORDS))
  .describe(FEN_WORDS)

export const points = oneOf(POINTS)

const score = fields({ white: points, black: points })

const RESULT_TEXTS = ['1-0', '0-1', '½-½', '1/2-1/2', '0-0', '½-0', '0-½', '+--', '--+', '---'] as const

/** A result as a person writes it, or points for each side. */
export const writtenResult = z.union([z.enum(RESULT_TEXTS), score], {
  error: `points for white and black, or one of ${RESULT_TEXTS.join(', ')}`,
})

/** One value for both sides, or one for each. */
export const eachSide = <S extends z.ZodType>(value: S, expected: string) =>
  z.union([value, fields({ white: value.optional(), black: value.optional() })], { error: expected })

/** A `data` whose fields may all be absent may be left out itself. */
export const orEmpty = <S extends z.ZodType>(data: S) =>
  data.safeParse({}).success ? z.prefault(data, {} as z.input<S>) : data
