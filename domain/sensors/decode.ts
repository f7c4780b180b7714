/**
 * The decoder: which moves were played, seen from what a board and a clock told. Each way is a sequence of legal moves with what
 * speaks against it; every observation extends the ways, and the best are followed further. Pure, in whole numbers.
 */
import type { Side } from '../../events/index.ts'
import { positionKey, squareOf, turnOf } from '../chess/index.ts'
import type { Edge, Observation, ReportedMove } from '../state/sensor-state.ts'
import {
  chargedForEdge,
  chargedForOtherReader,
  chargedForPress,
  chargedForQuiet,
  chargedForReport,
} from './charges.ts'
import { QUIET } from './durations.ts'
import { grownWays, isAnswered, isReplied, landedWays, readWays } from './growth.ts'
import { ObservedBoard } from './observed-board.ts'
import { type Decoded, firstWay, type Placed, pruned, sideOfLetter, type Way, type Window } from './ways.ts'

/** Was the move made by that side, and seen, and has nobody pressed for it? */
const isOpen = (placed: Placed | undefined, side: Side): boolean =>
  placed !== undefined && placed.side === side && placed.press === null && !placed.isUnseen

/** Is it a piece of the side that is not on move? */
const isTheirs = (way: Way, piece: string): boolean =>
  piece !== '' && piece !== '?' && sideOfLetter(piece) !== turnOf(way.position)

/** The ways after the observations of a window that have been followed so far. */
class Decoding {
  private readonly board: ObservedBoard
  private readonly position: string
  private ways: readonly Way[]
  private lastEdge: number | null = null
  private lastIndex = 0
  private count = 0

  constructor(window: Window) {
    this.board = new ObservedBoard(window)
    this.position = positionKey(window.position)
    this.ways = [firstWay(window.position)]
  }

  /** Does the window begin as it did, and go on from what has been followed? What a person reports bears on what was seen before. */
  goesOnIn({ position, seen }: Window): boolean {
    if (seen.some((each) => 'reported' in each) || positionKey(position) !== this.position) return false
    return (
      this.count <= seen.length &&
      this.board.seen.every((each, index) => index >= this.count || each === seen[index])
    )
  }

  /** Follows the ways through all that was seen since. */
  follow({ seen }: Window): void {
    this.board.seen = [...seen]
    for (; this.count < seen.length; this.count++) this.observe(seen[this.count] as Observation, this.count)
  }

  /** The ways at an instant: the board may have been quiet until then. */
  decodedAt(at: number): Decoded {
    const { letters, last } = this.board
    return { ways: pruned(this.afterQuiet(at)), letters: [...letters], last: new Map(last) }
  }

  private afterQuiet(until: number): readonly Way[] {
    const { board, lastEdge, lastIndex } = this
    if (lastEdge === null || until - lastEdge < QUIET) return this.ways
    const ways = this.ways.map((way) => chargedForQuiet(board, way))
    const landed = ways.slice(0, 1).flatMap((way) => (isReplied(board, way) ? landedWays(board, way) : []))
    const replied = landed.flatMap((way) => grownWays(board, way, lastIndex, true))
    return landed.length > 0 ? pruned([...ways, ...landed, ...replied]) : ways
  }

  private observe(each: Observation, index: number): void {
    const { board } = this
    let ways = this.afterQuiet(each.at)
    if ('square' in each) ways = this.withEdge(ways, each, index)
    else if ('press' in each) {
      const best = ways[0] as Way
      const isDone = ways.some(({ made, key }) => key.startsWith(best.key) && isOpen(made.at(-1), each.press))
      const landed = !isDone && turnOf(best.position) === each.press ? landedWays(board, best) : []
      ways = [...ways, ...landed].map((way) => chargedForPress(board, way, each.press, index))
    }
    let fresh = ways.flatMap((way) => grownWays(board, way, index, false))
    const all = [...ways, ...fresh]
    for (let more = 0; more < 2 && fresh.length > 0; more++) {
      fresh = fresh.flatMap((way) => grownWays(board, way, index, true))
      all.push(...fresh)
    }
    this.ways = pruned('reported' in each ? this.withReport(all, each.reported, index) : all)
  }

  private withReport(ways: readonly Way[], reported: ReportedMove, index: number): readonly Way[] {
    const { board } = this
    if (reported.isOtherReader !== true) return ways.map((way) => chargedForReport(board, way, reported))
    return [...ways, ...readWays(board, ways, reported, index)].map((way) =>
      chargedForOtherReader(board, way, reported),
    )
  }

  private withEdge(earlier: readonly Way[], { square, piece, at }: Edge, index: number): readonly Way[] {
    const { board } = this
    board.letters[squareOf(square)] = piece
    const ways = earlier.map((way) => chargedForEdge(board, way, square, piece, index))
    board.note(square, index)
    this.lastEdge = at
    this.lastIndex = index
    // The other player answers a piece that is still in the air for all that was told.
    const replied = ways.find((way) => isTheirs(way, piece))
    if (replied === undefined) return ways
    const landed = landedWays(board, replied, at)
    return [...ways, ...landed.filter((way) => isAnswered(board, replied, way, index))]
  }
}

/** What has been followed of each window: following it anew comes to the same, and costs more. */
const followed = new WeakMap<object, Decoding>()

/** Follows the ways through everything that was seen. `growing`: what stands for the window while more is seen. */
export function decode(window: Window, growing: object = window): Decoded {
  const earlier = followed.get(growing)
  const decoding = earlier?.goesOnIn(window) === true ? earlier : new Decoding(window)
  decoding.follow(window)
  followed.set(growing, decoding)
  return decoding.decodedAt(window.at)
}
