/**
 * Reads FIDE's tournament report file, TRF16 and TRF26: fixed columns counted in characters from 1. `domain/formats/trf.ts`
 * writes it. Sources: Handbook C.04, Annex 2 (TRF16), and TRF26 (2025-05-12), as `docs/feeds.md` cites them.
 */
import type { Side } from '../../../events/index.ts'
import { type PairedPlayer, type Pairing, type PairingFault, readPlayer } from './pairing.ts'

/** What the report says of the tournament. */
export interface TrfTournament {
  readonly name: string
  readonly city: string
  /** `2026-11-19`, '' where none is told. */
  readonly from: string
  readonly to: string
  /** TRF26's coded time control, '' where none is told. */
  readonly timeControl: string
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
  readonly cells: readonly Cell[]
}

export interface TrfFile {
  readonly tournament: TrfTournament
  readonly rows: readonly Row[]
  readonly faults: readonly PairingFault[]
}

const FIRST_ROUND_COLUMN = 92
const ROUND_WIDTH = 10
const MOST_ROUNDS = 100

export function readTrf(text: string): TrfFile {
  const faults: PairingFault[] = []
  const rows: Row[] = []
  const heading = new Map<string, string>()
  const ranks = new Map<number, number>()
  for (const [index, whole] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = index + 1
    const signs = [...whole]
    const tag = signs.slice(0, 3).join('')
    if (tag !== '001') {
      if (/^\d{3}$/.test(tag) && !heading.has(tag)) heading.set(tag, whole.slice(3).trim())
      continue
    }
    const read = readRow(signs, line)
    faults.push(...read.faults)
    const before = ranks.get(read.row.rank)
    if (before !== undefined)
      faults.push({ line, reason: `the starting rank ${read.row.rank} is given on line ${before} too` })
    ranks.set(read.row.rank, line)
    rows.push(read.row)
  }
  if (rows.length === 0)
    faults.push({ line: 0, reason: 'there is no player in it: a line of a player begins with 001' })
  const [from, to] = [dayOf(heading.get('042')), dayOf(heading.get('052'))]
  const named = { name: heading.get('012') ?? '', city: heading.get('022') ?? '', from, to }
  return { tournament: { ...named, timeControl: heading.get('222') ?? '' }, rows, faults }
}

const dayOf = (text = ''): string => (/^\d{4}\/\d\d\/\d\d$/.test(text) ? text.replaceAll('/', '-') : '')

function readRow(signs: readonly string[], line: number): { row: Row; faults: PairingFault[] } {
  const field = (from: number, to: number) =>
    signs
      .slice(from - 1, to)
      .join('')
      .trim()
  const faults: PairingFault[] = []
  const rank = Number(field(5, 8))
  if (!Number.isInteger(rank) || rank < 1)
    faults.push({ line, reason: `columns 5–8 hold "${field(5, 8)}"; they hold a starting rank from 1` })
  const written = {
    name: field(15, 47),
    title: field(11, 13),
    rating: field(49, 52),
    federation: field(54, 56),
    fideId: field(58, 68),
  }
  const { player, faults: wrong } = readPlayer(written, line, `player ${rank || '?'}`)
  const cells: Cell[] = []
  for (let at = FIRST_ROUND_COLUMN; at <= signs.length && cells.length < MOST_ROUNDS; at += ROUND_WIDTH) {
    const cell = readCell(field(at, at + 3), field(at + 5, at + 5), field(at + 7, at + 7))
    if (typeof cell === 'string')
      faults.push({ line, reason: `round ${cells.length + 1}, columns ${at}–${at + 7}: ${cell}` })
    cells.push(typeof cell === 'string' ? NOTHING : cell)
  }
  return { row: { line, rank, player, cells }, faults: [...faults, ...wrong] }
}

const NOTHING: Cell = { opponent: 0, side: null, code: '' }
const SIDE: Readonly<Record<string, Side>> = { w: 'white', b: 'black' }

/** The cell, or what is wrong with it. */
function readCell(opponent: string, colour: string, code: string): Cell | string {
  if (!/^\d{0,4}$/.test(opponent)) return `"${opponent}" is no starting rank`
  if (!/^[wb-]?$/i.test(colour)) return `the colour "${colour}" is none of w, b, -`
  if (!/^[10=+WDLHFUZX?-]?$/i.test(code))
    return `the result "${code}" is none of 1 = 0 + - W D L H F U Z, nor blank for a game to come`
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

/** The pairs of a round at their boards, and who has a bye; what does not fit together is told line by line. */
export function pairingsOf(
  { rows }: TrfFile,
  round: number,
): { pairings: Pairing[]; byes: string[]; played: number; faults: PairingFault[] } {
  const faults: PairingFault[] = []
  const byRank = new Map(rows.map((row) => [row.rank, row]))
  const cellOf = (row: Row): Cell => row.cells[round - 1] ?? NOTHING
  const paired = rows.filter((row) => isPair(cellOf(row)))
  for (const row of paired) {
    const reason = mismatch(row, cellOf(row), byRank, cellOf)
    if (reason !== null) faults.push({ line: row.line, reason: `round ${round}: ${reason}` })
  }
  const whites = paired.filter((row) => cellOf(row).side === 'white')
  const pairs = whites.flatMap((white) => {
    const black = byRank.get(cellOf(white).opponent)
    return black === undefined ? [] : [{ white, black }]
  })
  const pairings = inOrder(pairs, round).map(({ white, black }, index) => ({
    line: white.line,
    board: index + 1,
    white: white.player,
    black: black.player,
  }))
  const byes = rows.filter((row) => !isPair(cellOf(row)) && 'HFUZ'.includes(cellOf(row).code || 'Z'))
  if (pairs.length === 0 && faults.length === 0)
    faults.push({ line: 0, reason: `nobody is paired in round ${round}` })
  const played = pairs.filter(({ white }) => cellOf(white).code !== '').length
  return { pairings, byes: byes.map(({ player }) => player.name), played, faults }
}

function mismatch(
  row: Row,
  { opponent, side }: Cell,
  byRank: ReadonlyMap<number, Row>,
  cellOf: (row: Row) => Cell,
): string | null {
  const other = byRank.get(opponent)
  if (other === undefined) return `the opponent ${opponent} is no player of this file`
  if (other === row) return `player ${row.rank} is paired against himself`
  if (side === null) return `the colour against ${opponent} is missing; it is w or b`
  const back = cellOf(other)
  if (back.opponent !== row.rank)
    return `plays ${opponent}, but line ${other.line} has ${opponent} against ${back.opponent || 'nobody'}`
  if (back.side === side && row.rank < opponent) return `both have ${side}: see line ${other.line}`
  return null
}

interface Pair {
  readonly white: Row
  readonly black: Row
}

/**
 * By boards, which the file does not tell: as pairings are published by the Handbook's Swiss rules (C.04), the score of
 * the higher placed of the pair, the sum of both, then his starting rank.
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
