/** Selects the steps that the beam search follows: each position once for each reading of the sheets. */
import { SIDES } from '../../events/index.ts'
import { clone, hashOf, type Move, make, type Position, play, unmake } from '../chess/index.ts'
import { type CandidateGame, type NextStep, type Predecessor, readingKey } from './candidate-game.ts'
import { ENTRY_WEIGHT, PRUNE_MARGIN, PRUNE_MARGIN_OUT_OF_STEP } from './steps.ts'

/** How many lines are followed at once that read the sheets alike; fewer of those that read them otherwise than the best one. */
const MAX_PER_READING = 48
const MAX_PER_OTHER_READING = 6
/** How many readings of the sheets are followed at once. */
const MAX_READINGS = 24
interface BeamGame extends CandidateGame {
  readonly predecessors: Predecessor[]
}

/** `top`: what the best line is worth, be it among the steps or not; `most`: how many more that are worth as much as others. */
export function keepBest(
  steps: readonly NextStep[],
  ply: number,
  top: number,
  most: number,
): CandidateGame[] {
  const survivors = new Map<string, BeamGame>()
  const readings = new Map<string, { count: number; readonly top: number }>()
  let many = 0
  for (const step of byScoreDescending(steps)) {
    const { before, move, score } = step
    if (score < top - PRUNE_MARGIN_OUT_OF_STEP) break
    const name = readingKey(step.readings)
    const alike = readings.get(name) ?? { count: 0, top: score }
    const isFirst = readings.size === 0 || readings.keys().next().value === name
    if ((isFirst && score < top - PRUNE_MARGIN) || (alike.count === 0 && readings.size === MAX_READINGS))
      continue
    const key = `${name} ${unreadEntries(step.readings, ply)} ${hashAfter(before.position, move)}`
    const there = survivors.get(key)
    if (there !== undefined) {
      if (score >= there.score - ENTRY_WEIGHT) there.predecessors.push({ before, move, score })
      continue
    }
    const isOfMany = alike.count >= (isFirst ? MAX_PER_READING : MAX_PER_OTHER_READING)
    if (isOfMany && (score < alike.top - ENTRY_WEIGHT || many++ >= most)) continue
    alike.count++
    readings.set(name, alike)
    const position = clone(before.position)
    play(position, move)
    survivors.set(key, {
      ply,
      position,
      score,
      predecessors: [{ before, move, score }],
      readings: step.readings,
      isTied: isOfMany,
    })
  }
  return [...survivors.values()]
}

/** The steps, best first: a bucket sort, since scores are small whole numbers. */
function byScoreDescending(steps: readonly NextStep[]): NextStep[] {
  const rows = new Map<number, NextStep[]>()
  for (const step of steps) {
    const row = rows.get(step.score)
    if (row === undefined) rows.set(step.score, [step])
    else row.push(step)
  }
  return [...rows].sort(([a], [b]) => b - a).flatMap(([, row]) => row)
}

/** How many entries of each sheet are not read any more though their plies come: until then lines differ by it. */
const unreadEntries = (readings: CandidateGame['readings'], ply: number): string =>
  SIDES.map((side) => Math.max(0, readings[side].readUpTo - readings[side].offset - ply)).join(' ')

function hashAfter(position: Position, move: Move): string {
  make(position, move)
  const { hi, lo } = hashOf(position)
  unmake(position)
  return `${hi} ${lo}`
}
