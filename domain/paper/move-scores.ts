/** What a sheet and the board say for and against each legal move of a position, and whether the sheet may be out of step. */
import { isLegal, legalMoves, type Move, type Position } from '../chess/index.ts'
import { namedMoves, type Sheet } from './sheet.ts'
import { slipMoves } from './slips.ts'

/**
 * What a witness's word adds: for the move, for one written nearly so, for one at a neighbouring ply, against it. A move more
 * is one more to be taken for true.
 */
export const WEIGHT = { board: 4, named: 3, nearly: 0, beside: 1, against: -2, move: -2 } as const

/** What a sheet says at one of its own plies, in a position. */
export interface EntryEvidence {
  readonly exact: readonly Move[]
  /** Computed on demand: most entries need it not. */
  readonly slips: () => readonly Move[]
  /** What stands one or two plies before or after, or just after what is legal here: entries that changed places. */
  readonly neighbours: () => readonly Move[]
}

/**
 * `entry`: the ply under which the sheet has it; `read`: up to which its entries belong to earlier plies of the game. Null
 * where the sheet says nothing.
 */
export function entryEvidence(
  position: Position,
  sheet: Sheet,
  entry: number,
  read: number,
): EntryEvidence | null {
  const written = entry <= read ? undefined : sheet.entries.get(entry)
  if (written === undefined || written.isIllegible) return null
  const exact = namedMoves(position, written)
  const others = exact.length > 0 ? [entry + 1] : [entry - 1, entry + 1, entry - 2, entry + 2]
  const beside = (): Move[] =>
    others.flatMap((other) => {
      const there = sheet.entries.get(other)
      return there === undefined ? [] : namedMoves(position, there)
    })
  return {
    exact,
    slips: memoize(() => slipMoves(position, written.text, sheet)),
    neighbours: memoize(beside),
  }
}

function memoize<T>(calculate: () => T): () => T {
  let known: { value: T } | null = null
  return () => {
    known ??= { value: calculate() }
    return known.value
  }
}

/**
 * Does a word contradict another one or the board, or name no legal move, and no slip of the pen either? Its sheet may be
 * out of step then. `isLone`: no other source covers this ply, but one covers the next ones.
 */
export function isContradicted(
  word: EntryEvidence | null,
  other: EntryEvidence | null,
  board: Move | undefined,
  isLone: boolean,
): boolean {
  if (word === null) return false
  const own = word.exact.length > 0 ? word.exact : word.slips()
  const meant = board === undefined ? (other?.exact ?? []) : [board]
  if (meant.length === 0) return isLone || own.length === 0
  return !meant.some((move) => own.includes(move))
}

export interface ScoredMove {
  readonly move: Move
  readonly score: number
}

/**
 * The legal moves, the best first. Where two say the same there is nothing else to try, unless the board says otherwise
 * or both have it in the wrong order.
 */
export function scoreMoves(
  position: Position,
  words: readonly (EntryEvidence | null)[],
  board: Move | undefined,
): ScoredMove[] {
  const evidence = words.filter((word) => word !== null)
  const worths = (agreedMoves(position, evidence, board) ?? legalMoves(position)).map((move) => {
    let score = WEIGHT.move + (move === board ? WEIGHT.board : 0)
    for (const word of evidence) score += entryScore(word, move)
    return { move, score }
  })
  return worths.sort((a, b) => b.score - a.score)
}

/** What two words agree on, with what else there is to try; null where they do not agree. */
function agreedMoves(
  position: Position,
  [one, other]: readonly EntryEvidence[],
  board: Move | undefined,
): Move[] | null {
  if (one === undefined || other === undefined) return null
  const both = one.exact.filter((move) => other.exact.includes(move))
  if (both.length === 0) return null
  const swapped = one.neighbours().filter((move) => other.neighbours().includes(move))
  const seen = board !== undefined && isLegal(position, board) ? [board] : []
  return [...new Set([...both, ...swapped, ...seen])]
}

function entryScore({ exact, slips: near, neighbours: beside }: EntryEvidence, move: Move): number {
  if (exact.includes(move)) return WEIGHT.named
  if (beside().includes(move)) return WEIGHT.beside
  return near().includes(move) ? WEIGHT.nearly : WEIGHT.against
}
