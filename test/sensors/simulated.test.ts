import { expect, test } from 'vitest'
import { recorded, simulated, watch } from '../kit/simulator.ts'
import { trials } from '../kit/trials.ts'

/** What came of the moves that were carried out in one way. */
interface Figures {
  moves: number
  asked: number
  hovers: number
}

const GAMES = trials(20, 2000)

/** Every other game of the round: the first half with presses, the second without. */
function play(presses: boolean) {
  const kinds = new Map<string, Figures>()
  const wrong: string[] = []
  const all: Figures = { moves: 0, asked: 0, hovers: 0 }
  for (let n = presses ? 0 : 1; n < GAMES; n += 2) {
    const { game, state, asked, hovers } = watch(simulated(n), presses)
    const reported = recorded(state)
    const differs = game.moves.findIndex(({ uci }, ply) => reported[ply] !== uci)
    if (differs >= 0 || reported.length !== game.moves.length) {
      wrong.push(`game ${n}, ply ${differs + 1}: ${game.moves[differs]?.uci}, not ${reported[differs]}`)
    }
    game.moves.forEach(({ habits, faults }, ply) => {
      for (const kind of ['all moves', ...habits, ...faults]) {
        const figures = kinds.get(kind) ?? { moves: 0, asked: 0, hovers: 0 }
        const both = kind === 'all moves' ? [figures, all] : [figures]
        for (const each of both) {
          each.moves++
          if (asked.has(ply)) each.asked++
          if (hovers.has(ply)) each.hovers++
        }
        kinds.set(kind, figures)
      }
    })
  }
  report(presses ? 'presses known' : 'no presses', kinds)
  return { wrong, asked: all.asked / all.moves }
}

function report(title: string, kinds: Map<string, Figures>): void {
  const lines = [...kinds]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, { moves, asked, hovers }]) => {
      const figures = [moves, asked, hovers].map((figure) => String(figure).padStart(8))
      return `${kind.padEnd(34)}${figures.join('')}`
    })
  console.log(
    [
      `${title.padEnd(34)}${['moves', 'asked', 'hovered'].map((word) => word.padStart(8)).join('')}`,
      ...lines,
    ].join('\n'),
  )
}

test('simulated games with presses: no wrong move, at most one in two hundred asked about', {
  timeout: 1_800_000,
}, () => {
  const { wrong, asked } = play(true)
  expect(wrong).toEqual([])
  expect(asked).toBeLessThanOrEqual(0.005)
})

test('simulated games without presses: no wrong move, at most one in fifty asked about', {
  timeout: 1_800_000,
}, () => {
  const { wrong, asked } = play(false)
  expect(wrong).toEqual([])
  expect(asked).toBeLessThanOrEqual(0.02)
})
