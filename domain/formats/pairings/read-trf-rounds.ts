/** The rounds of a tournament report file: pairs, boards, results and byes. `read-trf.ts` reads the file itself. */
import type { Points } from '../../../events/index.ts'
import { BYES, type Bye } from '../entry-list.ts'
import { type PairingFault, type PairingFaultCode, type PairingFaultSlots, pairingFault } from './fault.ts'
import type { Pairing } from './pairing.ts'
import { POINTS_OF_CODE, type TrfFile } from './read-trf.ts'
import { EMPTY_CELL, type TrfCell, type TrfRow } from './trf-row.ts'

/** The round that is to be played: the last one in which a pair has no result. Null where every pair has one. */
export function pendingRound({ rows }: TrfFile): number | null {
  for (let round = longest(rows); round > 0; round--) {
    if (rows.some(({ cells }) => isPair(cells[round - 1]) && cells[round - 1]?.code === '')) return round
  }
  return null
}

const longest = (rows: readonly TrfRow[]): number => Math.max(0, ...rows.map(({ cells }) => cells.length))
const isPair = (cell: TrfCell | undefined): boolean => cell !== undefined && cell.opponent > 0

/** The result of a pair, as the file has it. */
export interface TrfResult {
  readonly board: number
  readonly white: Points
  readonly black: Points
  /** The result counts and is not rated: codes `W D L`. */
  readonly unrated?: true
}

export interface PairedTrfRound {
  readonly pairings: readonly Pairing[]
  readonly results: readonly TrfResult[]
  /** The players without an opponent. */
  readonly byes: readonly string[]
  /** Contradictions. The pair is left out, or only its result, as the fault says. */
  readonly faults: readonly PairingFault[]
  /** What is unusual and was taken nevertheless. */
  readonly notes: readonly PairingFault[]
}

/** The pairs of a round with their boards, the known results, and the players with a bye. */
export function pairingsOf({ rows }: TrfFile, round: number): PairedTrfRound {
  const faults: PairingFault[] = []
  const byRank = new Map(rows.map((row) => [row.rank, row]))
  const cellOf = (row: TrfRow): TrfCell => row.cells[round - 1] ?? EMPTY_CELL
  const paired = rows.filter((row) => isPair(cellOf(row)))
  const leftOut = new Set<TrfRow>()
  for (const row of paired) {
    const wrong = mismatch(row, cellOf(row), byRank, cellOf)
    if (wrong === null) continue
    const other = byRank.get(cellOf(row).opponent)
    // Where another player's line names this opponent wrongly, the opponent's own pair stays.
    const isMutual = other !== undefined && cellOf(other).opponent === row.rank
    for (const each of [row, ...(isMutual ? [other] : [])]) leftOut.add(each)
    faults.push(pairingFault(row.line, wrong[0], { round, ...wrong[1] }))
  }
  const isWhite = (row: TrfRow): boolean => {
    const { opponent, side } = cellOf(row)
    if (side !== null) return side === 'white'
    const other = byRank.get(opponent)
    const back = other === undefined ? null : cellOf(other).side
    return back === null ? row.rank < opponent : back === 'black'
  }
  const isColourless = ({ white, black }: Pair): boolean =>
    cellOf(white).side === null && cellOf(black).side === null
  const whites = paired.filter((row) => !leftOut.has(row) && isWhite(row))
  const pairs = whites.flatMap((white) => {
    const black = byRank.get(cellOf(white).opponent)
    return black === undefined || leftOut.has(black) ? [] : [{ white, black }]
  })
  const ordered = inBoardOrder(pairs, round)
  const pairings = ordered.map(({ white, black }, index) => ({
    line: white.line,
    board: index + 1,
    white: white.player,
    black: black.player,
    ...(isColourless({ white, black }) && { colourless: true as const }),
  }))
  const notes = ordered.filter(isColourless).map(({ white, black }) => {
    const slots = { round, rank: white.rank, opponent: black.rank }
    return pairingFault(white.line, 'forfeit-colourless', slots)
  })
  const results = ordered.flatMap(({ white, black }, index) => {
    const [one, other] = [POINTS[cellOf(white).code], POINTS[cellOf(black).code]]
    const excess = excessOfPoints(white, black, cellOf)
    if (excess !== null) {
      faults.push(pairingFault(excess.line, 'over-a-point', { round, ...excess.slots }))
      return []
    }
    // `X` and `?` are codes without points: the pair then has no result.
    if ((one === undefined) !== (other === undefined)) {
      const [said, silent] = one === undefined ? [black, white] : [white, black]
      const slots = { round, code: cellOf(said).code, opponent: silent.rank, other: silent.line }
      faults.push(pairingFault(said.line, 'one-result', slots))
    }
    if (one === undefined || other === undefined) return []
    const unrated = [white, black].some((row) => 'WDL'.includes(cellOf(row).code))
    return [{ board: index + 1, white: one, black: other, ...(unrated && { unrated: true as const }) }]
  })
  const byes = rows.filter((row) => !isPair(cellOf(row)) && 'HFUZ'.includes(cellOf(row).code || 'Z'))
  if (pairs.length === 0 && faults.length === 0) faults.push(pairingFault(0, 'nobody-paired', { round }))
  return { pairings, results, byes: byes.map(({ player }) => player.name), faults, notes }
}

const POINTS: Readonly<Record<string, Points>> = {
  ...{ '1': '1', '=': '½', '0': '0', '+': '+', '-': '-', W: '1', D: '½', L: '0' },
}

/** The bye in a player's cell. Older files write the points of a bye instead of its type: `1` or `+` is then a full-point bye. */
export function byeAt({ cells }: Pick<TrfRow, 'cells'>, round: number): Bye | null {
  const cell = cells[round - 1]
  if (cell === undefined || isPair(cell)) return null
  const type = { '+': 'F', '-': 'Z', '1': 'F', '=': 'H', '0': 'Z' }[cell.code] ?? cell.code
  return BYES.find((bye) => bye === type) ?? null
}

/** The contradiction between the lines of a pair: the fault's code, and its values besides the round. Null where there is none. */
function mismatch(
  row: TrfRow,
  { opponent, side, code }: TrfCell,
  byRank: ReadonlyMap<number, TrfRow>,
  cellOf: (row: TrfRow) => TrfCell,
): readonly [PairingFaultCode, PairingFaultSlots] | null {
  const other = byRank.get(opponent)
  if (other === undefined) return ['no-opponent', { opponent }]
  if (other === row) return ['own-opponent', { rank: row.rank }]
  if (row.player.name === '') return ['pair-unnamed', {}]
  const back = cellOf(other)
  const there = { opponent, other: other.line }
  if (back.opponent === 0) return ['pair-one-sided', there]
  if (back.opponent !== row.rank) return ['pair-differs', { ...there, back: back.opponent }]
  // Report files may leave out the colours of a forfeit, since nobody played it.
  if (side === null && isForfeit(code) && isForfeit(back.code)) return null
  if (side === null) return ['colour-missing', { opponent }]
  if (back.side === side && row.rank < opponent) return ['colour-twice', { side, other: other.line }]
  return null
}

const isForfeit = (code: string): boolean => code === '+' || code === '-'

/** Where the results of a pair add up to more than one point: the line of the fault, and its values. Else null. */
function excessOfPoints(
  white: TrfRow,
  black: TrfRow,
  cellOf: (row: TrfRow) => TrfCell,
): { readonly line: number; readonly slots: PairingFaultSlots } | null {
  const [first, second] = white.rank < black.rank ? [white, black] : [black, white]
  const [{ code }, { code: back }] = [cellOf(first), cellOf(second)]
  const isOver =
    POINTS[code] !== undefined &&
    POINTS[back] !== undefined &&
    (POINTS_OF_CODE[code] ?? 0) + (POINTS_OF_CODE[back] ?? 0) > 1
  return isOver
    ? { line: first.line, slots: { opponent: second.rank, other: second.line, code, back } }
    : null
}

interface Pair {
  readonly white: TrfRow
  readonly black: TrfRow
}

/**
 * The pairs in the order of their boards. The file has no board numbers, so the order is the one in which the Handbook's Swiss rules (C.04)
 * publish pairings: by the score of the higher placed player, then by the sum of both scores, then by the starting rank of the higher placed.
 */
function inBoardOrder(pairs: readonly Pair[], round: number): Pair[] {
  const score = ({ cells }: TrfRow): number =>
    cells.slice(0, round - 1).reduce((sum, { code }) => sum + (POINTS_OF_CODE[code] ?? 0), 0)
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
