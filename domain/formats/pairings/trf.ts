/**
 * Reads FIDE's tournament report file, TRF16 and TRF26: fixed columns counted in characters from 1. `domain/formats/trf.ts`
 * writes it. Sources: Handbook C.04, Annex 2 (TRF16), and TRF26 (2025-05-12), as `docs/feeds.md` cites them.
 */
import type { Points, Side } from '../../../events/index.ts'
import { BYES, type Bye } from '../entry-list.ts'
import { isPlaceholderName } from '../placeholder-names.ts'
import { type PairingFault, type PairingFaultCode, type PairingFaultSlots, pairingFault } from './fault.ts'
import { nameKey, type PairedPlayer, type Pairing, readPlayer } from './pairing.ts'

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

interface Cell {
  /** Starting rank; 0: no opponent. */
  readonly opponent: number
  readonly side: Side | null
  /** '' while the game is not played. */
  readonly code: string
}

interface Row {
  readonly line: number
  readonly rank: number
  readonly player: PairedPlayer
  readonly sex: 'm' | 'w' | null
  /** `1994-02-11`, also `1994` alone; '' where there is none. */
  readonly birth: string
  readonly cells: readonly Cell[]
}

export interface TrfFile {
  readonly tournament: TrfTournament
  readonly rows: readonly Row[]
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
  const rows: Row[] = []
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

/** `132`: the day of each round above its cells, `26/11/19`. */
function datesOf(line: string): ReadonlyMap<number, string> {
  const dates = new Map<number, string>()
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const at = FIRST_ROUND_COLUMN + ROUND_WIDTH * (round - 1) - 1
    if (at >= line.length) break
    const day = /^(\d\d)\/(\d\d)\/(\d\d)$/.exec(line.slice(at, at + 8).trim())
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
): { row: Row | null; faults: PairingFault[]; notes: PairingFault[] } {
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
  const cells: Cell[] = []
  for (let at = FIRST_ROUND_COLUMN; at <= signs.length && cells.length < MOST_ROUNDS; at += ROUND_WIDTH) {
    const cell = readCell(field(at, at + 3), field(at + 5, at + 5), field(at + 7, at + 7))
    if ('wrong' in cell) {
      const slots = { round: cells.length + 1, columns: `${at}–${at + 7}`, text: cell.text }
      faults.push(pairingFault(line, cell.wrong, slots))
    }
    cells.push('wrong' in cell ? NOTHING : cell)
  }
  const sex = SEXES.get(field(10, 10).toLowerCase()) ?? null
  if (sex === null && field(10, 10) !== '')
    notes.push(pairingFault(line, 'sex', { rank, text: field(10, 10) }))
  const [whole = '', year = '', rest = ''] = /^(\d{4})((?:[/.-]\d\d){2})?$/.exec(field(70, 79)) ?? []
  const birth = /^0*$/.test(year) ? '' : /00/.test(rest) ? year : `${year}${rest.replaceAll(/[/.]/g, '-')}`
  if (whole === '' && /[1-9]/.test(field(70, 79)))
    notes.push(pairingFault(line, 'birth', { rank, text: field(70, 79) }))
  const row = { line, rank, player, sex, birth, cells } as const
  return { row, faults, notes }
}

/** FIDE's letters are m and w; some programs write f. */
const SEXES: ReadonlyMap<string, 'm' | 'w'> = new Map([
  ['m', 'm'],
  ['w', 'w'],
  ['f', 'w'],
])

const NOTHING: Cell = { opponent: 0, side: null, code: '' }
const SIDE: Readonly<Record<string, Side>> = { w: 'white', b: 'black' }

interface WrongCell {
  readonly wrong: 'cell-opponent' | 'cell-colour' | 'cell-result'
  readonly text: string
}

/** The cell, or what is wrong with it. */
function readCell(opponent: string, colour: string, code: string): Cell | WrongCell {
  if (!/^\d{0,4}$/.test(opponent)) return { wrong: 'cell-opponent', text: opponent }
  if (!/^[wb-]?$/i.test(colour)) return { wrong: 'cell-colour', text: colour }
  if (!/^[10=+WDLHFUZX?-]?$/i.test(code)) return { wrong: 'cell-result', text: code }
  return { opponent: Number(opponent), side: SIDE[colour.toLowerCase()] ?? null, code: code.toUpperCase() }
}

/** The round to come: the last one in which a pair has no result. Null: every pair has one. */
export function pendingRound({ rows }: TrfFile): number | null {
  for (let round = longest(rows); round > 0; round--) {
    if (rows.some(({ cells }) => isPair(cells[round - 1]) && cells[round - 1]?.code === '')) return round
  }
  return null
}

const longest = (rows: readonly Row[]): number => Math.max(0, ...rows.map(({ cells }) => cells.length))
const isPair = (cell: Cell | undefined): boolean => cell !== undefined && cell.opponent > 0

const WORTH: Readonly<Record<string, number>> = { '1': 1, '+': 1, W: 1, F: 1, U: 1, '=': 0.5, D: 0.5, H: 0.5 }

/** A pair whose result the file knows. */
export interface TrfResult {
  readonly board: number
  readonly white: Points
  readonly black: Points
}

export interface PairedTrfRound {
  readonly pairings: readonly Pairing[]
  readonly results: readonly TrfResult[]
  /** The players without an opponent. */
  readonly byes: readonly string[]
  /** What does not fit together: it costs the pair, which is left out. */
  readonly faults: readonly PairingFault[]
}

/** The pairs of a round at their boards, the results that are known, and the players with a bye. */
export function pairingsOf({ rows }: TrfFile, round: number): PairedTrfRound {
  const faults: PairingFault[] = []
  const byRank = new Map(rows.map((row) => [row.rank, row]))
  const cellOf = (row: Row): Cell => row.cells[round - 1] ?? NOTHING
  const paired = rows.filter((row) => isPair(cellOf(row)))
  const out = new Set<Row>()
  for (const row of paired) {
    const wrong = mismatch(row, cellOf(row), byRank, cellOf)
    if (wrong === null) continue
    const other = byRank.get(cellOf(row).opponent)
    // A player whom somebody else's line names wrongly keeps the opponent of their own.
    const isMutual = other !== undefined && cellOf(other).opponent === row.rank
    for (const each of [row, ...(isMutual ? [other] : [])]) out.add(each)
    faults.push(pairingFault(row.line, wrong[0], { round, ...wrong[1] }))
  }
  const whites = paired.filter((row) => cellOf(row).side === 'white' && !out.has(row))
  const pairs = whites.flatMap((white) => {
    const black = byRank.get(cellOf(white).opponent)
    return black === undefined || out.has(black) ? [] : [{ white, black }]
  })
  const inBoardOrder = inOrder(pairs, round)
  const pairings = inBoardOrder.map(({ white, black }, index) => ({
    line: white.line,
    board: index + 1,
    white: white.player,
    black: black.player,
  }))
  const results = inBoardOrder.flatMap(({ white, black }, index) => {
    const codes = [cellOf(white).code, cellOf(black).code] as const
    const [one, other] = [POINTS[codes[0]], POINTS[codes[1]]]
    if ((codes[0] === '') !== (codes[1] === '')) {
      const [said, silent] = codes[0] === '' ? [black, white] : [white, black]
      const slots = { round, code: codes[0] || codes[1], opponent: silent.rank, other: silent.line }
      faults.push(pairingFault(said.line, 'one-result', slots))
    }
    return one === undefined || other === undefined ? [] : [{ board: index + 1, white: one, black: other }]
  })
  const byes = rows.filter((row) => !isPair(cellOf(row)) && 'HFUZ'.includes(cellOf(row).code || 'Z'))
  if (pairs.length === 0 && faults.length === 0) faults.push(pairingFault(0, 'nobody-paired', { round }))
  return { pairings, results, byes: byes.map(({ player }) => player.name), faults }
}

const POINTS: Readonly<Record<string, Points>> = {
  ...{ '1': '1', '=': '½', '0': '0', '+': '+', '-': '-', W: '1', D: '½', L: '0' },
}

/** The bye in a player's cell; a point without an opponent, as older files write it, is one of a full point. */
export function byeAt({ cells }: Pick<Row, 'cells'>, round: number): Bye | null {
  const cell = cells[round - 1]
  if (cell === undefined || isPair(cell)) return null
  const type = { '+': 'F', '-': 'Z', '1': 'F', '=': 'H', '0': 'Z' }[cell.code] ?? cell.code
  return BYES.find((bye) => bye === type) ?? null
}

/** What does not fit together about a pair, and the values that the sentence about it names besides the round. */
function mismatch(
  row: Row,
  { opponent, side, code }: Cell,
  byRank: ReadonlyMap<number, Row>,
  cellOf: (row: Row) => Cell,
): readonly [PairingFaultCode, PairingFaultSlots] | null {
  const other = byRank.get(opponent)
  if (other === undefined) return ['no-opponent', { opponent }]
  if (other === row) return ['own-opponent', { rank: row.rank }]
  if (row.player.name === '') return ['pair-unnamed', {}]
  const back = cellOf(other)
  const there = { opponent, other: other.line }
  if (back.opponent === 0) return ['pair-one-sided', there]
  if (back.opponent !== row.rank) return ['pair-differs', { ...there, back: back.opponent }]
  if (side === null && (code === '+' || code === '-')) return ['forfeit-colourless', { opponent, code }]
  if (side === null) return ['colour-missing', { opponent }]
  if (back.side === side && row.rank < opponent) return ['colour-twice', { side, other: other.line }]
  const [one, two] = [POINTS[code], POINTS[back.code]]
  if (
    row.rank < opponent &&
    one !== undefined &&
    two !== undefined &&
    (WORTH[code] ?? 0) + (WORTH[back.code] ?? 0) > 1
  )
    return ['over-a-point', { ...there, code, back: back.code }]
  return null
}

interface Pair {
  readonly white: Row
  readonly black: Row
}

/**
 * By boards, which the file does not tell: as pairings are published by the Handbook's Swiss rules (C.04), the score of
 * the higher placed of the pair, the sum of both, then their starting rank.
 */
function inOrder(pairs: readonly Pair[], round: number): Pair[] {
  const score = ({ cells }: Row): number =>
    cells.slice(0, round - 1).reduce((sum, { code }) => sum + (WORTH[code] ?? 0), 0)
  const keys = new Map(
    pairs.map((pair) => {
      const [first, second] = [pair.white, pair.black].sort((a, b) => score(b) - score(a) || a.rank - b.rank)
      return [pair, [score(first!), score(first!) + score(second!), -first!.rank] as const]
    }),
  )
  return [...pairs].sort((a, b) => {
    const [x, y] = [keys.get(a)!, keys.get(b)!]
    return y[0] - x[0] || y[1] - x[1] || y[2] - x[2]
  })
}
