/** The worthiest of many steps: those that are followed, each position once for each way of reading the sheets. */
import { SIDES } from '../../events/index.ts'
import { clone, hashOf, type Move, make, type Position, play, unmake } from '../chess/index.ts'
import { type Line, nameOf, type Step, type Way } from './line.ts'
import { HOPELESS, ONE_WORD, PATIENCE } from './steps.ts'

/** Ways followed at once that read the sheets alike; fewer of those that do not read them like the best one. */
const MOST_LINES = 48
const MOST_OTHERS = 6
/** Ways of reading the sheets that are followed at once. */
const MOST_READINGS = 24
interface Kept extends Line {
  readonly ways: Way[]
}

/** `top`: what the best line is worth, be it among the steps or not; `most`: how many more that are worth as much as others. */
export function worthiest(steps: readonly Step[], ply: number, top: number, most: number): Line[] {
  const kept = new Map<string, Kept>()
  const readings = new Map<string, { count: number; readonly top: number }>()
  let many = 0
  for (const step of descending(steps)) {
    const { before, move, score } = step
    if (score < top - PATIENCE) break
    const name = nameOf(step.readings)
    const alike = readings.get(name) ?? { count: 0, top: score }
    const isFirst = readings.size === 0 || readings.keys().next().value === name
    if ((isFirst && score < top - HOPELESS) || (alike.count === 0 && readings.size === MOST_READINGS))
      continue
    const key = `${name} ${pendingOf(step.readings, ply)} ${hashAfter(before.position, move)}`
    const there = kept.get(key)
    if (there !== undefined) {
      if (score >= there.score - ONE_WORD) there.ways.push({ before, move, score })
      continue
    }
    const isOfMany = alike.count >= (isFirst ? MOST_LINES : MOST_OTHERS)
    if (isOfMany && (score < alike.top - ONE_WORD || many++ >= most)) continue
    alike.count++
    readings.set(name, alike)
    const position = clone(before.position)
    play(position, move)
    kept.set(key, {
      ply,
      position,
      score,
      ways: [{ before, move, score }],
      readings: step.readings,
      isOfMany,
    })
  }
  return [...kept.values()]
}

/** Scores are small whole numbers: they are put into rows of their own sooner than compared. */
function descending(steps: readonly Step[]): Step[] {
  const rows = new Map<number, Step[]>()
  for (const step of steps) {
    const row = rows.get(step.score)
    if (row === undefined) rows.set(step.score, [step])
    else row.push(step)
  }
  return [...rows].sort(([a], [b]) => b - a).flatMap(([, row]) => row)
}

/** How many entries of each sheet are not read any more though their plies come: until then lines differ by it. */
const pendingOf = (readings: Line['readings'], ply: number): string =>
  SIDES.map((side) => Math.max(0, readings[side].read - readings[side].offset - ply)).join(' ')

function hashAfter(position: Position, move: Move): string {
  make(position, move)
  const { hi, lo } = hashOf(position)
  unmake(position)
  return `${hi} ${lo}`
}
