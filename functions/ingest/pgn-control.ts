/** The time control of a PGN game: what its tag says, or what its readings show. */
import {
  isInPgnSigns,
  parseRecordedControl,
  parseTimeControl,
  writeTimeControl,
} from '../../domain/clock/index.ts'
import { playByTimeControl } from '../../domain/laws/play-by-time.ts'
import { type PgnGame, tagOf } from '../../domain/pgn/index.ts'
import type { Remark } from '../../domain/reasons.ts'
import type { Edition, Play, TimeControl } from '../../events/index.ts'
import { importRemarks, remarkParamOf } from './import-remarks.ts'

export interface PgnTimeControl {
  /** Null: the text shows no clock, so the record has none. */
  readonly timeControl: TimeControl | null
  /** Why the tag was not taken as it stands. */
  readonly warning?: Remark
}

/** Whether the text has any reading or time spent: without one the clocks of the game are unknown. */
export const hasClocks = (game: PgnGame): boolean =>
  game.moves.some(({ clk, emt }) => clk !== undefined || emt !== undefined)

/** A time control in words instead of the tag's own signs, and what it was read as. */
function inWords(tag: string, read: TimeControl): { warning?: Remark } {
  const signs = writeTimeControl(read)
  return signs === tag || isInPgnSigns(tag)
    ? {}
    : { warning: importRemarks.remark('control-words', { text: tag, signs }) }
}

/** Whether the tag is one; a game with clocks is told so with what is taken in its place. */
export const isTimeControl = (game: PgnGame): boolean =>
  hasClocks(game) || parseTimeControl(tagOf(game, 'TimeControl') ?? '?').ok

export function pgnTimeControl(game: PgnGame): PgnTimeControl {
  const tag = tagOf(game, 'TimeControl')
  const written = tag === undefined ? null : parseTimeControl(tag)
  const words = tag !== undefined && written?.ok && written.value !== null ? inWords(tag, written.value) : {}
  if (!hasClocks(game)) return { timeControl: null, ...words }
  const read = tag === undefined ? null : parseRecordedControl(tag, Math.ceil(game.moves.length / 2))
  if (read?.ok && read.value !== null) return { timeControl: read.value, ...words }
  const inferred = controlFromReadings(game)
  const why = read?.ok === false ? remarkParamOf(read.error) : null
  const { remark } = importRemarks
  if (inferred === null)
    return { timeControl: null, ...(why !== null && { warning: remark('no-control', { why }) }) }
  const [{ time, bonus = 0 } = { time: 0 }] = inferred.periods
  const fit = { time: time / 1000, bonus: bonus / 1000 }
  return {
    timeControl: inferred,
    warning: why === null ? remark('control-unnamed', fit) : remark('control-unread', { why, ...fit }),
  }
}

/** A move's reading is the one before it, less the time spent, plus the bonus; the first shows the bonus twice. */
function controlFromReadings(game: PgnGame): TimeControl | null {
  const bonuses: number[] = []
  const starts: number[] = []
  for (const parity of [0, 1]) {
    const moves = game.moves.filter((_, index) => index % 2 === parity)
    for (const [index, { clk, emt = 0 }] of moves.entries()) {
      const before = index === 0 ? undefined : moves[index - 1]?.clk
      if (clk !== undefined && before !== undefined) bonuses.push(Math.max(0, clk - before + emt))
    }
    const first = moves[0]
    if (first?.clk !== undefined) starts.push(first.clk + (first.emt ?? 0))
  }
  const start = Math.max(...starts)
  if (starts.length === 0) return null
  const bonus = nearestSecond(median(bonuses))
  const time = nearestSecond(Math.max(1000, start - 2 * bonus))
  return { periods: [bonus === 0 ? { time } : { time, bonus, mode: 'fischer' }] }
}

const nearestSecond = (ms: number): number => Math.round(ms / 1000) * 1000

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

/** What the edition calls play at a time control; standard where the text names none. */
export const playOf = (control: TimeControl | null, edition: Edition): Play =>
  control === null ? 'standard' : playByTimeControl(control, edition)
