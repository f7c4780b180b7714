/**
 * `npm run bench:sensors -- [CHECKOUT]`: the CPU time that an event costs with a state after each, in games of sensor boards and in games whose
 * moves are reported. CHECKOUT: the folder of another state of this repository, which folds the same events in turn; its figures stand behind.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { StoredEvent } from '../../events/index.ts'
import { gameEvents } from '../kit/game-events.ts'
import { inventGames } from '../kit/games.ts'
import { simulated, watch } from '../kit/simulator.ts'

type Folding = Pick<typeof import('../../domain/game/index.ts'), 'openFold' | 'step'>

const GAMES = 12
const RUNS = 9
/** Least events of a run: fewer are over before the compiler has made the code fast. */
const LEAST_EVENTS = 20_000

const folders = [process.cwd(), ...process.argv.slice(2)]
const foldings: Folding[] = []
for (const folder of folders)
  foldings.push(await import(pathToFileURL(join(folder, 'domain/game/index.ts')).href))

function microsecondsAnEvent(
  { openFold, step }: Folding,
  games: readonly (readonly StoredEvent[])[],
): number {
  const began = process.cpuUsage()
  let plies = 0
  let folded = 0
  while (folded < LEAST_EVENTS)
    for (const events of games) {
      const open = openFold()
      for (const event of events) {
        step(open, event)
        plies += open.state.points.length
      }
      folded += events.length
    }
  if (plies === 0) throw new Error('nothing was folded')
  const { user, system } = process.cpuUsage(began)
  return (user + system) / folded
}

const median = (figures: readonly number[]): number =>
  [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] as number

const numbers = Array.from({ length: GAMES }, (_, n) => n)
const kinds = {
  'sensor games with presses': numbers.map((n) => watch(simulated(n), true).events),
  'sensor games without presses': numbers.map((n) => watch(simulated(n), false).events),
  'games without sensors': inventGames(GAMES, 7, 190).map(gameEvents),
}
for (const [kind, games] of Object.entries(kinds)) {
  const figures = foldings.map((): number[] => [])
  for (let run = 0; run <= RUNS; run++) {
    const inTurn = [...foldings.entries()]
    // Each goes first in every second run: what the one leaves to collect, the next one pays for.
    for (const [index, folding] of run % 2 === 0 ? inTurn : inTurn.reverse()) {
      const cost = microsecondsAnEvent(folding, games)
      // The first run warms up.
      if (run > 0) figures[index]?.push(cost)
    }
  }
  const [own, other] = figures.map(median)
  const count = games.reduce((sum, { length }) => sum + length, 0)
  const ratios =
    other === undefined
      ? []
      : [median((figures[0] ?? []).map((each, run) => each / (figures[1]?.[run] ?? each)))]
  console.log(
    `${kind}, ${count} events: ${own?.toFixed(1)} µs an event${ratios.map((ratio) => `; beside ${other?.toFixed(1)} µs, ${ratio.toFixed(2)}×`).join('')}`,
  )
}
