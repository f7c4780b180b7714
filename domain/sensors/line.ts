/** Reading several moves from one stretch of edges: players who move faster than a board becomes quiet. */
import {
  clone,
  legalMoves,
  type Move,
  moveTo,
  nameOf,
  type Position,
  play,
  squareOf,
} from '../chess/index.ts'
import type { Edge } from '../state/sensor-state.ts'
import { afterMove, changesOf, type Differences, disagreements, lettersOf } from './differences.ts'
import { LATE } from './edge.ts'

/** A move with the edges that prove it, by their index. */
interface Placed {
  readonly move: Move
  readonly edges: readonly number[]
}

/** Edges beyond which nobody tries to tell moves apart. */
const MOST_EDGES = 80
const MOST_PLIES = 12
/** Ways followed at once: more than a handful means that the edges tell nothing. */
const MOST_WAYS = 32

interface Way {
  readonly position: Position
  /** Index of the edge after which its last move stood on the board. */
  readonly at: number
  /** Moves that stood there only once something else had been put right. */
  readonly waits: number
  readonly moves: readonly Placed[]
}

const keyOf = (letters: readonly string[]): string => letters.map((letter) => letter || '.').join('')

/** What the whole board looked like after each edge. */
function picturesOf(position: Position, before: Differences, edges: readonly Edge[]): Map<string, number[]> {
  const letters = lettersOf(position)
  for (const square in before) letters[squareOf(square)] = before[square] as string
  const pictures = new Map<string, number[]>()
  edges.forEach(({ square, piece }, index) => {
    letters[squareOf(square)] = piece
    const key = keyOf(letters)
    const known = pictures.get(key)
    if (known === undefined) pictures.set(key, [index])
    else known.push(index)
  })
  return pictures
}

function follow(way: Way, pictures: Map<string, number[]>, edges: readonly Edge[]): Way[] {
  const letters = lettersOf(way.position)
  return legalMoves(way.position).flatMap((move) => {
    const changes = changesOf(way.position, move)
    const after = [...letters]
    for (const square in changes) after[squareOf(square)] = changes[square] as string
    const stood = pictures.get(keyOf(after))?.filter((index) => index > way.at) ?? []
    const [first] = stood
    const own = stood.find((index) => (edges[index] as Edge).square in changes)
    if (first === undefined) return []
    const position = clone(way.position)
    play(position, move)
    const to = (at: number): Way => {
      const proof = edges.flatMap(({ square }, index) =>
        index > way.at && index <= at && square in changes ? [index] : [],
      )
      return {
        position,
        at,
        waits: way.waits + (at === own ? 0 : 1),
        moves: [...way.moves, { move, edges: proof }],
      }
    }
    // What was put right last may have been the move itself, or something else before it came to stand so again.
    return own === undefined || own === first ? [to(first)] : [to(own), to(first)]
  })
}

/** What a reading leaves unexplained: edges that belong to none of its moves, and moves that had to wait. */
const costOf = ({ moves, waits }: Way, edges: readonly Edge[]): number =>
  edges.length - new Set(moves.flatMap((placed) => placed.edges)).size + waits

/** By how much one reading has to explain more than the next one. */
const MARGIN = 2

/**
 * Sequences of legal moves, each of which stood whole on the board after some edge, the last of them as the board stands
 * now: those that leave the fewest edges unexplained, more than one where nothing tells them apart. `before`: how the
 * board differed before the first edge.
 */
export function linesThrough(
  position: Position,
  before: Differences,
  edges: readonly Edge[],
): (readonly Placed[])[] {
  if (edges.length > MOST_EDGES) return []
  const pictures = picturesOf(position, before, edges)
  const last = edges.length - 1
  const now = [...pictures.values()].find((indices) => indices.includes(last)) ?? []
  let ways: Way[] = [{ position, at: -1, waits: 0, moves: [] }]
  const whole: { cost: number; moves: readonly Placed[] }[] = []
  for (let ply = 1; ply <= MOST_PLIES && ways.length > 0; ply++) {
    ways = ways.flatMap((way) => follow(way, pictures, edges)).slice(0, MOST_WAYS)
    for (const way of ways) {
      if (now.includes(way.at)) whole.push({ cost: costOf(way, edges), moves: way.moves })
    }
  }
  const least = Math.min(...whole.map(({ cost }) => cost))
  return whole.filter(({ cost }) => cost < least + MARGIN).map(({ moves }) => moves)
}

/**
 * Indices of the edges that prove a move: those on its squares, up to the last that left one of them as the move does. What came
 * there later is the next hand's.
 */
export function proofOf(edges: readonly Edge[], changes: Differences): number[] {
  const last = edges.findLastIndex(({ square, piece }) => changes[square] === piece)
  return edges.flatMap(({ square }, index) => (square in changes && index <= last ? [index] : []))
}

/** The reply's edges may overtake those of the move by as much as a sensor is slow, not by more. */
function mayCross(edges: readonly Edge[], first: readonly number[], second: readonly number[]): boolean {
  const [last, reply] = [edges[first.at(-1) ?? 0], edges[second.at(-1) ?? 0]]
  if (last === undefined || reply === undefined || last.at - reply.at > LATE) return false
  return (first[0] ?? 0) < (second.at(-1) ?? 0)
}

/** Was everything that the move puts down seen where it goes to? What was taken there at once may never have been there. */
export const isSeen = (edges: readonly Edge[], changes: Differences): boolean =>
  Object.entries(changes).every(
    ([on, letter]) => letter === '' || edges.some(({ square, piece }) => square === on && piece === letter),
  )

/** Pairs of a move and a reply that together leave exactly this board, though their edges came crosswise. */
export function pairsThatLeave(
  position: Position,
  board: Differences,
  edges: readonly Edge[],
): (readonly Placed[])[] {
  const pairs: (readonly Placed[])[] = []
  for (const move of legalMoves(position)) {
    const changes = changesOf(position, move)
    if (!(nameOf(moveTo(move)) in board) && Object.keys(changes).every((square) => !(square in board)))
      continue
    const left = afterMove(board, changes, position)
    const many = Object.keys(left).length
    if (many < 2 || many > 4) continue
    const next = clone(position)
    play(next, move)
    for (const reply of legalMoves(next)) {
      const answered = changesOf(next, reply)
      if (disagreements(left, answered, 0).length > 0) continue
      const [proof, counter] = [proofOf(edges, changes), proofOf(edges, answered)]
      if (isSeen(edges, changes) && isSeen(edges, answered) && mayCross(edges, proof, counter)) {
        pairs.push([
          { move, edges: proof },
          { move: reply, edges: counter },
        ])
      }
    }
  }
  return pairs
}
