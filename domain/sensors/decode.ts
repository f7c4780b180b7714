/**
 * The decoder: which moves were played, seen from what a board and a clock told. Each hypothesis is a sequence of legal moves with what
 * speaks against it; every observation extends the hypotheses, and the best are followed further. Pure, in whole numbers.
 */
import type { Side } from '../../events/index.ts'
import { positionKey, squareOf, turnOf } from '../chess/index.ts'
import type { Edge, Observation, ReportedMove } from '../state/sensor-state.ts'
import { SENSOR_LATENCY_MS, SETTLING_MS } from './durations.ts'
import {
  isAnswered,
  isReplied,
  withHalfCastling,
  withNextMove,
  withReportedMove,
  withUnseenCapture,
  withUnseenMove,
} from './extend-hypothesis.ts'
import {
  type Decoded,
  type DecodedMove,
  type Hypothesis,
  pruned,
  rootHypothesis,
  sideOfLetter,
  type Window,
} from './hypotheses.ts'
import {
  chargedForEdge,
  chargedForOtherReader,
  chargedForPress,
  chargedForQuiet,
  chargedForReport,
} from './hypothesis-costs.ts'
import { ObservedBoard } from './observed-board.ts'

/** Was the move made by that side, and seen, and has nobody pressed for it? */
const isOpen = (placed: DecodedMove | undefined, side: Side): boolean =>
  placed !== undefined && placed.side === side && placed.press === null && !placed.isUnseen

/** Index of the edge by which the piece that moved last is in the air again; null where it is not. */
function liftedAgainAt(board: ObservedBoard, { made }: Hypothesis): number | null {
  const [square] =
    Object.entries(made.at(-1)?.changes ?? {}).find(
      ([name, letter]) => letter !== '' && board.observed(name) === '',
    ) ?? []
  return square === undefined ? null : (board.last.get(square) ?? null)
}

/** Is it a piece of the side that is not on move? */
const isTheirs = (hypothesis: Hypothesis, piece: string): boolean =>
  piece !== '' && piece !== '?' && sideOfLetter(piece) !== turnOf(hypothesis.position)

/** The hypotheses after the observations of a window that have been followed so far. */
class Decoding {
  private readonly board: ObservedBoard
  private readonly position: string
  private hypotheses: readonly Hypothesis[]
  private lastEdge: number | null = null
  private lastIndex = 0
  private count = 0

  constructor(window: Window) {
    this.board = new ObservedBoard(window)
    this.position = positionKey(window.position)
    this.hypotheses = [rootHypothesis(window.position)]
  }

  /** Does the window begin as it did, and go on from what has been followed? What a person reports bears on what was seen before. */
  goesOnIn({ position, seen }: Window): boolean {
    if (seen.some((each) => 'reported' in each) || positionKey(position) !== this.position) return false
    return (
      this.count <= seen.length &&
      this.board.seen.every((each, index) => index >= this.count || each === seen[index])
    )
  }

  /** Follows the hypotheses through all that was seen since. */
  follow({ seen }: Window): void {
    this.board.seen = [...seen]
    for (; this.count < seen.length; this.count++) this.observe(seen[this.count] as Observation, this.count)
  }

  /** The hypotheses at an instant: the board may have been quiet until then. */
  decodedAt(at: number): Decoded {
    const { letters, last } = this.board
    return { hypotheses: pruned(this.afterQuiet(at)), letters: [...letters], last: new Map(last) }
  }

  private afterQuiet(until: number): readonly Hypothesis[] {
    const { board, lastEdge, lastIndex } = this
    if (lastEdge === null || until - lastEdge < SETTLING_MS) return this.hypotheses
    const hypotheses = this.hypotheses.map((hypothesis) => chargedForQuiet(board, hypothesis))
    const landed = hypotheses
      .slice(0, 1)
      .flatMap((hypothesis) => (isReplied(board, hypothesis) ? withUnseenMove(board, hypothesis) : []))
    const replied = landed.flatMap((hypothesis) => withNextMove(board, hypothesis, lastIndex, true))
    return landed.length > 0 ? pruned([...hypotheses, ...landed, ...replied]) : hypotheses
  }

  private observe(each: Observation, index: number): void {
    const { board } = this
    let hypotheses = this.afterQuiet(each.at)
    if ('square' in each) hypotheses = this.withEdge(hypotheses, each, index)
    else if ('press' in each) {
      const landed = this.landedUnseen(hypotheses, each.press)
      hypotheses = [...hypotheses, ...landed].map((hypothesis) =>
        chargedForPress(board, hypothesis, each.press, index),
      )
    }
    let fresh = hypotheses.flatMap((hypothesis) => withNextMove(board, hypothesis, index, false))
    const all = [...hypotheses, ...fresh]
    for (let more = 0; more < 2 && fresh.length > 0; more++) {
      fresh = fresh.flatMap((hypothesis) => withNextMove(board, hypothesis, index, true))
      all.push(...fresh)
    }
    this.hypotheses = pruned('reported' in each ? this.withReport(all, each.reported, index) : all)
  }

  /**
   * A player presses: hypotheses on which their piece came to stand unseen where none has their move, half a castling is one, or the piece is
   * in the air and so is one that it may have taken, which was lifted after it: an opponent who takes lifts their own first.
   */
  private landedUnseen(hypotheses: readonly Hypothesis[], side: Side): Hypothesis[] {
    const { board } = this
    const best = hypotheses[0] as Hypothesis
    const open = hypotheses.find(({ made, key }) => key.startsWith(best.key) && isOpen(made.at(-1), side))
    if (open === undefined) return turnOf(best.position) === side ? withUnseenMove(board, best) : []
    const before = hypotheses.find(({ position }) => turnOf(position) === side)
    if (before === undefined) return []
    const castled = withHalfCastling(board, before)
    const lifted = liftedAgainAt(board, open)
    return lifted === null ? castled : [...castled, ...withUnseenCapture(board, before, lifted)]
  }

  private withReport(
    hypotheses: readonly Hypothesis[],
    reported: ReportedMove,
    index: number,
  ): readonly Hypothesis[] {
    const { board } = this
    if (reported.isOtherReader !== true)
      return hypotheses.map((hypothesis) => chargedForReport(board, hypothesis, reported))
    return [...hypotheses, ...withReportedMove(board, hypotheses, reported, index)].map((hypothesis) =>
      chargedForOtherReader(board, hypothesis, reported),
    )
  }

  private withEdge(
    earlier: readonly Hypothesis[],
    { square, piece, at }: Edge,
    index: number,
  ): readonly Hypothesis[] {
    const { board } = this
    board.letters[squareOf(square)] = piece
    const hypotheses = earlier.map((hypothesis) => chargedForEdge(board, hypothesis, square, piece, index))
    board.note(square, index)
    this.lastEdge = at
    this.lastIndex = index
    // The other player answers a piece that is still in the air for all that was told.
    const replied = hypotheses.find((hypothesis) => isTheirs(hypothesis, piece))
    if (replied === undefined)
      return [...hypotheses, ...this.repliedBefore(hypotheses[0] as Hypothesis, index)]
    const landed = withUnseenMove(board, replied, at)
    return [...hypotheses, ...landed.filter((hypothesis) => isAnswered(board, replied, hypothesis, index))]
  }

  /** The player goes on with another piece while one is in the air, and what the opponent put down has stood for longer than a piece pushed aside. */
  private repliedBefore(best: Hypothesis, index: number): readonly Hypothesis[] {
    const { board } = this
    if (!isReplied(board, best, board.at(index) - SENSOR_LATENCY_MS)) return []
    const landed = withUnseenMove(board, best, board.at(index))
    return landed.flatMap((hypothesis) => withNextMove(board, hypothesis, index, true))
  }
}

/** What has been followed of each window. Following it anew comes to the same; a fold with presses took 1.6 times as long (`npm run bench:sensors`). */
const followed = new WeakMap<object, Decoding>()

/** Follows the hypotheses through everything that was seen. `growing`: what stands for the window while more is seen. */
export function decode(window: Window, growing: object = window): Decoded {
  const earlier = followed.get(growing)
  const decoding = earlier?.goesOnIn(window) === true ? earlier : new Decoding(window)
  decoding.follow(window)
  followed.set(growing, decoding)
  return decoding.decodedAt(window.at)
}
