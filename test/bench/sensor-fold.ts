/**
 * `npm run bench:sensors -- [CHECKOUT]`: what an event costs with a state after each, in games of sensor boards and in games whose moves are reported.
 * CHECKOUT: the folder of another state of this repository, which folds the same events in turn; its figures stand behind.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { StoredEvent } from '../../events/index.ts'
import { gameEvents } from '../kit/game-events.ts'
import { inventGames } from '../kit/games.ts'
import { simulated, watch } from '../kit/simulator.ts'

type Folding = Pick<typeof import('../../domain/game/index.ts'), 'openFold' | 'step'>

const GAMES = 12
const RUNS = 7

const folders = [process.cwd(), ...process.argv.slice(2)]
const foldings: Folding[] = []
for (const folder of folders)
  foldings.push(await import(pathToFileURL(join(folder, 'domain/game/index.ts')).href))

function microsecondsAnEvent(
  { openFold, step }: Folding,
  games: readonly (readonly StoredEvent[])[],
): number {
  const began = performance.now()
  let plies = 0
  for (const events of games) {
    const open = openFold()
    for (const event of events) {
      step(open, event)
      plies += open.state.points.length
    }
  }
  if (plies === 0) throw new Error('nothing was folded')
  return ((performance.now() - began) * 1000) / games.reduce((sum, { length }) => sum + length, 0)
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
  for (let run = 0; run <= RUNS; run++)
    foldings.forEach((folding, index) => {
      const cost = microsecondsAnEvent(folding, games)
      // The first run warms up.
      if (run > 0) figures[index]?.push(cost)
    })
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
