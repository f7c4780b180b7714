/**
 * The decoder: finds the moves that were played from what a board and a clock reported. It is a beam search: each hypothesis is a
 * sequence of legal moves with a cost, every observation extends the hypotheses and changes their costs, and the cheapest are followed
 * further. Costs are whole numbers, so that every machine decodes alike.
 */
import type { Side } from '../../events/index.ts'
import { positionKey, squareOf, turnOf } from '../chess/index.ts'
import type { Edge, Observation, ReportedMove } from '../state/sensor-state.ts'
import { SENSOR_LATENCY_MS, SETTLING_MS } from './durations.ts'
import { chargedForEdge } from './edge-costs.ts'
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
import { ObservedBoard } from './observed-board.ts'
import { chargedForPress } from './press-costs.ts'
import { chargedForQuiet } from './quiet-costs.ts'
import { chargedForOtherReader, chargedForReport } from './report-costs.ts'

/** Did that side make the move, was it seen, and has it no press yet? */
const isOpen = (placed: DecodedMove | undefined, side: Side): boolean =>
  placed !== undefined && placed.side === side && placed.press === null && !placed.isUnseen

/** Index of the edge by which the piece that moved last was lifted again; null where it was not. */
function liftedAgainAt(board: ObservedBoard, { made }: Hypothesis): number | null {
  const [square] =
    Object.entries(made.at(-1)?.changes ?? {}).find(
      ([name, letter]) => letter !== '' && board.observed(name) === '',
    ) ?? []
  return square === undefined ? null : (board.last.get(square) ?? null)
}

/** Does the piece belong to the side that is not on move? */
const isTheirs = (hypothesis: Hypothesis, piece: string): boolean =>
  piece !== '' && piece !== '?' && sideOfLetter(piece) !== turnOf(hypothesis.position)

/** The search through one window. It goes on where it stopped when the window has new observations. */
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

  /** Does the window only add observations to those followed so far? A person's report changes how earlier ones are read: never then. */
  goesOnIn({ position, seen }: Window): boolean {
    if (seen.some((each) => 'reported' in each) || positionKey(position) !== this.position) return false
    return (
      this.count <= seen.length &&
      this.board.seen.every((each, index) => index >= this.count || each === seen[index])
    )
  }

  /** Follows the hypotheses through the new observations. */
  follow({ seen }: Window): void {
    this.board.seen = [...seen]
    for (; this.count < seen.length; this.count++) this.observe(seen[this.count] as Observation, this.count)
  }

  /** The hypotheses at an instant. Quiet since the last edge is charged for. */
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
   * Hypotheses for a press, on which the player's piece landed and no sensor saw it. They arise where no hypothesis has a move of the
   * player, where half of a castling shows, or where the piece that moved is lifted again and a piece that it may have captured was
   * lifted after it: an opponent who captures lifts their own piece first.
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
    // The opponent moves while a piece of the player seems to be lifted still: it may have landed unseen.
    const replied = hypotheses.find((hypothesis) => isTheirs(hypothesis, piece))
    if (replied === undefined)
      return [...hypotheses, ...this.repliedBefore(hypotheses[0] as Hypothesis, index)]
    const landed = withUnseenMove(board, replied, at)
    return [...hypotheses, ...landed.filter((hypothesis) => isAnswered(board, replied, hypothesis, index))]
  }

  /**
   * The player moves another piece while one of theirs seems to be lifted still: it may have landed unseen, where the opponent's piece
   * has stood for longer than a piece that is pushed aside.
   */
  private repliedBefore(best: Hypothesis, index: number): readonly Hypothesis[] {
    const { board } = this
    if (!isReplied(board, best, board.at(index) - SENSOR_LATENCY_MS)) return []
    const landed = withUnseenMove(board, best, board.at(index))
    return landed.flatMap((hypothesis) => withNextMove(board, hypothesis, index, true))
  }
}

/** The search through each window. Starting anew gives the same; a fold with presses then took 1.6 times as long (`npm run bench:sensors`). */
const followed = new WeakMap<object, Decoding>()

/** Follows the hypotheses through all observations of a window. `growing`: the object that is the same while the window grows. */
export function decode(window: Window, growing: object = window): Decoded {
  const earlier = followed.get(growing)
  const decoding = earlier?.goesOnIn(window) === true ? earlier : new Decoding(window)
  decoding.follow(window)
  followed.set(growing, decoding)
  return decoding.decodedAt(window.at)
}
