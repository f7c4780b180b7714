/**
 * Both players' scoresheets and what the board recorded, read side by side: the game that they tell together (Articles
 * 8.5 and 8.6), where they differ and from which ply, and where nobody can tell.
 */
import { SIDES, type Side } from '../../events/index.ts'
import { clone, legalMoves, type Move, type Position, play, uciOf } from '../chess/index.ts'
import { writeSan } from '../notation/index.ts'
import { type Line, linesOf, MARGIN, pathOf, type Said } from './lines.ts'
import { type Entry, named, sheetOf } from './sheet.ts'
import { type Shift, shiftsOf } from './shift.ts'

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
  /** Where a sheet goes out of step, in the order of the game; its later entries are read at the plies they are of. */
  readonly shifts: readonly Shift[]
  /** The first ply at which anybody differs or a sheet goes out of step; null where all agree. */
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

/** The game that both sheets and the board tell together. */
export function reconcile({ start, white, black, board = [] }: Papers): Reconciliation {
  const said: Said = { start, sheets: { white: sheetOf(white), black: sheetOf(black) }, board }
  return told(linesOf(said), said)
}

type Path = ReturnType<typeof pathOf>

/** What a side's sheet has for a ply of the game, as the line reads it; undefined where it says nothing. */
function textAt(path: Path, ply: number, side: Side, { sheets }: Said): string | undefined {
  const reading = path[ply - 1]?.readings[side]
  if (reading === undefined || ply + reading.offset <= reading.read) return undefined
  return sheets[side].texts.get(ply + reading.offset) || undefined
}

function told(lines: readonly Line[], said: Said): Reconciliation {
  const { start, sheets, board } = said
  const [first] = lines as readonly [Line]
  const path = pathOf(first)
  const rivals = lines
    .filter(({ score }) => score >= first.score - MARGIN)
    .map((line) => pathOf(line).map(({ move }) => move))
  const plies: ReconciledPly[] = []
  const differences: Difference[] = []
  const doubts: Doubt[] = []
  const position = clone(start)
  let earlier = position
  for (const [index, { move }] of path.entries()) {
    const ply = index + 1
    const onBoard = board[index]
    const words: Partial<Record<Witness, string>> = {}
    const [legal, agree]: [Witness[], Witness[]] = [[], []]
    for (const side of SIDES) {
      const text = textAt(path, ply, side, said)
      if (text === undefined) continue
      words[side] = text
      const moves = named(position, text, sheets[side])
      if (moves.length > 0) legal.push(side)
      if (moves.includes(move)) agree.push(side)
    }
    const legalHere = legalMoves(position)
    if (onBoard !== undefined && legalHere.includes(onBoard)) {
      words.board = writeSan(position, onBoard)
      legal.push('board')
      if (onBoard === move) agree.push('board')
    }
    const san = writeSan(position, move)
    plies.push({ ply, san, uci: uciOf(position, move), witnesses: agree })
    if (agree.length < Object.keys(words).length) differences.push({ ply, said: words, legal, agree })
    if (agree.length === 0) doubtOrder(doubts, { position: earlier, ply: ply - 1, said, path })
    // Rivals that have gone another way before are of another position.
    const others = new Set(rivals.map((rival) => rival[index]))
    const fit = legalHere.filter((each) => each !== move && others.has(each))
    if (agree.length < 2 || fit.length > 0)
      doubts.push({ ply, candidates: [san, ...fit.map((each) => writeSan(position, each))] })
    earlier = clone(position)
    play(position, move)
  }
  const shifts = shiftsOf(path, said)
  const from = Math.min(...[...differences, ...shifts].map(({ ply }) => ply))
  return { plies, differences, shifts, differsFrom: Number.isFinite(from) ? from : null, doubts }
}

interface Reached {
  readonly position: Position
  readonly ply: number
  readonly said: Said
  readonly path: Path
}

/**
 * Two entries that both sheets have in the wrong order read as agreed at the first of them, and as nothing at the second:
 * where nobody's word fits there, what it names a ply before may have been played before.
 */
function doubtOrder(doubts: Doubt[], { position, ply, said, path }: Reached): void {
  const move = path[ply - 1]?.move
  if (move === undefined) return
  const before = SIDES.flatMap((side) =>
    named(position, textAt(path, ply + 1, side, said) ?? '', said.sheets[side]),
  )
  const told = doubts.at(-1)?.ply === ply ? doubts.pop()?.candidates : undefined
  const candidates = [
    ...new Set([...(told ?? [writeSan(position, move)]), ...before.map((each) => writeSan(position, each))]),
  ]
  if (told !== undefined || candidates.length > 1) doubts.push({ ply, candidates })
}
