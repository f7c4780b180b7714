/**
 * Writes FIDE's tournament report file, TRF16 and TRF26. It has fixed columns, counted in characters from 1. `pairings/read-trf.ts` reads it.
 * Sources: Handbook C.04, Annex 2 (TRF16), and TRF26 (2025-05-12), as `docs/feeds.md` cites them.
 */
import type { TimeControl } from '../../events/index.ts'
import { writeTimeControl } from '../clock/index.ts'
import { pointsOf } from '../editions/points.ts'
import {
  type Cell,
  type CrosstableOptions,
  crosstable,
  lastPairedRound,
  type Row,
  type TableRound,
} from './crosstable.ts'
import { type Bye, STARTING_ORDER_TITLES } from './entry-list.ts'

export const TRF_VERSIONS = ['16', '26'] as const
export type TrfVersion = (typeof TRF_VERSIONS)[number]

/** What the report says of the tournament itself. A field that is not known has no line. */
export interface TrfHeading {
  readonly name: string
  readonly city?: string | undefined
  readonly federation?: string | undefined
  /** `2026-11-19` */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly type?: string | undefined
  readonly chiefArbiter?: string | undefined
  readonly deputies?: readonly string[] | undefined
  readonly timeControl?: TimeControl | undefined
  /** The time control in words; by default the coded one. */
  readonly timeControlText?: string | undefined
  /** The number of planned rounds, where more are planned than were played. */
  readonly rounds?: number | undefined
}

export interface TrfRound extends TableRound {
  /** `2026-11-19` */
  readonly date?: string | undefined
}

/** By FIDE's text a line ends with CR. Today's programs expect LF. CRLF has both. */
const LINE_END = '\r\n'
const FIRST_ROUND_COLUMN = 92
const ROUND_WIDTH = 10

/** The rounds before the first that has a game without a result. Pairing programs refuse a file with such a game. */
export function roundsBeforePlay<R extends TableRound>(rounds: readonly R[]): R[] {
  const running = rounds.findIndex(({ games }) => games.some(({ state }) => state.result === null))
  return running === -1 ? [...rounds] : rounds.slice(0, running)
}

/** Writes the report. `rounds` are in the order of their numbers. */
export function writeTrf(
  heading: TrfHeading,
  rounds: readonly TrfRound[],
  version: TrfVersion,
  options: CrosstableOptions = {},
): string {
  const { rows, besides } = crosstable(rounds, options)
  const players = [...rows].sort((a, b) => a.player.startingRank - b.player.startingRank)
  const place = new Map(rows.map((row, index) => [row, index + 1]))
  const lines = [
    ...(version === '26'
      ? besides.map(({ round, game }) => `### round ${round}: game ${game} is a player's second one`)
      : []),
    ...headingLines(heading, players, version),
    ...(version === '26' ? lines26(heading, rounds, players, options) : []),
    ...datesLine(rounds),
    ...players.map((row) => playerLine(row, place.get(row)!, version)),
    ...(version === '26' ? byeLines(players, rounds) : plannedRounds16(heading, rounds)),
  ]
  return lines.map((line) => `${line}${LINE_END}`).join('')
}

function headingLines(heading: TrfHeading, players: readonly Row[], version: TrfVersion): string[] {
  const { timeControl, timeControlText, deputies = [] } = heading
  const coded = timeControl === undefined ? undefined : writeTimeControl(timeControl)
  const rated = players.filter(({ player }) => (player.rating ?? 0) > 0).length
  return [
    ['012', heading.name],
    ['022', heading.city],
    ['032', heading.federation],
    ['042', dayOf(heading.from)],
    ['052', dayOf(heading.to)],
    ['062', String(players.length)],
    ['072', String(rated)],
    ['082', version === '16' ? '0' : undefined],
    ['092', heading.type],
    ['102', heading.chiefArbiter],
    ...deputies.map((deputy) => ['112', deputy]),
    ['122', timeControlText ?? coded],
  ].flatMap(([tag, value]) => (value === undefined ? [] : [`${tag} ${oneLine(value)}`]))
}

/** The lines of the heading that only TRF26 has: number of rounds, first colour, scoring, coded time control. */
function lines26(
  { rounds: planned, timeControl }: TrfHeading,
  rounds: readonly TrfRound[],
  players: readonly Row[],
  { scoring }: CrosstableOptions,
): string[] {
  const last = Math.max(planned ?? 0, rounds.at(-1)?.number ?? 0)
  const [first] = players
  const start = first?.cells.get(1)
  return [
    ...(last === 0 ? [] : [`142 ${last}`]),
    ...(start?.kind === 'game' ? [`152 ${start.side === 'white' ? 'W' : 'B'}`] : []),
    scoringLine(scoring),
    ...(timeControl === undefined ? [] : [`222 ${writeTimeControl(timeControl)}`]),
  ]
}

/** Line `162`: each code is followed by its points in four columns. The first code is at column 6, each further one nine columns on. */
function scoringLine(scoring: CrosstableOptions['scoring']): string {
  const worth = [
    ['W', pointsOf('1', scoring)],
    ['D', pointsOf('½', scoring)],
    ['L', pointsOf('0', scoring)],
    ['P', pointsOf('1', scoring)],
  ] as const
  return `162  ${worth.map(([code, points]) => `${code}${decimal(points, 4)}`.padEnd(9)).join('')}`.trimEnd()
}

function datesLine(rounds: readonly TrfRound[]): string[] {
  if (rounds.every(({ date }) => date === undefined)) return []
  const line = columns()
  line.put(1, 3, '132')
  for (const { number, date } of rounds)
    if (date !== undefined) line.put(columnOf(number), 8, dayOf(date)!.slice(2))
  return [line.text()]
}

function playerLine({ player, points, cells }: Row, place: number, version: TrfVersion): string {
  const { startingRank, sex, title, name, rating, federation, fideId, birth } = player
  const line = columns()
  line.put(1, 3, '001')
  line.put(5, 4, String(startingRank), 'right')
  line.put(10, 1, sex ?? '')
  line.put(11, 3, reportTitle(title), 'right')
  // NFC: a program that counts combining marks as characters of their own finds the next column too.
  line.put(15, 33, oneLine(name).normalize('NFC'))
  line.put(49, 4, rating === undefined || rating === 0 ? '' : String(rating), 'right')
  line.put(54, 3, /^[A-Za-z]{3}$/.test(federation ?? '') ? federation!.toUpperCase() : '')
  line.put(58, 11, fideId === undefined ? '' : String(fideId), 'right')
  line.put(70, 10, birthOf(birth))
  line.put(81, 4, decimal(points, 4), 'right')
  line.put(86, 4, String(place), 'right')
  for (const [number, cell] of cells) putCell(line, columnOf(number), cell, version)
  return line.text()
}

/** A title of FIDE, or another one that fits the three columns; else ''. */
const reportTitle = (title = ''): string =>
  STARTING_ORDER_TITLES.find((known) => known === title.toUpperCase()) ?? (title.length <= 3 ? title : '')

const columnOf = (round: number): number => FIRST_ROUND_COLUMN + ROUND_WIDTH * (round - 1)

function putCell(line: Columns, at: number, cell: Cell, version: TrfVersion): void {
  if (cell.kind === 'bye' || cell.opponent === null) {
    line.put(at, 8, `0000 - ${byeOf(cell)}`)
    return
  }
  line.put(at, 4, String(cell.opponent.startingRank), 'right')
  const isColourless = cell.colourless === true && (cell.result === '+' || cell.result === '-')
  line.put(at + 5, 1, isColourless ? '-' : cell.side === 'white' ? 'w' : 'b')
  line.put(at + 7, 1, codeOf(cell, version))
}

/** The bye in a cell. A game against a placeholder is not rated, and is written as a bye of the same points. Null for a game against a player. */
function byeOf(cell: Cell): Bye | null {
  if (cell.kind === 'bye') return cell.type
  if (cell.opponent !== null) return null
  return cell.result === null ? 'Z' : BYE_OF[cell.result]
}

const BYE_OF = { '1': 'U', '+': 'U', '½': 'H', '0': 'Z', '-': 'Z' } as const

const SHORT: Readonly<Record<string, string>> = { '1': 'W', '½': 'D', '0': 'L' }

/**
 * The code of a result. It is `W`, `D` or `L` where the record shows that not both players made a move: such a game counts and is not rated.
 * A game without a result has no code in TRF16, and `?` in TRF26, as FIDE's commission suggests.
 */
function codeOf({ result, short }: Extract<Cell, { kind: 'game' }>, version: TrfVersion): string {
  if (result === null) return version === '26' ? '?' : ''
  if (result === '+' || result === '-') return result
  return short ? SHORT[result]! : result.replace('½', '=')
}

/**
 * Lines `240`: the type of the bye at column 5, the round at 7–9, starting ranks from 11 on. A pairing-allocated bye (`U`) has no such line,
 * only its cell. Rounds to come have no cells: their byes are those of the entry list.
 */
function byeLines(players: readonly Row[], rounds: readonly TrfRound[]): string[] {
  const last = lastPairedRound(rounds)
  const coming = players.flatMap(({ player: { byes = [] } }) =>
    byes.map(({ round }) => round).filter((round) => round > last),
  )
  const past = players.flatMap(({ cells }) => [...cells.keys()])
  const numbers = [...new Set([...past, ...coming])].sort((a, b) => a - b)
  return (['H', 'F', 'Z'] as const).flatMap((type) =>
    numbers.flatMap((number) => {
      const away = players.filter(({ player, cells }) => {
        const cell = cells.get(number)
        if (cell !== undefined) return byeOf(cell) === type
        return number > last && player.byes?.some((bye) => bye.round === number && bye.type === type)
      })
      if (away.length === 0) return []
      const ranks = away.map(({ player }) => String(player.startingRank).padStart(4, '0'))
      return [`240 ${type} ${String(number).padStart(3, '0')} ${ranks.join(' ')}`]
    }),
  )
}

/** Line `XXR`: TRF16 has none for the number of rounds, and pairing programs need this line of their own while rounds are to come. */
function plannedRounds16({ rounds: planned = 0 }: TrfHeading, rounds: readonly TrfRound[]): string[] {
  return planned > lastPairedRound(rounds) ? [`XXR ${planned}`] : []
}

interface Columns {
  /** Writes text at a column, cut to its width. */
  put(column: number, width: number, text: string, align?: 'left' | 'right'): void
  text(): string
}

function columns(): Columns {
  const characters: string[] = []
  return {
    put(column, width, text, align = 'left') {
      const cut = [...text].slice(0, width)
      const from = column - 1 + (align === 'right' ? width - cut.length : 0)
      cut.forEach((character, index) => {
        characters[from + index] = character
      })
    },
    text: () => Array.from(characters, (character) => character ?? ' ').join(''),
  }
}

/** `2026-11-19`, `2026.11.??` → `2026/11/19`, `2026/11/00` */
const dayOf = (date: string | undefined): string | undefined =>
  date?.replaceAll(/[-.]/g, '/').replaceAll('?', '0')

function birthOf(birth: string | undefined): string {
  if (birth === undefined) return ''
  const [year = '', month = '00', day = '00'] = birth.split(/[-./]/)
  return `${year}/${month}/${day}`.replaceAll('?', '0')
}

/** Points such as `3.0`; without the decimal where that is too wide, blank where even that is: no number is better than a wrong one. */
function decimal(points: number, width: number): string {
  const texts = [Number.isInteger(points * 10) ? points.toFixed(1) : String(points), String(points)]
  return (texts.find((text) => text.length <= width) ?? '').padStart(width)
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
