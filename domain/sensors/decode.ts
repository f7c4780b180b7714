/**
 * The decoder: which moves were played, seen from what a board and a clock told. Each way is a sequence of legal moves with what
 * speaks against it; every observation extends the ways, and the best are followed further. Pure, in whole numbers.
 */
import type { Side } from '../../events/index.ts'
import { squareOf, turnOf } from '../chess/index.ts'
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

/** Follows the ways through everything that was seen. */
export function decode(window: Window): Decoded {
  const board = new ObservedBoard(window)
  const { seen } = window
  let ways: Way[] = [firstWay(window.position)]
  let lastEdge: number | null = null
  let lastIndex = 0
  const rest = (until: number) => {
    if (lastEdge === null || until - lastEdge < QUIET) return
    ways = ways.map((way) => chargedForQuiet(board, way))
    const landed = ways.slice(0, 1).flatMap((way) => (isReplied(board, way) ? landedWays(board, way) : []))
    const replied = landed.flatMap((way) => grownWays(board, way, lastIndex, true))
    if (landed.length > 0) ways = pruned([...ways, ...landed, ...replied])
  }
  for (const [index, each] of seen.entries()) {
    rest(each.at)
    if ('square' in each) {
      board.letters[squareOf(each.square)] = each.piece
      ways = ways.map((way) => chargedForEdge(board, way, each.square, each.piece, index))
      board.note(each.square, index)
      lastEdge = each.at
      lastIndex = index
      // The other player answers a piece that is still in the air for all that was told.
      const replied = ways.find((way) => isTheirs(way, each.piece))
      if (replied !== undefined) {
        const landed = landedWays(board, replied, each.at)
        ways = [...ways, ...landed.filter((way) => isAnswered(board, replied, way, index))]
      }
    } else if ('press' in each) {
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
    ways = all
    if ('reported' in each) {
      const { reported } = each
      if (reported.isOtherReader === true)
        ways = [...ways, ...readWays(board, ways, reported, index)].map((way) =>
          chargedForOtherReader(board, way, reported),
        )
      else ways = ways.map((way) => chargedForReport(board, way, reported))
    }
    ways = pruned(ways)
  }
  rest(window.at)
  return { ways: pruned(ways), letters: board.letters, last: board.last }
}
