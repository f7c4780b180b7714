/** Reads time controls in sentences and organisers' shorthand: `90'+30"`, `40/90, SD/30; d5`, "90 minutes for …". */
import type { BonusMode, Period } from '../../events/vocabulary.ts'
import { ok, type Result, refuse } from '../result.ts'
import { type TimeControlToken, timeControlTokens } from './time-control-words.ts'

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, min: 60_000, s: 1_000 }

interface PeriodDraft {
  time: number
  moves: number | undefined
}

/** What has been read so far. `fresh`: whether the duration just read is a main time or a bonus, until a word begins something new. */
interface ProseReader {
  readonly tokens: readonly TimeControlToken[]
  at: number
  readonly periods: PeriodDraft[]
  readonly bonuses: { ms: number; fromMove: number; period: number }[]
  fresh: 'main' | 'bonus' | null
  movesAhead: number | undefined
  bonusAhead: boolean
  mode: BonusMode | undefined
}

/** Why the next token cannot be read, or null where it was. */
type Step = string | null

/** The periods that a text describes. A bonus written once is that of every period, or of those from its move on. */
export const readTimeControlProse = (text: string): Result<readonly Period[]> => {
  const lexed = timeControlTokens(text)
  if (!lexed.ok) return lexed
  const r: ProseReader = {
    tokens: lexed.value,
    at: 0,
    periods: [],
    bonuses: [],
    fresh: null,
    movesAhead: undefined,
    bonusAhead: false,
    mode: undefined,
  }
  while (r.at < r.tokens.length) {
    const wrong = step(r, r.tokens[r.at++]!)
    if (wrong !== null) return refuse('time-control', wrong)
  }
  if (r.periods.length === 0) return refuse('time-control', 'it names no time for the game')
  if (r.movesAhead !== undefined)
    return refuse('time-control', `it does not say the time of ${r.movesAhead} moves`)
  if (r.bonusAhead) return refuse('time-control', 'it does not say how long the bonus is')
  return withBonuses(r)
}

const kindAt = (r: ProseReader, offset = 0): TimeControlToken['kind'] | undefined =>
  r.tokens[r.at + offset]?.kind
const skip = (r: ProseReader, ...kinds: TimeControlToken['kind'][]): boolean => {
  const found = kinds.some((kind) => kind === kindAt(r))
  if (found) r.at++
  return found
}
const takeNumber = (r: ProseReader): number | null => {
  const token = r.tokens[r.at]
  if (token?.kind !== 'number') return null
  r.at++
  return token.value
}
const isUnit = (kind: TimeControlToken['kind'] | undefined): boolean =>
  kind === 'h' || kind === 'min' || kind === 's'

const step = (r: ProseReader, token: TimeControlToken): Step => {
  switch (token.kind) {
    case 'number':
      return readNumber(r, token)
    case 'slash':
      return readSlash(r)
    case 'per':
      return skip(r, 'moves') ? eachMove(r) : null
    case 'increment':
    case 'delay':
    case 'bronstein':
      return readBonusWord(r, token.kind)
    case 'none':
      return skip(r, 'increment', 'delay') ? null : `"${token.text}" is not understood here`
    case 'from':
      return readFrom(r, token)
    case 'after':
      return readAfter(r, token)
    case 'game':
    case 'sd':
      return readGame(r)
    case 'rest':
      skip(r, 'moves')
      r.fresh = null
      return null
    case 'and':
    case 'then':
      r.fresh = null
      return null
    case 'first':
      return null
    default:
      return `"${token.text}" is not understood here`
  }
}

const readNumber = (r: ProseReader, token: TimeControlToken & { kind: 'number' }): Step => {
  const unit = kindAt(r)
  if (isUnit(unit)) {
    r.at++
    return addDuration(r, unit!, token.value * UNIT_MS[unit!]! + minutesAfterHours(r, unit!))
  }
  if (unit === 'moves') {
    r.at++
    return addMoves(r, token)
  }
  if (unit === 'slash' && kindAt(r, 1) === 'number') {
    r.at++
    r.movesAhead = token.value
    // Without units only the American form is plain: 40/90, SD/30 are minutes.
    const bare = !isUnit(kindAt(r, 1))
    return bare && isAmerican(r) ? addDuration(r, 'min', takeNumber(r)! * UNIT_MS.min!) : null
  }
  const isBonus = r.bonusAhead || (r.periods.length > 0 && r.tokens[r.at - 2]?.kind === 'and')
  return isBonus
    ? addDuration(r, 's', token.value * UNIT_MS.s!)
    : `"${token.text}" has no unit (min, sec, moves)`
}

const isAmerican = (r: ProseReader): boolean =>
  r.tokens.some(({ kind, text }) => kind === 'sd' || text === 'd' || text === 'g')

/** `1h30`, `1 h 30 min`. */
const minutesAfterHours = (r: ProseReader, unit: TimeControlToken['kind']): number => {
  if (unit !== 'h' || kindAt(r) !== 'number' || kindAt(r, 1) === 's' || kindAt(r, 1) === 'moves') return 0
  const minutes = takeNumber(r)!
  skip(r, 'min')
  return minutes * UNIT_MS.min!
}

/** Seconds after a main time are a bonus: nobody gives a period of thirty seconds. */
const addDuration = (r: ProseReader, unit: TimeControlToken['kind'], ms: number): Step => {
  const whole = Math.round(ms)
  if (r.bonusAhead || (unit === 's' && r.periods.length > 0)) {
    r.bonuses.push({ ms: whole, fromMove: 1, period: r.periods.length - 1 })
    r.bonusAhead = false
    r.fresh = 'bonus'
  } else {
    r.periods.push({ time: whole, moves: r.movesAhead })
    r.movesAhead = undefined
    r.fresh = 'main'
  }
  return null
}

const addMoves = (r: ProseReader, { value }: TimeControlToken & { kind: 'number' }): Step => {
  const last = r.periods.at(-1)
  if (r.fresh !== null && last !== undefined) last.moves = value
  else r.movesAhead = value
  return null
}

/** `90'/40`, `30"/move`, `30'/end`, `40 moves/100 min`. */
const readSlash = (r: ProseReader): Step => {
  if (skip(r, 'moves')) return eachMove(r)
  if (skip(r, 'game', 'rest')) return null
  const token = r.tokens[r.at]
  if (token?.kind !== 'number' || isUnit(kindAt(r, 1))) return null
  r.at++
  skip(r, 'moves')
  r.fresh ??= 'main'
  return r.periods.length === 0 ? `"/${token.text}" is not understood here` : addMoves(r, token)
}

/** "30 seconds per move": the duration just read is a bonus, also where it is in minutes. */
const eachMove = (r: ProseReader): Step => {
  if (r.fresh !== 'main') return null
  if (r.periods.length === 1) return 'it gives a time for each move and none for the game'
  r.bonuses.push({ ms: r.periods.pop()!.time, fromMove: 1, period: r.periods.length - 1 })
  r.fresh = 'bonus'
  return null
}

/** "30 sec increment", "increment of 30 sec", `d5`, "Bronstein delay". */
const readBonusWord = (r: ProseReader, kind: 'increment' | 'delay' | 'bronstein'): Step => {
  if (kind === 'bronstein' || (kind === 'delay' && r.mode === undefined)) r.mode = kind
  if (r.fresh !== 'bonus') r.bonusAhead = true
  return null
}

/** "from move 61", "starting from the first move", "from the 41st move": the number, or null if there is none. */
const moveNumber = (r: ProseReader): number | null => {
  while (skip(r, 'from', 'after', 'and')) {}
  if (skip(r, 'first')) return skip(r, 'moves') ? 1 : null
  const before = takeNumber(r)
  if (!skip(r, 'moves')) return null
  return before ?? (skip(r, 'one') ? 1 : takeNumber(r))
}

const readFrom = (r: ProseReader, { text }: TimeControlToken): Step => {
  const move = moveNumber(r)
  const bonus = r.bonuses.at(-1)
  if (move === null) return `"${text}" is not followed by a move`
  if (bonus === undefined) return `"${text}" move ${move} does not follow a bonus`
  bonus.fromMove = move
  return null
}

/** "30 min after move 40", or "after move 40: 30 min". */
const readAfter = (r: ProseReader, { text }: TimeControlToken): Step => {
  const move = moveNumber(r)
  const ended = r.fresh === 'main' ? r.periods.at(-2) : r.periods.at(-1)
  if (move === null || ended === undefined) return `"${text}" does not tell which period ends at which move`
  ended.moves = move - movesBefore(r.periods, r.periods.indexOf(ended))
  return null
}

/** `G/90`, `SD/30`, `G60`: minutes. Elsewhere the game is only mentioned. */
const readGame = (r: ProseReader): Step => {
  const offset = kindAt(r) === 'slash' ? 1 : 0
  r.fresh = null
  if (kindAt(r, offset) !== 'number' || isUnit(kindAt(r, offset + 1))) return null
  r.at += offset
  return addDuration(r, 'min', takeNumber(r)! * UNIT_MS.min!)
}

const movesBefore = (periods: readonly PeriodDraft[], index: number): number =>
  periods.slice(0, index).reduce((sum, period) => sum + (period.moves ?? 0), 0)

const withBonuses = (r: ProseReader): Result<readonly Period[]> => {
  const [only] = r.bonuses
  const starts = r.periods.map((_, i) => movesBefore(r.periods, i) + 1)
  if (only !== undefined && r.bonuses.length === 1 && !starts.includes(only.fromMove)) {
    return refuse('time-control', `its bonus starts at move ${only.fromMove}, where no period begins`)
  }
  const bonusOf = (i: number): number => {
    if (r.bonuses.length === 1) return starts[i]! >= only!.fromMove ? only!.ms : 0
    return r.bonuses.find((bonus) => bonus.period === i)?.ms ?? 0
  }
  return ok(
    r.periods.map(({ time, moves }, i) => ({
      ...(moves === undefined ? {} : { moves }),
      time,
      ...(bonusOf(i) === 0 ? {} : { bonus: bonusOf(i) }),
      ...(bonusOf(i) === 0 || r.mode === undefined ? {} : { mode: r.mode }),
    })),
  )
}
