/** Where a scoresheet goes out of step with the game, and where else it may have done so. */
import { SIDES, type Side } from '../../events/index.ts'
import type { Position } from '../chess/index.ts'
import { type BestPath, entryAt, type PaperEvidence, type SheetReading } from './candidate-game.ts'
import { namedMoves } from './sheet.ts'

/** From a ply on a sheet has its entries under other numbers. */
export interface Shift {
  readonly side: Side
  /** The first half-move that the sheet leaves out, or before which it has something once more. */
  readonly ply: number
  /** Half-moves left out (negative), or written more than once. */
  readonly by: number
  /** Other plies at which it may have happened just as well. */
  readonly orAt: readonly number[]
}

/** Plies before and after within which another place is looked for. */
const SEARCH_PLIES = 12

/** Where the sheets go out of step on a line, in the order of the game. */
export function findShifts(path: BestPath, positions: readonly Position[], said: PaperEvidence): Shift[] {
  const found = SIDES.flatMap((side) => {
    const offsets = path.map(({ readings }) => readings[side].offset)
    const steps = offsets.flatMap((offset, index) => {
      const by = offset - (offsets[index - 1] ?? 0)
      return by === 0 ? [] : [{ side, ply: index + 1, by }]
    })
    return mergeOmissions(steps)
  })
  return found
    .map((shift) => ({ ...shift, orAt: otherPlaces(shift, found, path, positions, said) }))
    .sort((a, b) => a.ply - b.ply)
}

/** So many places are fewer mistakes of the players than guesses of the reader. */
const MIN_UNCERTAIN_SHIFTS = 3

/**
 * From the first to the last of many places, and of the full move there, nobody can be sure that the sheets are read as they
 * were meant; nor anywhere after one at which entries were passed over that are not the same as those before.
 */
export function uncertainSpans(
  shifts: readonly Shift[],
  path: BestPath,
  said: PaperEvidence,
): { from: number; to: number }[] {
  const plies = shifts.map(({ ply }) => ply)
  const from = Math.min(...plies)
  if (shifts.some((shift) => isGuessed(shift, path, said))) return [{ from, to: path.length }]
  return new Set(plies).size < MIN_UNCERTAIN_SHIFTS ? [] : [{ from, to: Math.max(...plies) + 2 }]
}

function isGuessed({ side, ply, by }: Shift, path: BestPath, { sheets }: PaperEvidence): boolean {
  const { offset, readUpTo } = path[ply - 2]?.readings[side] ?? { offset: 0, readUpTo: 0 }
  const { entries } = sheets[side]
  for (let entry = Math.max(ply + offset, readUpTo + 1); entry < ply + offset + by; entry++) {
    const text = entries.get(entry)?.text
    if (text !== undefined && text !== entries.get(entry - by)?.text) return true
  }
  return false
}

type ShiftPlace = Omit<Shift, 'orAt'>

/** What is left out in one stretch is one thing. */
function mergeOmissions(steps: readonly ShiftPlace[]): ShiftPlace[] {
  const places: ShiftPlace[] = []
  for (const step of steps) {
    const last = places.at(-1)
    if (last !== undefined && last.by < 0 && step.by < 0 && step.ply <= last.ply - last.by)
      places.splice(-1, 1, { ...last, by: last.by + step.by })
    else places.push(step)
  }
  return places
}

/** Places, with no other shift of the sheet between, at which its words would fit the same game as well. */
function otherPlaces(
  shift: ShiftPlace,
  all: readonly ShiftPlace[],
  path: BestPath,
  positions: readonly Position[],
  said: PaperEvidence,
): number[] {
  const { side, ply, by } = shift
  const own = all.filter((other) => other.side === side).map((other) => other.ply)
  const from = Math.max(
    ply - SEARCH_PLIES,
    1,
    ...own.filter((other) => other < ply).map((other) => other + 1),
  )
  const to = Math.min(
    ply + SEARCH_PLIES,
    path.length,
    ...own.filter((other) => other > ply).map((other) => other - 1),
  )
  const before = path[ply - 2]?.readings[side] ?? { offset: 0, readUpTo: 0 }
  const fits = (at: number): number => {
    let count = 0
    for (let each = from; each <= to; each++) {
      const reading: SheetReading =
        each < at
          ? before
          : {
              offset: before.offset + by,
              readUpTo: Math.max(before.readUpTo, at + before.offset - 1 + Math.max(by, 0)),
            }
      const written = entryAt(said.sheets[side], each, reading)
      const { move } = path[each - 1] as BestPath[number]
      if (written !== undefined && namedMoves(positions[each - 1] as Position, written).includes(move))
        count++
    }
    return count
  }
  const here = fits(ply)
  const places: number[] = []
  for (let at = from; at <= to; at++) if (at !== ply && fits(at) >= here) places.push(at)
  return places
}
