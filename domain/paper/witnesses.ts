/** What a sheet and the board say for and against each legal move of a position, and whether the sheet may be out of step. */
import type { Move, Position } from '../chess/index.ts'
import { named, nearly, type Sheet } from './sheet.ts'

/** What a witness's word adds: for the move, for one written nearly so, for one at a neighbouring ply, against it. */
const WEIGHT = { board: 4, named: 3, nearly: 1, beside: 1, against: -2 } as const

/** What a sheet says at one of its own plies, in a position. */
interface Word {
  readonly silent: boolean
  readonly exact: readonly Move[]
  readonly near: readonly Move[]
  /** What stands one or two plies before or after: entries that changed places. */
  readonly beside: readonly Move[]
}

const SILENT: Word = { silent: true, exact: [], near: [], beside: [] }

/** `entry`: the ply under which the sheet has it; `read`: up to which its entries belong to earlier plies of the game. */
export function wordOf(position: Position, sheet: Sheet, entry: number, read: number): Word {
  const text = sheet.texts.get(entry)
  if (text === undefined || text === '' || entry <= read) return SILENT
  const exact = named(position, text, sheet)
  if (exact.length > 0) return { silent: false, exact, near: [], beside: [] }
  const near = nearly(position, text, sheet)
  const beside = [entry - 1, entry + 1, entry - 2, entry + 2].flatMap((other) => {
    const there = sheet.texts.get(other)
    return there === undefined ? [] : named(position, there, sheet)
  })
  return { silent: false, exact, near, beside }
}

/**
 * Does a word contradict another one or the board, or name no legal move, and no slip of the pen either? Its sheet may be
 * out of step then.
 */
export function isOdd({ silent, exact, near }: Word, other: Word, board: Move | undefined): boolean {
  if (silent) return false
  const meant = board === undefined ? other.exact : [board]
  if (meant.length === 0) return exact.length === 0 && near.length === 0
  return !meant.some((move) => exact.includes(move) || near.includes(move))
}

interface Worth {
  readonly move: Move
  readonly score: number
}

/** The legal moves, the worthiest first. Where two say the same there is nothing else to try. */
export function weighed(
  legal: readonly Move[],
  words: readonly Word[],
  board: Move | undefined,
  margin: number,
): Worth[] {
  const heard = words.filter(({ silent }) => !silent)
  const worths = legal.map((move) => {
    let score = move === board ? WEIGHT.board : 0
    for (const word of heard) score += worthOf(word, move)
    return { move, score }
  })
  worths.sort((a, b) => b.score - a.score)
  const top = worths[0]?.score ?? 0
  const isSure = heard.filter(({ exact }) => exact.length > 0).length === 2 && top >= 2 * WEIGHT.named
  return isSure ? worths.filter(({ score }) => score >= top - margin) : worths
}

function worthOf({ exact, near, beside }: Word, move: Move): number {
  if (exact.includes(move)) return WEIGHT.named
  if (beside.includes(move)) return WEIGHT.beside
  return near.includes(move) ? WEIGHT.nearly : WEIGHT.against
}
