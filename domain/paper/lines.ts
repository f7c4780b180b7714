/** Lines of play that two scoresheets and a board may tell of, each with how it reads the sheets: the worthiest are followed. */
import { SIDES, type Side } from '../../events/index.ts'
import { clone, identityKey, legalMoves, type Move, type Position, play } from '../chess/index.ts'
import type { Sheet } from './sheet.ts'
import { isOdd, weighed, wordOf } from './witnesses.ts'

/**
 * How a sheet is read from a ply on: what it has under `ply + offset` is of that ply; what it has up to `read` is of
 * earlier plies, or was written twice.
 */
export interface Reading {
  readonly offset: number
  readonly read: number
}

export interface Line {
  readonly position: Position
  readonly score: number
  /** Null before the first ply. */
  readonly move: Move | null
  readonly before: Line | null
  readonly readings: Readonly<Record<Side, Reading>>
}

export interface Said {
  readonly start: Position
  readonly sheets: Readonly<Record<Side, Sheet>>
  readonly board: readonly Move[]
}

interface Step {
  readonly line: Line
  readonly move: Move
  readonly score: number
  readonly readings: Line['readings']
}

/** Ways followed at once that read the sheets alike; fewer of those that do not read them like the best one. */
const MOST_LINES = 48
const MOST_OTHERS = 6
/** Ways of reading the sheets that are followed at once. */
const MOST_READINGS = 24
/** A line so far behind the best one has been contradicted by both sheets for plies. */
const HOPELESS = 16
/** One that reads the sheets otherwise may have to make up for more: they fit only once all is read that was left out. */
const PATIENCE = 24
/** What it costs to take a sheet as out of step from here on: three plies of words that then fit make up for it. */
const SHIFT = 7
/** Half-moves that may have been left out (negative) or written once more. */
const SHIFTS = [-2, 2, -1, 1] as const
/** Lines worth almost as much as the best one fit as well. */
export const MARGIN = 2

/** The lines that explain best what was said, the best one first. At least one; it may be of no move. */
export function linesOf(said: Said): Line[] {
  const inStep: Reading = { offset: 0, read: 0 }
  const readings = { white: inStep, black: inStep }
  let lines: Line[] = [{ position: said.start, score: 0, move: null, before: null, readings }]
  const ended: Line[] = []
  for (let ply = 1; ; ply++) {
    const going: Line[] = []
    for (const line of lines) (ply <= lastOf(line, said) ? going : ended).push(line)
    const tops = topsOf(going)
    const next = going.flatMap((line) => follow(line, ply, said, tops))
    if (next.length === 0) {
      // Where the rules end every line, those reached are all there is.
      if (ended.length === 0) ended.push(...going)
      break
    }
    lines = best(next, Math.max(...ended.map(({ score }) => score), Number.NEGATIVE_INFINITY))
  }
  return ended.sort((a, b) => b.score - a.score)
}

/** The last ply of which anybody says anything, as the line reads the sheets. */
function lastOf({ readings }: Line, { sheets, board }: Said): number {
  const ends = SIDES.map((side) => sheets[side].last - readings[side].offset)
  return Math.max(board.length, ...ends)
}

const PAIRS = [
  ['white', 'black'],
  ['black', 'white'],
] as const

interface Tops {
  readonly of: ReadonlyMap<string, number>
  readonly all: number
}

/** The best score among the lines that read the sheets alike, and among all. */
function topsOf(lines: readonly Line[]): Tops {
  const of = new Map<string, number>()
  for (const { readings, score } of lines) {
    const name = nameOf(readings)
    of.set(name, Math.max(of.get(name) ?? score, score))
  }
  return { of, all: Math.max(...of.values()) }
}

function follow(line: Line, ply: number, said: Said, tops: Tops): Step[] {
  const { position, readings, score } = line
  const board = said.board[ply - 1]
  const legal = legalMoves(position)
  const wordAt = (side: Side, { offset, read }: Reading) =>
    wordOf(position, said.sheets[side], ply + offset, read)
  const words = { white: wordAt('white', readings.white), black: wordAt('black', readings.black) }
  const straight = weighed(legal, [words.white, words.black], board, MARGIN)
  // A line that lags goes on only as its sheets say: what it might have been instead would lag behind still more.
  const lags = score < tops.all - SHIFT
  const least = lags ? (straight[0]?.score ?? 0) - MARGIN : tops.all - HOPELESS - score
  const steps: Step[] = []
  for (const worth of straight) {
    if (worth.score < least) break
    steps.push({ line, move: worth.move, score: score + worth.score, readings })
  }
  // One that lags behind those that read the sheets alike, or far behind all, is not read otherwise as well.
  if (score < Math.max((tops.of.get(nameOf(readings)) ?? 0) - MARGIN, tops.all - 2 * SHIFT)) return steps
  for (const [side, other] of PAIRS) {
    if (!isOdd(words[side], words[other], board)) continue
    for (const shift of SHIFTS) {
      const { offset, read } = readings[side]
      // What has been read is not read again; what was written twice is not read at all.
      const shifted = { offset: offset + shift, read: Math.max(read, ply + offset - 1 + Math.max(shift, 0)) }
      const worths = weighed(legal, [wordAt(side, shifted), words[other]], board, MARGIN)
      const most = worths[0]?.score ?? 0
      for (const worth of worths) {
        if (worth.score < most - MARGIN) break
        const points = score + worth.score - SHIFT
        steps.push({ line, move: worth.move, score: points, readings: { ...readings, [side]: shifted } })
      }
    }
  }
  return steps
}

const nameOf = ({ white, black }: Line['readings']): string => `${white.offset} ${black.offset}`

/** The worthiest, each position once for each way of reading the sheets. */
function best(steps: readonly Step[], reached: number): Line[] {
  const sorted = [...steps].sort((a, b) => b.score - a.score)
  const top = Math.max(sorted[0]?.score ?? 0, reached)
  const kept: Line[] = []
  const seen = new Set<string>()
  const counts = new Map<string, number>()
  for (const { line, move, score, readings } of sorted) {
    if (score < top - PATIENCE) break
    const name = nameOf(readings)
    const isFirst = counts.size === 0 || counts.keys().next().value === name
    if (isFirst && score < top - HOPELESS) continue
    const count = counts.get(name) ?? 0
    if (count === 0 && counts.size === MOST_READINGS) continue
    if (count === (isFirst ? MOST_LINES : MOST_OTHERS)) continue
    const position = clone(line.position)
    play(position, move)
    const key = `${name} ${identityKey(position)}`
    if (seen.has(key)) continue
    seen.add(key)
    counts.set(name, count + 1)
    kept.push({ position, score, move, before: line, readings })
  }
  return kept
}

/** A line from its first ply on. */
export function pathOf(line: Line): (Line & { readonly move: Move })[] {
  const path: (Line & { readonly move: Move })[] = []
  for (let at: Line | null = line; at !== null; at = at.before) {
    if (at.move !== null) path.unshift({ ...at, move: at.move })
  }
  return path
}
