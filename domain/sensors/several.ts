/** Moves of both sides since the board was last read: the one line of play that explains it, if there is one. */
import { type Move, type Position, squareOf, turnOf } from '../chess/index.ts'
import type { Edge } from '../state/sensor-state.ts'
import { isDisturbed, isFresh, isWhite, leftUnknown, oddArrivals } from './arrivals.ts'
import { letterAt } from './differences.ts'
import { linesThrough, pairsThatLeave } from './line.ts'
import { type Reading, SURE, type Watched } from './reading.ts'

/** Both sides have moved pieces since the board was last read: the one way that explains it, if there is one. */
export function severalMoves(watched: Watched, pressed: boolean): Reading | null {
  const { position, board, before, edges, legal } = watched
  const inOrder = linesThrough(position, before, edges)
  if (inOrder.length > 1) return { kind: 'unclear', candidates: firstOf(inOrder), replied: true }
  const crossed = inOrder.length === 0
  if (crossed && (Object.keys(board).length === 0 || legal.length === 0)) return null
  const [line, ...others] = crossed ? pairsThatLeave(position, board, edges) : inOrder
  if (line === undefined || others.length > 0) return null
  const several = line.length > 1
  const [first] = line
  if (!several && !pressed && first !== undefined && isDisturbed(position, edges, first.move)) {
    return { kind: 'unclear', candidates: firstOf([line]), replied: true }
  }
  const isStale = first !== undefined && !isFresh(watched, first.move)
  const isMixed =
    (several || !pressed) &&
    (meddled(position, edges, line) || line.some(({ edges: proof }) => leftUnknown(watched, proof)))
  if (isStale || isMixed || (crossed ? strayed : wentOn)(position, edges, line)) {
    return { kind: 'unclear', candidates: firstOf([line]), replied: true }
  }
  const alone = pressed ? SURE.pressed : SURE.quiet
  const confidence = crossed ? SURE.crossed : several ? SURE.several : alone
  const moves = line.map(({ move, edges: proof }) => ({
    move,
    confidence,
    edges: proof.map((index) => (edges[index] as Edge).seq),
  }))
  return { kind: 'moves', moves, ...(crossed ? { crossed } : {}) }
}

type Line = readonly { readonly move: Move; readonly edges: readonly number[] }[]

/**
 * Did a hand put its piece down elsewhere after its move and before the reply, or where the reply then took it? The
 * move was another one then.
 */
function wentOn(position: Position, edges: readonly Edge[], line: Line): boolean {
  const odd = oddArrivals(position, edges)
  return line.some(({ edges: proof }, ply) => {
    const stood = proof.at(-1) ?? 0
    const reply = line[ply + 1]?.edges ?? []
    const carried = proof.flatMap((index) => edges[index] ?? [])
    return odd.some((edge) => {
      const index = edges.indexOf(edge)
      if (index <= stood || !(index < (reply[0] ?? edges.length) || reply.includes(index))) return false
      return isElsewhere(edge, carried)
    })
  })
}

/**
 * Was a piece of the side that was not on move put somewhere while a move of the line was on its way, though neither taken
 * by it nor for the reply? Then moves may have been made and unmade that the line knows nothing of.
 */
function meddled(position: Position, edges: readonly Edge[], line: Line): boolean {
  const carried = new Set(line.flatMap(({ edges: proof }) => proof))
  const odd = oddArrivals(position, edges).map((edge) => edges.indexOf(edge))
  const white = turnOf(position) === 'white'
  let from = -1
  return line.some(({ edges: proof }, ply) => {
    const [began, stood] = [from, proof.at(-1) ?? 0]
    from = stood
    const taken = proof
      .map((index) => edges[index]?.square ?? '')
      .map((square) => letterAt(position, squareOf(square)))
    return odd.some((index) => {
      const { piece } = edges[index] as Edge
      if (index <= began || index >= stood || carried.has(index) || taken.includes(piece)) return false
      return isWhite(piece) !== (white === (ply % 2 === 0))
    })
  })
}

/** Did a piece of the line stand for a while where the line never has it, though its edges came crosswise? */
function strayed(position: Position, edges: readonly Edge[], line: Line): boolean {
  const odd = oddArrivals(position, edges)
  return line.some(({ edges: proof }) => {
    const carried = proof.flatMap((index) => edges[index] ?? [])
    return odd.some((edge) => !proof.includes(edges.indexOf(edge)) && isElsewhere(edge, carried))
  })
}

/** Is it one of the pieces that were carried, on a square where none of them was put? */
const isElsewhere = ({ square, piece }: Edge, carried: readonly Edge[]): boolean =>
  carried.some((edge) => edge.piece === piece) &&
  !carried.some((edge) => edge.piece === piece && edge.square === square)

const firstOf = (lines: readonly (readonly { move: Move }[])[]): Move[] => [
  ...new Set(lines.flatMap(([first]) => (first === undefined ? [] : [first.move]))),
]
