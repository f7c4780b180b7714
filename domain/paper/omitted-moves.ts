/**
 * Moves that both sheets omit. The sheets agree with each other, and only later do their entries no longer fit the position.
 */
import { SIDES, type Side } from '../../events/index.ts'
import { clone, legalMoves, type Move, make, type Position, unmake } from '../chess/index.ts'
import { type BestPath, entryAt, type PaperEvidence } from './candidate-game.ts'
import { namedMoves } from './sheet.ts'
import { slipMoves } from './slips.ts'

/** Half-moves within which a full move that both forgot is looked for: sooner or later it shows. */
const SEARCH_PLIES = 24

interface Span {
  readonly from: number
  readonly to: number
}

/**
 * Plies that were played otherwise if both players forgot a full move, or have White's moves in Black's column. Where it
 * shows they were read in step again, it is those since it may have happened; where they were not, all from there on. What
 * the board has seen is known.
 */
export function omittedSpans(path: BestPath, positions: readonly Position[], said: PaperEvidence): Span[] {
  const spans: Span[] = []
  const unseen = said.board.length + 1
  for (const [index, line] of path.entries()) {
    const ply = index + 1
    const before = path[index - 1]?.readings
    const leave = (side: Side) => line.readings[side].offset < (before?.[side].offset ?? 0)
    const from = () => Math.max(unseen, firstPossiblePly(ply, path, positions, said))
    if (leave('white') && leave('black')) spans.push({ from: from(), to: ply + 1 })
    else if (SIDES.every((side) => line.readings[side].offset % 2 !== 0))
      spans.push({ from: Math.max(unseen, ply), to: ply })
    else if (isAgainstBoard(ply, line.move, said) || isUnsupported(ply, path, positions, said)) {
      spans.push({ from: from(), to: path.length })
      return spans
    }
  }
  return spans
}

/** Is the last that the board has seen another move than the sheets have, so that they go on elsewhere? */
const isAgainstBoard = (ply: number, move: Move, { board }: PaperEvidence): boolean =>
  ply === board.length && board[ply - 1] !== move

/** Whether no entry names the chosen move, also not as a slip or as an entry that changed places with its neighbour. */
function isUnsupported(
  ply: number,
  path: BestPath,
  positions: readonly Position[],
  said: PaperEvidence,
): boolean {
  const line = path[ply - 1] as BestPath[number]
  const spoken = SIDES.flatMap((side) => {
    const entry = entryAt(said.sheets[side], ply, line.readings[side])
    return entry === undefined || entry.isIllegible ? [] : [{ side, entry }]
  })
  const isHere = spoken.some(({ entry }) =>
    [0, -1, 1, -2, 2].some((by) => {
      const position = positions[ply - 1 + by]
      return (
        position !== undefined &&
        namedMoves(position, entry).some((each) => by === -1 || each === path[ply - 1 + by]?.move)
      )
    }),
  )
  if (isHere || spoken.length === 0) return false
  const [one, other] = spoken
  if (one?.entry.shapes.some((shape) => other?.entry.shapes.includes(shape))) return true
  const position = positions[ply - 1] as Position
  return !spoken.some(({ side, entry }) =>
    slipMoves(position, entry.text, said.sheets[side]).includes(line.move),
  )
}

/** The first ply at which two half-moves put in make both sheets fit until past `shown`; as far as is looked where none does. */
function firstPossiblePly(
  shown: number,
  path: BestPath,
  positions: readonly Position[],
  said: PaperEvidence,
): number {
  const first = Math.max(1, shown - SEARCH_PLIES)
  const as = path[shown - 2] ?? path[shown - 1]
  for (let ply = first; ply <= shown; ply++) {
    const position = clone(positions[ply - 1] as Position)
    const fits = holdsAfterAny(position, () =>
      holdsAfterAny(position, () => entriesFit(position, ply, shown, as, said)),
    )
    if (fits) return ply
  }
  return first
}

/** Is there a move after which it holds? */
const holdsAfterAny = (position: Position, holds: () => boolean): boolean =>
  legalMoves(position).some((move) => holdsAfter(position, move, holds))

function holdsAfter(position: Position, move: Move, holds: () => boolean): boolean {
  make(position, move)
  const does = holds()
  unmake(position)
  return does
}

/** Do the entries from a ply's on name moves, until one past that at which it showed? */
function entriesFit(
  position: Position,
  ply: number,
  shown: number,
  as: BestPath[number] | undefined,
  said: PaperEvidence,
): boolean {
  if (ply > shown + 1 || as === undefined) return true
  const entries = SIDES.map((side) => entryAt(said.sheets[side], ply, as.readings[side])).filter(
    (each) => each !== undefined,
  )
  if (entries.length === 0) return ply > shown
  const [move] = entries.flatMap((entry) => namedMoves(position, entry))
  return (
    move !== undefined && holdsAfter(position, move, () => entriesFit(position, ply + 1, shown, as, said))
  )
}
