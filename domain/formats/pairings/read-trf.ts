/**
 * Reads FIDE's tournament report file, TRF16 and TRF26. It has fixed columns, counted in characters from 1. `domain/formats/write-trf.ts`
 * writes it. Sources: Handbook C.04, Annex 2 (TRF16), and TRF26 (2025-05-12), as `docs/feeds.md` cites them.
 */
import type { Side } from '../../../events/index.ts'
import { isCalendarDay } from '../../../events/text-rules.ts'
import { parseTimeControl } from '../../clock/index.ts'
import { BYES, type Bye } from '../entry-list.ts'
import { isPlaceholderName } from '../placeholder-names.ts'
import { type PairingFault, pairingFault } from './fault.ts'
import { completePairs } from './one-line-pairs.ts'
import { nameKey, readPlayer } from './pairing.ts'
import { EMPTY_CELL, type TrfCell, type TrfRow } from './trf-row.ts'

/** What the report says of the tournament; a field is '' where the report says nothing of it. */
export interface TrfTournament {
  readonly name: string
  readonly city: string
  readonly federation: string
  /** `2026-11-19` */
  readonly from: string
  readonly to: string
  readonly type: string
  readonly chiefArbiter: string
  readonly deputies: readonly string[]
  readonly timeControlText: string
  /** TRF26's coded time control, such as `5400+30`. */
  readonly timeControl: string
  /** The number of planned rounds; null where the file has no such line. */
  readonly rounds: number | null
  /** The points for a win, a draw and a loss, where line `162` has them. */
  readonly scoring: TrfScoring | null
  /** The day of each round, from round 1: `2026-11-19`. */
  readonly dates: ReadonlyMap<number, string>
}

export interface TrfScoring {
  readonly win: number
  readonly draw: number
  readonly loss: number
}

export interface TrfFile {
  readonly tournament: TrfTournament
  readonly rows: readonly TrfRow[]
  /** The byes of lines `240` (TRF26), those of coming rounds included. */
  readonly byes: readonly { readonly rank: number; readonly round: number; readonly type: Bye }[]
  /** What is wrong. Only the field, the cell or the line that a fault names is left out. */
  readonly faults: readonly PairingFault[]
  /** What is unusual, and was taken as it is written or passed over. */
  readonly notes: readonly PairingFault[]
}

const FIRST_ROUND_COLUMN = 92
const ROUND_WIDTH = 10
const MOST_ROUNDS = 100

/** Tags of lines that are not reported as passed over. `062` and `072` are counts, which the record makes itself; `082` counts teams, of which it has none; `###` is a remark. */
const READ_TAGS: ReadonlySet<string> = new Set([
  ...[
    '012',
    '022',
    '032',
    '042',
    '052',
    '062',
    '072',
    '082',
    '092',
    '102',
    '112',
    '122',
    '132',
    '142',
    '152',
    '162',
    '222',
  ],
  ...['240', 'XXR', '###'],
])

/**
 * The file without the lines of players who are the same as one of an earlier line. Each is a fault. Players are compared by FIDE id, and by
 * name where one of them has no id.
 */
export function withoutNamesakes(file: TrfFile): TrfFile {
  const byId = new Map<string, number>()
  const byName = new Map<string, { readonly line: number; readonly hasId: boolean }[]>()
  const faults: PairingFault[] = []
  const rows = file.rows.filter(({ line, rank, player }) => {
    const id = player.fideId === undefined ? '' : String(player.fideId)
    const key = isPlaceholderName(player.name) ? '' : nameKey(player)
    const namesakes = byName.get(key) ?? []
    const same = byId.get(id) ?? namesakes.find(({ hasId }) => id === '' || !hasId)?.line
    if (same !== undefined) faults.push(pairingFault(line, 'player-twice', { rank, other: same }))
    else {
      if (id !== '') byId.set(id, line)
      if (key !== '') byName.set(key, [...namesakes, { line, hasId: id !== '' }])
    }
    return same === undefined
  })
  return { ...file, rows, faults: [...file.faults, ...faults] }
}

/** Notes on a line of the tournament whose value cannot be read. */
function headingNotes(tag: string, whole: string, line: number): PairingFault[] {
  const text = whole.slice(3).trim()
  const note = (due: string) => [pairingFault(line, 'heading-unread', { tag, text: text.slice(0, 60), due })]
  if (text === '') return []
  if (tag === '032') return /^[A-Z]{3}$/.test(text) ? [] : note('SVK')
  if (tag === '042' || tag === '052') return dayOf(text) === '' ? note('2026/11/19') : []
  if (tag === '142' || tag === 'XXR') return isRoundCount(text) ? [] : note('9')
  if (tag === '162') return scoringOf(text) === null ? note('W 1.0    D 0.5    L 0.0') : []
  if (tag === '222') return parseTimeControl(text).ok ? [] : note('5400+30')
  const days = tag === '132' ? text.split(/\s+/).length : 0
  return days > datesOf(whole).size ? note('26/11/19') : []
}

/** Reads `W 3.0    D 1.0    L 0.0`. Null for other text, and where the bye of the pairing program (`P`) is not worth as much as a win. */
function scoringOf(text: string): TrfScoring | null {
  const worth = new Map<string, number>()
  const rest = text.replaceAll(
    /([WDLP])\s{0,3}(\d{1,2}(?:\.\d{1,2})?)(?=\s|$)/g,
    (_, code: string, points: string) => {
      worth.set(code, Number(points))
      return ''
    },
  )
  const [win, draw, loss] = [worth.get('W'), worth.get('D'), worth.get('L')]
  if (rest.trim() !== '' || win === undefined || draw === undefined || loss === undefined) return null
  return (worth.get('P') ?? win) === win ? { win, draw, loss } : null
}

const isRoundCount = (text: string): boolean =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_ROUNDS

/**
 * Reads a report line by line. Lines with unknown tags (extensions, national ones, teams) are passed over, and one note lists their
 * tags.
 */
export function readTrf(text: string): TrfFile {
  const faults: PairingFault[] = []
  const notes: PairingFault[] = []
  const rows: TrfRow[] = []
  const byes: ByeOfLine[] = []
  const heading = new Map<string, string[]>()
  const ranks = new Map<number, number>()
  const passed = new Map<string, number>()
  const headingLines = new Map<string, number>()
  const indented: number[] = []
  for (const [index, written] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = index + 1
    const whole = written.replace(INDENT, '')
    if (whole !== written) indented.push(line)
    const characters = [...whole]
    const tag = characters.slice(0, 3).join('')
    if (tag === '240') {
      const read = byesOf(whole)
      byes.push(...read.map((bye) => ({ ...bye, line })))
      if (read.length === 0)
        notes.push(pairingFault(line, 'byes-unread', { text: whole.trim().slice(0, 60) }))
    }
    if (tag !== '001') {
      const lines = heading.get(tag) ?? []
      if (/^(?:\d{3}|XXR)$/.test(tag))
        heading.set(tag, [...lines, tag === '132' ? whole : whole.slice(3).trim()])
      notes.push(...headingNotes(tag, whole, line))
      const before = headingLines.get(tag)
      if (SINGLE_TAGS.has(tag) && before === undefined) headingLines.set(tag, line)
      else if (before !== undefined && lines[0] !== whole.slice(3).trim())
        notes.push(pairingFault(line, 'heading-twice', { tag, other: before }))
      if (!READ_TAGS.has(tag) && /\S/.test(tag)) passed.set(tag, (passed.get(tag) ?? 0) + 1)
      continue
    }
    const read = readRow(characters, line)
    faults.push(...read.faults)
    notes.push(...read.notes)
    if (read.row === null) continue
    const before = ranks.get(read.row.rank)
    if (before === undefined) {
      ranks.set(read.row.rank, line)
      rows.push(read.row)
    } else faults.push(pairingFault(line, 'rank-twice', { rank: read.row.rank, other: before }))
  }
  const tournament = tournamentOf(heading)
  const hasOwnScoring = SCORING_TAGS.some((tag) => heading.has(tag) || passed.has(tag))
  if (!hasOwnScoring) notes.push(...rows.flatMap(pointsNotes))
  notes.push(...beyondNotes(rows, tournament, headingLines))
  const byesOfPlayers = byes.filter((bye) => {
    const wrong = wrongBye(bye, rows)
    if (wrong !== null) notes.push(wrong)
    return wrong === null
  })
  const [first] = indented
  if (first !== undefined) notes.push(pairingFault(0, 'indented', { count: indented.length, first }))
  if (rows.length === 0) faults.push(pairingFault(0, 'no-player'))
  if (passed.size > 0) {
    const tags = [...passed].map(([tag, count]) => (count === 1 ? tag : `${tag} (${count})`)).join(', ')
    notes.push(pairingFault(0, 'lines-passed', { tags }))
  }
  const completed = completePairs(rows, byesOfPlayers)
  return {
    tournament,
    rows: completed.rows,
    byes: byesOfPlayers,
    faults,
    notes: [...notes, ...completed.notes],
  }
}

/** Blanks before a tag. They are removed, with a note. */
const INDENT = /^[ \t]+(?=(?:\d{3}|XXR)(?:[ \t]|$))/

/** Tags of lines of which a file has one. */
const SINGLE_TAGS: ReadonlySet<string> = new Set([
  ...['012', '022', '032', '042', '052', '092', '102', '122', '132', '142', '162', '222', 'XXR'],
])

/** Tags of lines that change the points of results: TRF26's, and those of pairing programs. */
const SCORING_TAGS = ['162', 'XXS', 'BBW', 'BBD', 'BBL', 'BBZ', 'BBF', 'BBU'] as const

/** The points of a result or a bye, by its code. A code that is missing here has no points that FIDE's rules for Swiss tournaments settle. */
export const POINTS_OF_CODE: Readonly<Record<string, number>> = {
  ...{ '1': 1, '+': 1, W: 1, F: 1, U: 1, '=': 0.5, D: 0.5, H: 0.5, '0': 0, '-': 0, L: 0, Z: 0, '': 0 },
}

/** A note where the points in a player's line are not those of their results. A line with an unread cell, or a code of unknown points, is not compared. */
function pointsNotes({ line, rank, points: text, cells }: TrfRow): PairingFault[] {
  const worths = cells.map(({ code, isUnread }) => (isUnread ? undefined : POINTS_OF_CODE[code]))
  if (text === '' || worths.includes(undefined)) return []
  const points = worths.reduce<number>((sum, worth) => sum + (worth ?? 0), 0)
  return Number(text.replace(',', '.')) === points
    ? []
    : [pairingFault(line, 'points', { rank, text, points: points.toFixed(1) })]
}

/** A note where the file has pairs of a round beyond the number of rounds that it states. */
function beyondNotes(
  rows: readonly TrfRow[],
  { rounds }: TrfTournament,
  headingLines: ReadonlyMap<string, number>,
): PairingFault[] {
  if (rounds === null) return []
  const paired = Math.max(
    0,
    ...rows.map(({ cells }) => cells.findLastIndex(({ opponent }) => opponent > 0) + 1),
  )
  const tag = headingLines.has('142') ? '142' : 'XXR'
  const slots = { tag, rounds, round: paired }
  return paired > rounds ? [pairingFault(headingLines.get(tag) ?? 0, 'beyond-rounds', slots)] : []
}

function wrongBye({ line, ...bye }: ByeOfLine, rows: readonly TrfRow[]): PairingFault | null {
  const row = rows.find(({ rank }) => rank === bye.rank)
  if (row === undefined) return pairingFault(line, 'bye-nobody', bye)
  const isPaired = (row.cells[bye.round - 1]?.opponent ?? 0) > 0
  return isPaired ? pairingFault(line, 'bye-paired', bye) : null
}

function tournamentOf(heading: ReadonlyMap<string, readonly string[]>): TrfTournament {
  const first = (tag: string): string => heading.get(tag)?.[0] ?? ''
  const rounds = first('142') || first('XXR')
  return {
    name: first('012'),
    city: first('022'),
    federation: first('032'),
    from: dayOf(first('042')),
    to: dayOf(first('052')),
    type: first('092'),
    chiefArbiter: first('102'),
    deputies: (heading.get('112') ?? []).filter((name) => name !== ''),
    timeControlText: first('122'),
    timeControl: parseTimeControl(first('222')).ok ? first('222') : '',
    rounds: isRoundCount(rounds) ? Number(rounds) : null,
    scoring: scoringOf(first('162')),
    dates: datesOf(first('132')),
  }
}

function dayOf(text = ''): string {
  const day = /^\d{4}[/.-]\d\d[/.-]\d\d$/.test(text) ? text.replaceAll(/[/.]/g, '-') : ''
  return day !== '' && isCalendarDay(day) ? day : ''
}

/** Line `132`: the day of each round, `26/11/19`, somewhere in the ten columns of that round. */
function datesOf(line: string): ReadonlyMap<number, string> {
  const dates = new Map<number, string>()
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const at = FIRST_ROUND_COLUMN + ROUND_WIDTH * (round - 1) - 1
    if (at >= line.length) break
    const digits = /^(?:20)?(\d\d\/\d\d\/\d\d)$/.exec(line.slice(at, at + ROUND_WIDTH).trim())
    const day = dayOf(`20${digits?.[1] ?? ''}`)
    if (day !== '') dates.set(round, day)
  }
  return dates
}

/** Line `240 H 004 0002 0007`: the type of the bye, the round, the starting ranks of the players. */
function byesOf(line: string): { rank: number; round: number; type: Bye }[] {
  const [, type, round, ...ranks] = line.trim().split(/\s+/)
  const known = BYES.find((bye) => bye === type)
  if (known === undefined || !/^\d{1,3}$/.test(round ?? '')) return []
  return ranks.flatMap((rank) =>
    /^\d{1,4}$/.test(rank) ? [{ rank: Number(rank), round: Number(round), type: known }] : [],
  )
}

/** Reads a player's line. `row` is null where it has no starting rank. */
function readRow(
  characters: readonly string[],
  line: number,
): { row: TrfRow | null; faults: PairingFault[]; notes: PairingFault[] } {
  const field = (from: number, to: number) =>
    characters
      .slice(from - 1, to)
      .join('')
      .trim()
  // A digit right before or after columns 5–8 belongs to a number that they do not hold whole.
  const rankText = /\d/.test(field(4, 4) + field(9, 9)) ? field(4, 9) : field(5, 8)
  const rank = /^\d{1,4}$/.test(rankText) && !/\d/.test(field(9, 9)) ? Number(rankText) : 0
  if (rank < 1) {
    return { row: null, faults: [pairingFault(line, 'no-rank', { text: rankText })], notes: [] }
  }
  const written = {
    name: field(15, 47),
    title: field(11, 13),
    rating: field(49, 52),
    federation: field(54, 56),
    fideId: field(58, 68),
  }
  const { player, faults, notes } = readPlayer(written, line, `player ${rank}`, rank)
  const cells: TrfCell[] = []
  for (
    let at = FIRST_ROUND_COLUMN;
    at <= characters.length && cells.length < MOST_ROUNDS;
    at += ROUND_WIDTH
  ) {
    const cell = readCell(field(at, at + 3), field(at + 5, at + 5), field(at + 7, at + 7))
    if ('wrong' in cell) {
      const slots = { round: cells.length + 1, columns: `${at}–${at + 7}`, text: cell.text }
      faults.push(pairingFault(line, cell.wrong, slots))
    }
    cells.push('wrong' in cell ? { ...EMPTY_CELL, isUnread: true } : cell)
  }
  const sex = SEXES.get(field(10, 10).toLowerCase()) ?? null
  if (sex === null && field(10, 10) !== '')
    notes.push(pairingFault(line, 'sex', { rank, text: field(10, 10) }))
  const birth = birthOf(field(70, 79))
  if (birth === null) notes.push(pairingFault(line, 'birth', { rank, text: field(70, 79) }))
  const row = { line, rank, player, sex, birth: birth ?? '', points: field(81, 84), cells } as const
  return { row, faults, notes }
}

/** `1994-02-11`; the year alone where the day is not known, '' where the year is not; null where the text is no birth. */
function birthOf(text: string): string | null {
  if (!/[1-9]/.test(text)) return ''
  const [, year, rest = ''] = /^(\d{4})((?:[/.-]\d\d){2})?$/.exec(text) ?? []
  if (year === undefined) return null
  if (/^0*$/.test(year)) return ''
  if (rest === '' || /00/.test(rest)) return year
  const day = `${year}${rest.replaceAll(/[/.]/g, '-')}`
  return isCalendarDay(day) ? day : null
}

/** FIDE's letters are m and w; some programs write f. */
const SEXES: ReadonlyMap<string, 'm' | 'w'> = new Map([
  ['m', 'm'],
  ['w', 'w'],
  ['f', 'w'],
])

const SIDE: Readonly<Record<string, Side>> = { w: 'white', b: 'black' }

/** A bye, and the number of the line that has it. */
type ByeOfLine = TrfFile['byes'][number] & { readonly line: number }

interface WrongCell {
  readonly wrong: 'cell-opponent' | 'cell-colour' | 'cell-result'
  readonly text: string
}

/** Reads a cell, or says what is wrong with it. */
function readCell(opponent: string, colour: string, code: string): TrfCell | WrongCell {
  if (!/^\d{0,4}$/.test(opponent)) return { wrong: 'cell-opponent', text: opponent }
  if (!/^[wb-]?$/i.test(colour)) return { wrong: 'cell-colour', text: colour }
  if (!/^[10=+WDLHFUZX?-]?$/i.test(code)) return { wrong: 'cell-result', text: code }
  return { opponent: Number(opponent), side: SIDE[colour.toLowerCase()] ?? null, code: code.toUpperCase() }
}
