/** Steps on from a line of play: as the sheets say, otherwise than they say, or with a sheet read as out of step from here. */
import { SIDES, type Side } from '../../events/index.ts'
import type { Move } from '../chess/index.ts'
import { type Line, nameOf, type Reading, type Said, type Step } from './line.ts'
import type { Sheet } from './sheet.ts'
import { isOdd, WEIGHT, type Word, type Worth, weighed, wordOf } from './witnesses.ts'

/** A line so far behind the best one has been contradicted by both sheets for plies. */
export const HOPELESS = 12
/** One that reads the sheets otherwise may have to make up for more: they fit only once all is read that was left out. */
export const PATIENCE = 18
/** What it costs to take a sheet as out of step from here on: three plies of words that then fit make up for it. */
const SHIFT = 7
/** And both of them at once: two men seldom forget the same. */
const SHIFT_OF_BOTH = 10
/** Half-moves that may have been left out (negative) or written once more. */
const SHIFTS = [-2, 2, -1, 1] as const
/** Lines worth almost as much as the best one fit as well. */
export const MARGIN = 2

/** What a line of play loses by a single word that the best one has for itself: a lone word may be wrong. */
export const ONE_WORD = WEIGHT.named - WEIGHT.against

/** A line and what is said of its next ply. */
export interface Heard {
  readonly line: Line
  readonly words: Readonly<Record<Side, Word | null>>
  readonly board: Move | undefined
  /** The moves as the sheets stand, the worthiest first. */
  readonly straight: readonly Worth[]
}

export function hear(line: Line, ply: number, said: Said): Heard {
  const words = { white: wordAt(line, ply, 'white', said), black: wordAt(line, ply, 'black', said) }
  const board = said.board[ply - 1]
  return { line, words, board, straight: weighed(line.position, [words.white, words.black], board) }
}

function wordAt(line: Line, ply: number, side: Side, said: Said, reading = line.readings[side]): Word | null {
  return wordOf(line.position, said.sheets[side], ply + reading.offset, reading.read)
}

/** How far the best lines have come: those that read the sheets alike, all, and all once the next ply is heard. */
export interface Tops {
  readonly of: ReadonlyMap<string, number>
  readonly all: number
  readonly next: number
}

export function topsOf(heard: readonly Heard[], ended: readonly Line[]): Tops {
  const of = new Map<string, number>()
  let next = Math.max(...ended.map(({ score }) => score))
  for (const { line, straight } of heard) {
    const name = nameOf(line.readings)
    of.set(name, Math.max(of.get(name) ?? line.score, line.score))
    if (straight[0] !== undefined) next = Math.max(next, line.score + straight[0].score)
  }
  return { of, all: Math.max(...of.values()), next }
}

export function stepsOf(heard: Heard, ply: number, said: Said, tops: Tops): Step[] {
  const { line, straight } = heard
  const { readings, score } = line
  const steps: Step[] = []
  const most = straight[0]?.score ?? 0
  // A line that lags goes on only as its sheets say: what it might have been instead would lag behind still more.
  let least = Math.max(tops.all - HOPELESS, tops.next - PATIENCE) - score
  if (line.isOfMany) least = Math.max(least, most)
  else if (score < tops.all - SHIFT) least = Math.max(least, most - MARGIN)
  for (const worth of straight) {
    if (worth.score < least) break
    steps.push({ before: line, move: worth.move, score: score + worth.score, readings })
  }
  // One that lags behind those that read the sheets alike, or far behind all, is not read otherwise as well.
  const lags = score < Math.max((tops.of.get(nameOf(readings)) ?? 0) - MARGIN, tops.all - 2 * SHIFT)
  if (lags || line.isOfMany) return steps
  for (const side of SIDES) outOfStep(steps, heard, side, ply, said, tops)
  bothOutOfStep(steps, heard, ply)
  return steps
}

const OTHER = { white: 'black', black: 'white' } as const

/** What else was played if a sheet has left out something here, or has it once more. */
function outOfStep(
  steps: Step[],
  { line, words, board }: Heard,
  side: Side,
  ply: number,
  said: Said,
  tops: Tops,
) {
  const other = words[OTHER[side]]
  const odd = isOdd(words[side], other, board, isHeardSoon(said.sheets[OTHER[side]], line, OTHER[side], ply))
  const { offset, read } = line.readings[side]
  for (const shift of SHIFTS) {
    // What has been read is not read again; what was written twice is not read at all.
    const shifted: Reading = {
      offset: offset + shift,
      read: Math.max(read, ply + offset - 1 + Math.max(shift, 0)),
    }
    const twice = worthOfTwice(said.sheets[side], shifted.read, shift)
    if (!odd && twice <= 0) continue
    const readings = { ...line.readings, [side]: shifted }
    const start = line.score - SHIFT + twice
    const worths = weighed(line.position, [wordAt(line, ply, side, said, shifted), other], board)
    const least = Math.max((worths[0]?.score ?? 0) - MARGIN, tops.next - PATIENCE - start)
    for (const worth of worths) {
      if (worth.score < least) break
      steps.push({ before: line, move: worth.move, score: start + worth.score, readings })
    }
  }
}

/** What neither sheet can mean may come after a full move that both players left out: one wrote it off the other's sheet. */
function bothOutOfStep(steps: Step[], { line, words, board }: Heard, ply: number) {
  const spoken = SIDES.map((side) => words[side]).filter((word) => word !== null)
  const fits = spoken.some(({ exact }) => (board === undefined ? exact.length > 0 : exact.includes(board)))
  if (spoken.length === 0 || fits) return
  const without = ({ offset }: Reading): Reading => ({ offset: offset - 2, read: ply + offset - 1 })
  const readings = { white: without(line.readings.white), black: without(line.readings.black) }
  for (const worth of weighed(line.position, [], board)) {
    steps.push({ before: line, move: worth.move, score: line.score - SHIFT_OF_BOTH + worth.score, readings })
  }
}

/** Whether a sheet has a move at one of the next two plies: it will tell then what a lone word was worth. */
const isHeardSoon = ({ entries }: Sheet, { readings }: Line, side: Side, ply: number): boolean =>
  [1, 2].some((on) => (entries.get(ply + on + readings[side].offset)?.shapes.length ?? 0) > 0)

/**
 * What is taken as written twice speaks for it where it stands the same before, as no man can go again to where he is; and
 * against it where it does not.
 */
function worthOfTwice({ entries }: Sheet, last: number, shift: number): number {
  let worth = 0
  for (let entry = last - shift + 1; entry <= last; entry++) {
    const text = entries.get(entry)?.text
    if (text === undefined) continue
    worth += text === entries.get(entry - shift)?.text ? ONE_WORD : -ONE_WORD
  }
  return worth
}
