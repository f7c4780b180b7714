/**
 * Both players' scoresheets and what the board recorded, read side by side: the game that they tell together (Articles
 * 8.5 and 8.6), where they differ and from which ply, and where it stays undecided.
 */
import { SIDES, type Side } from '../../events/index.ts'
import { clone, isLegal, type Move, type Position, play, uciOf } from '../chess/index.ts'
import { writeSan, writeSanAndPlay } from '../notation/index.ts'
import { alternativesOf } from './alternatives.ts'
import { bestGames } from './beam-search.ts'
import {
  type BestPath,
  bestPathOf,
  type CandidateGame,
  entryAt,
  type PaperEvidence,
  readingKey,
} from './candidate-game.ts'
import { type ChosenPly, type Doubt, doubtAt } from './doubts.ts'
import { omittedSpans } from './omitted-moves.ts'
import { namedMoves, readSheet, type ScoresheetEntry, type Sheet, type WrittenEntry } from './sheet.ts'
import { findShifts, type Shift, uncertainSpans } from './shift.ts'
import { slipMoves } from './slips.ts'

export type PaperWitness = Side | 'board'

export interface ReconciledPly {
  readonly ply: number
  readonly san: string
  readonly uci: string
  /** The witnesses that name it. */
  readonly witnesses: readonly PaperWitness[]
}

/** A ply at which a witness names something else. */
export interface Difference {
  readonly ply: number
  readonly said: Partial<Record<PaperWitness, string>>
  /** The witnesses that name a legal move in the position reached. */
  readonly legal: readonly PaperWitness[]
  /** The witnesses that name the reconciled move. */
  readonly agree: readonly PaperWitness[]
}

export interface Reconciliation {
  readonly plies: readonly ReconciledPly[]
  readonly differences: readonly Difference[]
  /** Where a sheet goes out of step, in the order of the game; its later entries are read at the plies they are of. */
  readonly shifts: readonly Shift[]
  /** The first ply at which a source differs or a sheet goes out of step; null where all agree. */
  readonly differsFrom: number | null
  readonly doubts: readonly Doubt[]
}

export interface Papers {
  readonly start: Position
  readonly white: readonly ScoresheetEntry[]
  readonly black: readonly ScoresheetEntry[]
  /** The moves on record, as far as they are legal. */
  readonly board?: readonly Move[]
}

/** The game that both sheets and the board tell together. */
export function reconcile({ start, white, black, board = [] }: Papers): Reconciliation {
  const said: PaperEvidence = { start, sheets: { white: readSheet(white), black: readSheet(black) }, board }
  return toReconciliation(bestGames(said), said)
}

function toReconciliation(lines: readonly CandidateGame[], said: PaperEvidence): Reconciliation {
  const { start, board } = said
  const [first] = lines as readonly [CandidateGame]
  const path = bestPathOf(first)
  const rivals = alternativesOf(lines)
  const plies: ReconciledPly[] = []
  const differences: Difference[] = []
  const choices: Omit<ChosenPly, 'isBorneOut'>[] = []
  const position = clone(start)
  // The board's own game: where the sheets tell another, its moves are of other positions.
  const seen = clone(start)
  const positions: Position[] = []
  for (const [index, { move, readings }] of path.entries()) {
    const ply = index + 1
    positions.push(clone(position))
    const onBoard = board[index]
    const words: Partial<Record<PaperWitness, string>> = {}
    const [legal, agree]: [PaperWitness[], PaperWitness[]] = [[], []]
    let slips = 0
    for (const side of SIDES) {
      const written = entryAt(said.sheets[side], ply, readings[side])
      if (written === undefined) continue
      words[side] = written.text
      const moves = namedMoves(position, written)
      if (moves.length > 0) legal.push(side)
      if (moves.includes(move)) agree.push(side)
      else if (isSlipOf(move, position, written, said.sheets[side], ply + readings[side].offset)) slips++
    }
    if (onBoard !== undefined) {
      words.board = writeSanAndPlay(seen, onBoard)
      if (isLegal(position, onBoard)) legal.push('board')
      if (onBoard === move) agree.push('board')
    }
    const san = writeSan(position, move)
    plies.push({ ply, san, uci: uciOf(position, move), witnesses: agree })
    const isDisputed = agree.length < Object.keys(words).length
    if (isDisputed) differences.push({ ply, said: words, legal, agree })
    const before = positions[index] as Position
    choices.push({ ply, position: before, move, san, words: agree.length, isDisputed, isSlip: slips > 0 })
    play(position, move)
  }
  const shifts = findShifts(path, positions, said)
  const borneOut = pliesBorneOut(path, plies, shifts)
  const doubts = choices.flatMap((choice) => {
    const doubt = doubtAt({ ...choice, isBorneOut: borneOut.has(choice.ply) }, rivals)
    return doubt === null ? [] : [doubt]
  })
  for (const { from, to } of [...omittedSpans(path, positions, said), ...uncertainSpans(shifts, path, said)])
    addDoubts(doubts, plies.slice(from - 1, to))
  if (hasUnreadEntries(first, said)) doubts.push({ ply: path.length + 1, candidates: [] })
  const from = Math.min(...[...differences, ...shifts].map(({ ply }) => ply))
  return { plies, differences, shifts, differsFrom: Number.isFinite(from) ? from : null, doubts }
}

/**
 * The plies after which both sheets agree again before either goes out of step, without those at which one may have done so: what
 * one sheet alone has there is followed by what both have.
 */
function pliesBorneOut(
  path: BestPath,
  plies: readonly ReconciledPly[],
  shifts: readonly Shift[],
): ReadonlySet<number> {
  const found = new Set<number>()
  let agreed: string | null = null
  for (const { ply, readings } of path.toReversed()) {
    const key = readingKey(readings)
    if (key !== agreed) agreed = null
    else found.add(ply)
    if ((plies[ply - 1]?.witnesses.length ?? 0) >= 2) agreed = key
  }
  for (const { ply, by, orAt } of shifts) {
    const [from, to] = [Math.min(ply, ...orAt), Math.max(ply, ...orAt) + Math.abs(by)]
    for (let at = from; at < to; at++) found.delete(at)
  }
  return found
}

/** Whether an entry is one edit from a move and names no other: an entry that changed places with its neighbour is no slip. */
function isSlipOf(
  move: Move,
  position: Position,
  written: WrittenEntry,
  sheet: Sheet,
  entry: number,
): boolean {
  if (namedMoves(position, written).length > 0) return false
  const isNamedBeside = [entry - 1, entry + 1].some((beside) => {
    const other = sheet.entries.get(beside)
    return other !== undefined && namedMoves(position, other).includes(move)
  })
  return !isNamedBeside && slipMoves(position, written.text, sheet).includes(move)
}

/** What two say may have stood elsewhere all the same. */
function addDoubts(doubts: Doubt[], plies: readonly ReconciledPly[]): void {
  const questionedPlies = new Set(doubts.map(({ ply }) => ply))
  for (const { ply, san } of plies) if (!questionedPlies.has(ply)) doubts.push({ ply, candidates: [san] })
  doubts.sort((a, b) => a.ply - b.ply)
}

/** Is there anything said of plies after a line's last? */
const hasUnreadEntries = ({ ply, readings }: CandidateGame, { sheets, board }: PaperEvidence): boolean =>
  board.length > ply || SIDES.some((side) => sheets[side].last - readings[side].offset > ply)
