/**
 * Both players' scoresheets and what the board recorded, read side by side: the game that they tell together (Articles
 * 8.5 and 8.6), where they differ and from which ply, and where nobody can tell.
 */
import { SIDES, type Side } from '../../events/index.ts'
import { clone, identityKey, legalMoves, type Move, type Position, play, uciOf } from '../chess/index.ts'
import { writeSan } from '../notation/index.ts'
import { type Entry, named, nearly, type Sheet, sheetOf } from './sheet.ts'

export type Witness = Side | 'board'

export interface ReconciledPly {
  readonly ply: number
  readonly san: string
  readonly uci: string
  /** Whose word it is. */
  readonly witnesses: readonly Witness[]
}

/** A ply at which somebody says something else. */
export interface Difference {
  readonly ply: number
  readonly said: Partial<Record<Witness, string>>
  /** Those whose word names a legal move in the position reached. */
  readonly legal: readonly Witness[]
  /** Those who say what was reconciled. */
  readonly agree: readonly Witness[]
}

/** A ply that rests on fewer than two words, at which several moves fit as well, or whose move changed places with the next. */
export interface Doubt {
  readonly ply: number
  /** In SAN, the one that was taken first. */
  readonly candidates: readonly string[]
}

export interface Reconciliation {
  readonly plies: readonly ReconciledPly[]
  readonly differences: readonly Difference[]
  /** The first ply at which anybody differs; null where all agree. */
  readonly differsFrom: number | null
  readonly doubts: readonly Doubt[]
}

export interface Papers {
  readonly start: Position
  readonly white: readonly Entry[]
  readonly black: readonly Entry[]
  /** The moves on record, as far as they are legal. */
  readonly board?: readonly Move[]
}

/** A move that a line may go on with. */
interface Step {
  readonly line: Line
  readonly move: Move
  readonly score: number
}

interface Line {
  readonly position: Position
  readonly score: number
  readonly move: Move | null
  readonly before: Line | null
}

/** Ways followed at once. */
const MOST_LINES = 48
/** A line so far behind the best one has been contradicted by both sheets for plies. */
const HOPELESS = 16
/** What a witness's word adds: for the move, for one written nearly so, for one at a neighbouring ply, against it. */
const WEIGHT = { board: 4, named: 3, nearly: 1, beside: 1, against: -2 } as const
/** Lines worth almost as much as the best one fit as well. */
const MARGIN = 2

export function reconcile({ start, white, black, board = [] }: Papers): Reconciliation {
  const sheets = { white: sheetOf(white), black: sheetOf(black) }
  const last = Math.max(board.length, ...SIDES.flatMap((side) => [...sheets[side].texts.keys()]))
  let lines: Line[] = [{ position: start, score: 0, move: null, before: null }]
  for (let ply = 1; ply <= last; ply++) {
    const next = lines.flatMap((line) => follow(line, ply, sheets, board[ply - 1]))
    if (next.length === 0) break
    lines = best(next)
  }
  return told(lines, start, sheets, board)
}

interface Worth {
  move: Move
  score: number
}

/** The moves that may have been played, with what the witnesses say for and against each. */
function follow(line: Line, ply: number, sheets: Record<Side, Sheet>, board: Move | undefined): Step[] {
  const { position } = line
  const moves = legalMoves(position)
  const worth = new Map<Move, Worth>(moves.map((move) => [move, { move, score: 0 }]))
  const words = SIDES.map((side) => wordOf(position, ply, sheets[side]))
  let witnesses = 0
  for (const { exact, near, beside, silent } of words) {
    if (silent) continue
    if (exact.length > 0) witnesses++
    for (const each of worth.values()) {
      if (exact.includes(each.move)) each.score += WEIGHT.named
      else {
        each.score += WEIGHT.against
        if (beside.includes(each.move)) each.score += WEIGHT.beside - WEIGHT.against
        else if (near.includes(each.move)) each.score += WEIGHT.nearly - WEIGHT.against
      }
    }
  }
  if (board !== undefined) {
    const onBoard = worth.get(board)
    if (onBoard !== undefined) onBoard.score += WEIGHT.board
  }
  const all = [...worth.values()].sort((a, b) => b.score - a.score)
  // Where two say the same there is nothing to try; else any move may be the one, if what follows says so.
  const top = all[0]?.score ?? 0
  const sure = witnesses === 2 && top >= 2 * WEIGHT.named
  const tried = sure ? all.filter(({ score }) => score >= top - MARGIN) : all
  return tried.map(({ move, score }) => ({ line, move, score: line.score + score }))
}

interface Word {
  readonly silent: boolean
  readonly exact: readonly Move[]
  readonly near: readonly Move[]
  /** What stands one or two plies before or after: entries that changed places. */
  readonly beside: readonly Move[]
}

function wordOf(position: Position, ply: number, sheet: Sheet): Word {
  const text = sheet.texts.get(ply)
  if (text === undefined || text === '') return { silent: true, exact: [], near: [], beside: [] }
  const exact = named(position, text, sheet)
  if (exact.length > 0) return { silent: false, exact, near: [], beside: [] }
  const near = nearly(position, text, sheet)
  const beside = [ply - 1, ply + 1, ply - 2, ply + 2].flatMap((other) => {
    const there = sheet.texts.get(other)
    return there === undefined ? [] : named(position, there, sheet)
  })
  return { silent: false, exact, near, beside }
}

/** The worthiest, each position once. */
function best(steps: readonly Step[]): Line[] {
  const seen = new Set<string>()
  const kept: Line[] = []
  const [first, ...others] = [...steps].sort((a, b) => b.score - a.score)
  for (const { line, move, score } of first === undefined ? [] : [first, ...others]) {
    if (kept.length === MOST_LINES || score < (first?.score ?? 0) - HOPELESS) break
    const position = clone(line.position)
    play(position, move)
    const key = identityKey(position)
    if (seen.has(key)) continue
    seen.add(key)
    kept.push({ position, score, move, before: line })
  }
  return kept
}

const movesOf = (line: Line): Move[] => {
  const moves: Move[] = []
  for (let at: Line | null = line; at?.move != null; at = at.before) moves.unshift(at.move)
  return moves
}

function told(
  lines: readonly Line[],
  start: Position,
  sheets: Record<Side, Sheet>,
  board: readonly Move[],
): Reconciliation {
  const [first] = lines as readonly [Line]
  const line = movesOf(first)
  const rivals = lines.filter(({ score }) => score >= first.score - MARGIN).map(movesOf)
  const plies: ReconciledPly[] = []
  const differences: Difference[] = []
  const doubts: Doubt[] = []
  const position = clone(start)
  let earlier = position
  for (const [index, move] of line.entries()) {
    const ply = index + 1
    const onBoard = board[index]
    const said: Partial<Record<Witness, string>> = {}
    const [legal, agree]: [Witness[], Witness[]] = [[], []]
    for (const side of SIDES) {
      const text = sheets[side].texts.get(ply)
      if (text === undefined || text === '') continue
      said[side] = text
      const moves = named(position, text, sheets[side])
      if (moves.length > 0) legal.push(side)
      if (moves.includes(move)) agree.push(side)
    }
    const legalHere = legalMoves(position)
    if (onBoard !== undefined && legalHere.includes(onBoard)) {
      said.board = writeSan(position, onBoard)
      legal.push('board')
      if (onBoard === move) agree.push('board')
    }
    const san = writeSan(position, move)
    plies.push({ ply, san, uci: uciOf(position, move), witnesses: agree })
    if (agree.length < Object.keys(said).length) differences.push({ ply, said, legal, agree })
    if (agree.length === 0) doubtOrder(doubts, { position: earlier, ply: ply - 1, sheets, line })
    // Rivals that have gone another way before are of another position.
    const others = new Set(rivals.map((rival) => rival[index]))
    const fit = legalHere.filter((each) => each !== move && others.has(each))
    if (agree.length < 2 || fit.length > 0)
      doubts.push({ ply, candidates: [san, ...fit.map((each) => writeSan(position, each))] })
    earlier = clone(position)
    play(position, move)
  }
  return { plies, differences, differsFrom: differences[0]?.ply ?? null, doubts }
}

interface Reached {
  readonly position: Position
  readonly ply: number
  readonly sheets: Record<Side, Sheet>
  readonly line: readonly Move[]
}

/**
 * Two entries that both sheets have in the wrong order read as agreed at the first of them, and as nothing at the second:
 * where nobody's word fits there, what it names a ply before may have been played before.
 */
function doubtOrder(doubts: Doubt[], { position, ply, sheets, line }: Reached): void {
  const move = line[ply - 1]
  if (move === undefined) return
  const before = SIDES.flatMap((side) => named(position, sheets[side].texts.get(ply + 1) ?? '', sheets[side]))
  const told = doubts.at(-1)?.ply === ply ? doubts.pop()?.candidates : undefined
  const candidates = [
    ...new Set([...(told ?? [writeSan(position, move)]), ...before.map((each) => writeSan(position, each))]),
  ]
  if (told !== undefined || candidates.length > 1) doubts.push({ ply, candidates })
}
