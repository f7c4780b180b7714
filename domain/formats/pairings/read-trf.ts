/**
 * Reads FIDE's tournament report file, TRF16 and TRF26: fixed columns counted in characters from 1. `domain/formats/write-trf.ts`
 * writes it. Sources: Handbook C.04, Annex 2 (TRF16), and TRF26 (2025-05-12), as `docs/feeds.md` cites them.
 */
import type { Side } from '../../../events/index.ts'
import { isCalendarDay } from '../../../events/text-rules.ts'
import { BYES, type Bye } from '../entry-list.ts'
import { isPlaceholderName } from '../placeholder-names.ts'
import { type PairingFault, pairingFault } from './fault.ts'
import { nameKey, type PairedPlayer, readPlayer } from './pairing.ts'

/** What the report says of the tournament; '' where it says nothing. */
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
  /** TRF26's coded time control. */
  readonly timeControl: string
  /** Planned rounds; null where the file has no such line. */
  readonly rounds: number | null
  /** By round, from 1: `2026-11-19`. */
  readonly dates: ReadonlyMap<number, string>
}

export interface TrfCell {
  /** Starting rank; 0: no opponent. */
  readonly opponent: number
  readonly side: Side | null
  /** '' while the game is not played. */
  readonly code: string
}

export interface TrfRow {
  readonly line: number
  readonly rank: number
  readonly player: PairedPlayer
  readonly sex: 'm' | 'w' | null
  /** `1994-02-11`, also `1994` alone; '' where there is none. */
  readonly birth: string
  readonly cells: readonly TrfCell[]
}

export interface TrfFile {
  readonly tournament: TrfTournament
  readonly rows: readonly TrfRow[]
  /** The byes of lines `240` (TRF26), also of coming rounds. */
  readonly byes: readonly { readonly rank: number; readonly round: number; readonly type: Bye }[]
  /** What is wrong: it costs the field, the cell or the line that is named, and nothing else. */
  readonly faults: readonly PairingFault[]
  /** What is unusual and was taken as it is written. */
  readonly notes: readonly PairingFault[]
}

const FIRST_ROUND_COLUMN = 92
const ROUND_WIDTH = 10
const MOST_ROUNDS = 100

/** Of the tournament: what is read, and what the record counts and writes by itself (`062`, `072`, `082`); `###` is a remark. */
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
    '222',
  ],
  ...['240', 'XXR', '###'],
])

/**
 * Without the lines of players whom a record could not tell from those of lines before, which is a fault of each: it knows players by
 * FIDE id, and by name where one of them has none.
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

/** Values of a line of the tournament that are none. */
function headingNotes(tag: string, whole: string, line: number): PairingFault[] {
  const text = whole.slice(3).trim()
  const note = (due: string) => [pairingFault(line, 'heading-unread', { tag, text: text.slice(0, 60), due })]
  if (text === '') return []
  if (tag === '032') return /^[A-Z]{3}$/.test(text) ? [] : note('SVK')
  if (tag === '042' || tag === '052') return dayOf(text) === '' ? note('2026/11/19') : []
  if (tag === '142' || tag === 'XXR') return isRoundCount(text) ? [] : note('9')
  const days = tag === '132' ? text.split(/\s+/).length : 0
  return days > datesOf(whole).size ? note('26/11/19') : []
}

const isRoundCount = (text: string): boolean =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_ROUNDS

/**
 * Reads a report line by line. Lines that are neither a player's nor known (extensions, national ones, teams) are passed over, and
 * one note says which.
 */
export function readTrf(text: string): TrfFile {
  const faults: PairingFault[] = []
  const notes: PairingFault[] = []
  const rows: TrfRow[] = []
  const byes: { rank: number; round: number; type: Bye }[] = []
  const heading = new Map<string, string[]>()
  const ranks = new Map<number, number>()
  const passed = new Map<string, number>()
  for (const [index, whole] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = index + 1
    const signs = [...whole]
    const tag = signs.slice(0, 3).join('')
    if (tag === '240') {
      const read = byesOf(whole)
      byes.push(...read)
      if (read.length === 0)
        notes.push(pairingFault(line, 'byes-unread', { text: whole.trim().slice(0, 60) }))
    }
    if (tag !== '001') {
      const lines = heading.get(tag) ?? []
      if (/^(?:\d{3}|XXR)$/.test(tag))
        heading.set(tag, [...lines, tag === '132' ? whole : whole.slice(3).trim()])
      notes.push(...headingNotes(tag, whole, line))
      if (!READ_TAGS.has(tag) && /\S/.test(tag)) passed.set(tag, (passed.get(tag) ?? 0) + 1)
      continue
    }
    const read = readRow(signs, line)
    faults.push(...read.faults)
    notes.push(...read.notes)
    if (read.row === null) continue
    const before = ranks.get(read.row.rank)
    if (before === undefined) {
      ranks.set(read.row.rank, line)
      rows.push(read.row)
    } else faults.push(pairingFault(line, 'rank-twice', { rank: read.row.rank, other: before }))
  }
  if (rows.length === 0) faults.push(pairingFault(0, 'no-player'))
  if (passed.size > 0) {
    const tags = [...passed].map(([tag, count]) => (count === 1 ? tag : `${tag} (${count})`)).join(', ')
    notes.push(pairingFault(0, 'lines-passed', { tags }))
  }
  return { tournament: tournamentOf(heading), rows, byes, faults, notes }
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
    timeControl: first('222'),
    rounds: isRoundCount(rounds) ? Number(rounds) : null,
    dates: datesOf(first('132')),
  }
}

const dayOf = (text = ''): string =>
  /^\d{4}[/.-]\d\d[/.-]\d\d$/.test(text) ? text.replaceAll(/[/.]/g, '-') : ''

/** `132`: the day of each round above its cells, `26/11/19`, wherever in their ten columns it stands. */
function datesOf(line: string): ReadonlyMap<number, string> {
  const dates = new Map<number, string>()
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const at = FIRST_ROUND_COLUMN + ROUND_WIDTH * (round - 1) - 1
    if (at >= line.length) break
    const day = /^(?:20)?(\d\d)\/(\d\d)\/(\d\d)$/.exec(line.slice(at, at + ROUND_WIDTH).trim())
    if (day !== null) dates.set(round, `20${day[1]}-${day[2]}-${day[3]}`)
  }
  return dates
}

/** `240 H 004 0002 0007`: the type, the round, the players. */
function byesOf(line: string): { rank: number; round: number; type: Bye }[] {
  const [, type, round, ...ranks] = line.trim().split(/\s+/)
  const known = BYES.find((bye) => bye === type)
  if (known === undefined || !/^\d{1,3}$/.test(round ?? '')) return []
  return ranks.flatMap((rank) =>
    /^\d{1,4}$/.test(rank) ? [{ rank: Number(rank), round: Number(round), type: known }] : [],
  )
}

/** Null where the line has no starting rank. */
function readRow(
  signs: readonly string[],
  line: number,
): { row: TrfRow | null; faults: PairingFault[]; notes: PairingFault[] } {
  const field = (from: number, to: number) =>
    signs
      .slice(from - 1, to)
      .join('')
      .trim()
  const rank = /^\d{1,4}$/.test(field(5, 8)) ? Number(field(5, 8)) : 0
  if (rank < 1) {
    return { row: null, faults: [pairingFault(line, 'no-rank', { text: field(5, 8) })], notes: [] }
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
  for (let at = FIRST_ROUND_COLUMN; at <= signs.length && cells.length < MOST_ROUNDS; at += ROUND_WIDTH) {
    const cell = readCell(field(at, at + 3), field(at + 5, at + 5), field(at + 7, at + 7))
    if ('wrong' in cell) {
      const slots = { round: cells.length + 1, columns: `${at}–${at + 7}`, text: cell.text }
      faults.push(pairingFault(line, cell.wrong, slots))
    }
    cells.push('wrong' in cell ? EMPTY_CELL : cell)
  }
  const sex = SEXES.get(field(10, 10).toLowerCase()) ?? null
  if (sex === null && field(10, 10) !== '')
    notes.push(pairingFault(line, 'sex', { rank, text: field(10, 10) }))
  const birth = birthOf(field(70, 79))
  if (birth === null) notes.push(pairingFault(line, 'birth', { rank, text: field(70, 79) }))
  const row = { line, rank, player, sex, birth: birth ?? '', cells } as const
  return { row, faults, notes }
}

/** `1994-02-11`; the year alone where no day is known, '' where no year is; null for what is neither. */
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

/** A round of which the file says nothing. */
export const EMPTY_CELL: TrfCell = { opponent: 0, side: null, code: '' }
const SIDE: Readonly<Record<string, Side>> = { w: 'white', b: 'black' }

interface WrongCell {
  readonly wrong: 'cell-opponent' | 'cell-colour' | 'cell-result'
  readonly text: string
}

/** The cell, or what is wrong with it. */
function readCell(opponent: string, colour: string, code: string): TrfCell | WrongCell {
  if (!/^\d{0,4}$/.test(opponent)) return { wrong: 'cell-opponent', text: opponent }
  if (!/^[wb-]?$/i.test(colour)) return { wrong: 'cell-colour', text: colour }
  if (!/^[10=+WDLHFUZX?-]?$/i.test(code)) return { wrong: 'cell-result', text: code }
  return { opponent: Number(opponent), side: SIDE[colour.toLowerCase()] ?? null, code: code.toUpperCase() }
}
