/** Which squares of the board are highlighted at an instant, and why. */
import { bothKingsInCheck, inCheck, parseFen } from '../../../../domain/chess/index.ts'
import type { BoardContent, SquareMark } from '../board/board.ts'
import { parsePlacement, placementDifferences } from '../board/placement.ts'
import type { GameFrame } from '../replay/frame.ts'

/** The physical board, with marks for the last move, checks, touches, squares a touched piece must move to, and differences from the position. */
export function boardContentOf(frame: GameFrame): BoardContent {
  const { state, touches } = frame
  const marks = new Map<string, SquareMark[]>()
  const mark = (square: string, kind: SquareMark) => {
    const kinds = marks.get(square) ?? []
    if (!kinds.includes(kind)) marks.set(square, [...kinds, kind])
  }
  const last = state.moves.at(-1)
  if (last !== undefined)
    for (const square of [last.uci.slice(0, 2), last.uci.slice(2, 4)])
      mark(square, last.legal ? 'last' : 'wrong')
  for (const square of checkedKings(state.fen)) mark(square, 'check')
  for (const square of new Set((state.mustPlay ?? []).map((uci) => uci.slice(2, 4)))) mark(square, 'must')
  for (const { square } of touches) mark(square, 'touched')
  const position = parsePlacement(state.fen)
  const differing = placementDifferences(position, parsePlacement(state.boardFen))
  for (const square of differing) mark(square, 'differs')
  return {
    fen: state.boardFen,
    marks,
    badges: new Map(touches.map(({ square }, k) => [square, String(k + 1)])),
    ghosts: new Map(
      differing.flatMap((square) => (position.has(square) ? [[square, position.get(square)!]] : [])),
    ),
  }
}

/** Squares of the kings that stand in check. */
function checkedKings(fen: string): string[] {
  const parsed = parseFen(fen)
  if (!parsed.ok) return []
  const kings = [...parsePlacement(fen)].filter(([, piece]) => piece.toLowerCase() === 'k')
  const sides = bothKingsInCheck(parsed.value)
    ? ['K', 'k']
    : [inCheck(parsed.value, 'white') ? 'K' : '', inCheck(parsed.value, 'black') ? 'k' : '']
  return kings.filter(([, piece]) => sides.includes(piece)).map(([square]) => square)
}

export function differingSquares({ state }: GameFrame): string[] {
  return placementDifferences(parsePlacement(state.fen), parsePlacement(state.boardFen)).sort()
}
