/** Reads time controls from PGN's `TimeControl`, TRF26 and prose, and writes them as canonical PGN. */
import { BONUS_MODES, type BonusMode, type Period, type TimeControl } from '../../events/vocabulary.ts'
import { ok, type Result, refuse } from '../result.ts'
import { BONUS_MODE_RULES, modeRulesOf } from './bonus-modes.ts'
import { readTimeControlProse } from './time-control-prose.ts'

const EXPECTED_FORM =
  'write e.g. "5400+30", "40/5400+30:1800+30" (moves/seconds+bonus, periods joined by ":"), "-" or "?"'
/** The longest text that is read: PGN's strings end at 255 characters; organisers' sentences are longer. */
const MAX_TEXT_LENGTH = 500
const THIRTY_DAYS_MS = 30 * 86_400_000
const MAX_PERIODS = 10
const MAX_MOVES = 1_000

/** One period of PGN: `40/5400+30`; `+5d` is a delay (as python-chess reads it), `+5b` Bronstein's (read and written here alone). */
const FIELD = /^(?:(\d+)\/)?(\d+(?:\.\d{1,3})?)(?:\+(\d+(?:\.\d{1,3})?)([db])?)?$/i
const IS_PGN = /^(?:[\d/+.]+[db]?(?::|$))+$/i

/** Whether a text has the signs of PGN's tag, not the words of an organiser: `60+0` is `60`, and both are PGN. */
export const isInPgnSigns = (text: string): boolean => IS_PGN.test(text.trim())

const MODES: ReadonlyMap<string, BonusMode> = new Map(
  BONUS_MODES.map((mode) => [BONUS_MODE_RULES[mode].letter, mode]),
)

/**
 * Reads the value of a `TimeControl` tag, a TRF26 line 222, or the sentence an organiser wrote instead. `?` and `-`
 * give null: no time control is known, or there is none.
 *
 * A text of digits and signs alone is PGN and its numbers are seconds, also `90+30`, which people write for ninety minutes: nothing
 * is guessed here; a caller that can ask uses `readFiguresAsMinutes`. Numbers with units (`90'+30"`, `90 min + 30 sec`) and American
 * `G/90;d5` are prose. A bonus without a mode is Fischer's.
 *
 * PGN lets the last field carry a move count and repeat (`40/9000`). The count is returned as written; `parseRecordedControl` gives
 * what a game is opened with.
 *
 * Refused, with the part that was not understood and the right form: `sandclock`, `sides-differ`, `time-control`.
 *
 * @example
 * ```ts
 * import { parseTimeControl, writeTimeControl } from 'touchmove/pgn'
 *
 * const control = parseTimeControl('90 minutes for 40 moves, then 30 minutes, 30 seconds per move')
 * if (!control.ok) throw new Error(control.error.message)
 * console.log(writeTimeControl(control.value))
 * // 40/5400+30:1800+30
 * ```
 */
export const parseTimeControl = (text: string): Result<TimeControl | null> => {
  const value = text.trim()
  if (value === '?' || value === '-') return ok(null)
  if (value.length > MAX_TEXT_LENGTH)
    return misread(`${value.slice(0, 60)}…`, `it is longer than ${MAX_TEXT_LENGTH} characters`)
  if (value.startsWith('*'))
    return refuse('sandclock', `"${value}" is a sandclock, which no event can record; ${EXPECTED_FORM}`)
  const sides = /^W(\d.*)-B(\d.*)$/i.exec(value)
  if (sides !== null) return readSides(value, sides[1]!, sides[2]!)
  const bare = value.replace(/\s+/g, '')
  const read = IS_PGN.test(bare) ? readFields(bare) : readTimeControlProse(value)
  return read.ok ? withinBounds(value, read.value) : misread(value, read.error.message)
}

/** A game shorter than this is unlikely, so that such numbers may be minutes. */
const SHORTEST_GAME_MS = 180_000

/**
 * The time control of bare numbers if times are minutes and bonuses seconds, as people write `90+30`. Null where that is unlikely:
 * the text has units, or a period is at least three minutes long as it is.
 */
export function readFiguresAsMinutes(text: string): TimeControl | null {
  const bare = text.replace(/\s+/g, '')
  const read = IS_PGN.test(bare) ? readFields(bare) : null
  if (read === null || !read.ok) return null
  const times = read.value.map(({ time }) => time)
  if (Math.max(...times) === 0 || Math.max(...times) >= SHORTEST_GAME_MS) return null
  const inMinutes = withinBounds(
    text,
    read.value.map((period) => ({ ...period, time: period.time * 60 })),
  )
  return inMinutes.ok ? inMinutes.value : null
}

/** Moves of a player that a game hardly ever goes beyond. */
const LONG_GAME_MOVES = 200

/**
 * A time control as the record has it, whose last period runs to the end of the game: a last field that repeats (`40/9000`) becomes as
 * many periods as a record has. Refused (`time-control`) where they end before `moves` moves of a player, as those of `1/86400` do.
 */
export function parseRecordedControl(text: string, moves = LONG_GAME_MOVES): Result<TimeControl | null> {
  const read = parseTimeControl(text)
  const last = read.ok ? read.value?.periods.at(-1) : undefined
  if (!read.ok || read.value === null || last?.moves === undefined) return read
  const before = read.value.periods.slice(0, -1)
  const repeats = MAX_PERIODS - before.length
  const covered = repeats * last.moves + before.reduce((sum, period) => sum + (period.moves ?? 0), 0)
  if (covered < moves)
    return misread(
      text,
      `its last field repeats, and as many periods as a record has end after ${covered} moves`,
    )
  const { moves: _, ...final } = last
  const repeated = Array.from({ length: repeats - 1 }, () => last)
  return ok({ ...read.value, periods: [...before, ...repeated, final] })
}

const misread = (text: string, why: string) => refuse('time-control', `"${text}": ${why}; ${EXPECTED_FORM}`)

/** TRF26 gives White and Black each a time (`W300-B240`). A record's time control is one for both. */
const readSides = (text: string, white: string, black: string): Result<TimeControl | null> => {
  const read = parseTimeControl(white)
  if (!read.ok) return read
  const other = parseTimeControl(black)
  if (!other.ok || JSON.stringify(read.value) === JSON.stringify(other.value)) return other
  return refuse(
    'sides-differ',
    `"${text}" gives White and Black different times; open the game with one of them, e.g. "${white}", and set the other with a clock-set`,
  )
}

const readFields = (text: string): Result<readonly Period[]> => {
  const periods: Period[] = []
  for (const field of text.split(':')) {
    const parts = FIELD.exec(field)
    if (parts === null) return refuse('time-control', `the part "${field}" is no moves/seconds+bonus`)
    const [, moves, time, bonus, mode] = parts
    periods.push({
      ...(moves === undefined ? {} : { moves: Number(moves) }),
      time: toMillis(time!),
      ...(bonus === undefined || Number(bonus) === 0 ? {} : { bonus: toMillis(bonus) }),
      ...(mode === undefined || Number(bonus) === 0 ? {} : { mode: MODES.get(mode.toLowerCase()) }),
    })
  }
  return ok(periods)
}

const toMillis = (seconds: string): number => Math.round(Number(seconds) * 1_000)

const withinBounds = (text: string, periods: readonly Period[]): Result<TimeControl> => {
  const why = fault(periods)
  return why === null ? ok({ periods }) : misread(text, why)
}

const fault = (periods: readonly Period[]): string | null => {
  if (periods.length > MAX_PERIODS) return `${periods.length} periods are more than ${MAX_PERIODS}`
  for (const [i, { moves, time, bonus = 0 }] of periods.entries()) {
    const name = `period ${i + 1}`
    if (moves === undefined && i < periods.length - 1)
      return `${name} does not say after how many moves it ends`
    if (moves !== undefined && !(Number.isInteger(moves) && moves >= 1 && moves <= MAX_MOVES))
      return `${name} has ${moves} moves, not a number from 1 to ${MAX_MOVES}`
    if (time === 0 && bonus === 0) return `${name} has no time at all`
    if (Math.max(time, bonus) > THIRTY_DAYS_MS) return `${name} is longer than 30 days`
  }
  return null
}

/**
 * Canonical PGN; null is `-`. Seconds have decimals where a period is not of whole seconds. Delay and Bronstein are
 * written `+5d` and `+5b`: `parseTimeControl` reads them back, python-chess reads the first, other programs may refuse
 * what PGN has no word for. `turnover` is not written: PGN does not say what makes a period follow another.
 */
export const writeTimeControl = (control: TimeControl | null): string =>
  control === null ? '-' : control.periods.map(writePeriod).join(':')

const writePeriod = (period: Period): string => {
  const { moves, time, bonus = 0 } = period
  const { letter } = modeRulesOf(period)
  return `${moves === undefined ? '' : `${moves}/`}${time / 1_000}${bonus === 0 ? '' : `+${bonus / 1_000}${letter}`}`
}
