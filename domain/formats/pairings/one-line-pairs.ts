/** Pairs of a report file that one line alone names, since the opponent's line says nothing of the round. */
import { type PairingFault, pairingFault } from './fault.ts'
import { EMPTY_CELL, type TrfCell, type TrfRow } from './trf-row.ts'

/** The code of the opponent, as far as it follows from a player's own: both may have lost. */
const OTHER_CODE: Readonly<Record<string, string>> = { '1': '0', '=': '=', '+': '-', W: 'L', D: 'D' }
const OTHER_SIDE = { white: 'black', black: 'white' } as const

/**
 * The lines with the cell that follows from the opponent's, where a line has none: what the one line says holds, and a note says that
 * the other does not say it. A line with a bye, or one that several lines name, stays as it is: what contradicts it is a fault.
 */
export function completePairs(
  rows: readonly TrfRow[],
  byes: readonly { readonly rank: number; readonly round: number }[],
): { readonly rows: readonly TrfRow[]; readonly notes: readonly PairingFault[] } {
  const byRank = new Map(rows.map((row) => [row.rank, row]))
  const withBye = new Set(byes.map(({ rank, round }) => `${rank} ${round}`))
  const completed = new Map<number, TrfCell[]>()
  const notes: PairingFault[] = []
  const rounds = Math.max(0, ...rows.map(({ cells }) => cells.length))
  for (let index = 0; index < rounds; index++) {
    const round = index + 1
    for (const [rank, speaker] of onlySpeakers(rows, index)) {
      const silent = byRank.get(rank)
      const said = speaker.cells[index]
      if (silent === undefined || said === undefined || !isSilent(silent.cells[index])) continue
      if (withBye.has(`${rank} ${round}`)) continue
      const cells = completed.get(rank) ?? [...silent.cells]
      while (cells.length < round) cells.push(EMPTY_CELL)
      const side = said.side === null ? null : OTHER_SIDE[said.side]
      cells[index] = { opponent: speaker.rank, side, code: OTHER_CODE[said.code] ?? '' }
      completed.set(rank, cells)
      const slots = { round, opponent: rank, other: silent.line }
      notes.push(pairingFault(speaker.line, 'pair-one-line', slots))
    }
  }
  return { rows: rows.map((row) => ({ ...row, cells: completed.get(row.rank) ?? row.cells })), notes }
}

const isSilent = (cell: TrfCell = EMPTY_CELL): boolean =>
  cell.opponent === 0 && cell.side === null && cell.code === '' && !cell.isUnread

/** By the rank that it names in a round: the line that names it, where no other line does. */
function onlySpeakers(rows: readonly TrfRow[], index: number): ReadonlyMap<number, TrfRow> {
  const speakers = new Map<number, TrfRow>()
  const named = new Set<number>()
  for (const row of rows) {
    const opponent = row.cells[index]?.opponent ?? 0
    if (opponent === 0) continue
    if (named.has(opponent)) speakers.delete(opponent)
    else speakers.set(opponent, row)
    named.add(opponent)
  }
  return speakers
}
