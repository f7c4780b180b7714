/** Pairings from a table with a heading line: CSV with commas, semicolons or tabs, as spreadsheets save it. */
import { CsvError, parse } from 'csv-parse/sync'
import {
  type Pairing,
  type PairingFault,
  type PlayerCells,
  readPlayer,
} from '../../../domain/formats/pairings/index.ts'
import { isId, type Side } from '../../../events/index.ts'

export interface CsvPairings {
  readonly pairings: readonly Pairing[]
  readonly byes: readonly string[]
  /** The round that the rows name, '' where none does. */
  readonly round: string
  /** Columns that nobody reads. */
  readonly unread: readonly string[]
  readonly faults: readonly PairingFault[]
}

/** Headings by what they mean; they are compared without case, spaces and signs. */
const PLAIN: Readonly<Record<string, string>> = {
  board: 'board',
  boardno: 'board',
  boardnumber: 'board',
  bo: 'board',
  table: 'board',
  round: 'round',
  rd: 'round',
  game: 'game',
  gameid: 'game',
  id: 'game',
}

const FIELDS: Readonly<Record<string, keyof PlayerCells>> = {
  '': 'name',
  name: 'name',
  player: 'name',
  fideid: 'fideId',
  fide: 'fideId',
  id: 'fideId',
  title: 'title',
  rating: 'rating',
  elo: 'rating',
  rtg: 'rating',
  federation: 'federation',
  fed: 'federation',
}

const SIDES: readonly Side[] = ['white', 'black']

/** `White FIDE id`, `fide_id_white` → `white fideId`; null: no column of ours. */
function meaningOf(heading: string): string | null {
  const key = heading.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (PLAIN[key] !== undefined) return PLAIN[key]
  for (const side of SIDES) {
    if (!key.startsWith(side) && !key.endsWith(side)) continue
    const field = FIELDS[key.startsWith(side) ? key.slice(side.length) : key.slice(0, -side.length)]
    if (field !== undefined) return `${side} ${field}`
  }
  return null
}

/** Words that stand where the opponent of a player with a bye would. */
const BYE = /^(?:bye|spielfrei|freilos|exempt|volno|prosto|slobodan|pauza|not paired)$/i

/** The sign that stands most often in the heading line: a semicolon where commas are in the names. */
function delimiterOf(text: string): string {
  const heading = text.slice(0, Math.max(0, text.search(/[\r\n]/)) || text.length)
  const count = (sign: string) => heading.split(sign).length
  return [',', ';', '\t'].sort((a, b) => count(b) - count(a))[0] as string
}

/** Some spreadsheets name the sign in a line of its own, before the heading; the line stays, empty, and is counted. */
const SEPARATOR = /^\uFEFF?"?sep=[,;\t]"?(?=[\r\n])/i

interface Line {
  readonly record: string[]
  readonly info: { readonly lines: number }
}

const NOTHING = { pairings: [], byes: [], round: '', unread: [] }

/** Every row is read, whatever is wrong with those before it, up to a quote that nobody closes: it is told with them. */
export function readCsv(whole: string): CsvPairings {
  const text = whole.replace(SEPARATOR, '')
  const lines: Line[] = []
  const open: PairingFault[] = []
  try {
    parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      // A nickname in quotes is part of a name.
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      on_record: (record: string[], info) => {
        lines.push({ record, info })
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    open.push({ line: lineAfter(text, lines.at(-1)?.info.lines ?? 0), reason: reasonOf(error) })
  }
  const [heading, ...rows] = lines
  if (heading === undefined) {
    return { ...NOTHING, faults: open.length > 0 ? open : [{ line: 0, reason: 'the file is empty' }] }
  }
  const meanings = heading.record.map(meaningOf)
  const faults = headingFaults(meanings, heading.info.lines)
  if (faults.length > 0) return { ...NOTHING, faults: [...faults, ...open] }
  const unread = heading.record.filter((name, index) => meanings[index] === null && name !== '')
  const read = readRows(rows, meanings)
  return {
    ...read,
    unread,
    faults: open.length > 0 ? [...read.faults.filter(isOfLine), ...open] : read.faults,
  }
}

/** That there is no pairing says nothing of a table that breaks off. */
const isOfLine = ({ line }: PairingFault): boolean => line > 0

/** By what the parser calls it; both end what can be read. */
const BROKEN: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened here and never closed; nothing after it is read',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE:
    'a cell goes on after its closing quote; a quote within quotes is written twice; nothing after it is read',
}

const reasonOf = ({ code, message }: CsvError): string => BROKEN[code] ?? message

/** The next line that is not empty, where the row begins that could not be read. */
function lineAfter(text: string, line: number): number {
  const lines = text.split(/\r\n|\n|\r/)
  let next = line
  while (next < lines.length - 1 && lines[next]?.trim() === '') next++
  return next + 1
}

function headingFaults(meanings: readonly (string | null)[], line: number): PairingFault[] {
  const faults = ['white name', 'black name'].flatMap((due) => {
    const column = due.split(' ')[0]
    if (meanings.includes(due)) return []
    const reason = `no column is headed "${column}"; the first line names the columns, such as: board,white,black`
    return [{ line, reason }]
  })
  const twice = meanings.filter((name, index) => name !== null && meanings.indexOf(name) !== index)
  return [...faults, ...twice.map((name) => ({ line, reason: `two columns mean ${name}` }))]
}

function readRows(rows: readonly Line[], meanings: readonly (string | null)[]): Omit<CsvPairings, 'unread'> {
  const [pairings, byes, faults]: [Pairing[], string[], PairingFault[]] = [[], [], []]
  const rounds = new Map<string, number>()
  let next = 1
  for (const { record, info } of rows) {
    const line = info.lines
    const cell = (name: string): string => record[meanings.indexOf(name)] ?? ''
    if (record.length > meanings.length)
      faults.push({
        line,
        reason: `${record.length} cells, the heading has ${meanings.length}; a name with the separator in it is due in quotes`,
      })
    if (cell('round') !== '') rounds.set(cell('round'), rounds.get(cell('round')) ?? line)
    const names = SIDES.map((side) => cell(`${side} name`))
    if (names.some((name) => BYE.test(name))) {
      byes.push(...names.filter((name) => !BYE.test(name)))
      continue
    }
    // `1e1` and `0x10` are numbers to a computer and no boards.
    const written = cell('board')
    const board = written === '' ? next : /^\d+$/.test(written) ? Number(written) : Number.NaN
    if (!Number.isInteger(board) || board < 1 || board > 100_000)
      faults.push({ line, reason: `the board "${cell('board')}" is none; it is a number from 1` })
    if (Number.isInteger(board)) next = board + 1
    const game = cell('game')
    if (game !== '' && !isId(game))
      faults.push({ line, reason: `the game id "${game}" is none; it is 1 to 64 of A–Z a–z 0–9 _ -` })
    const players = SIDES.map((side) => readPlayer(writtenOf(side, cell), line, side))
    faults.push(...players.flatMap((player) => player.faults))
    const [white, black] = players.map(({ player }) => player) as [Pairing['white'], Pairing['black']]
    pairings.push({ line, board, white, black, ...(game !== '' && { game }) })
  }
  const [round = '', ...others] = rounds.keys()
  for (const other of others)
    faults.push({
      line: rounds.get(other) ?? 0,
      reason: `round ${other}; the rows before are of round ${round}`,
    })
  if (pairings.length === 0 && faults.length === 0)
    faults.push({ line: 0, reason: 'there is no pairing in it' })
  return { pairings, byes, round, faults }
}

const writtenOf = (side: Side, cell: (name: string) => string): PlayerCells => ({
  name: cell(`${side} name`),
  fideId: cell(`${side} fideId`),
  title: cell(`${side} title`),
  rating: cell(`${side} rating`),
  federation: cell(`${side} federation`),
})
