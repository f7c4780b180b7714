import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fenOf, fold, openFold, publicState, step } from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import { arbitraryRecord } from '../kit/arbitraries.ts'
import { gameEvents } from '../kit/game-events.ts'
import { inventGames } from '../kit/games.ts'
import { trials } from '../kit/trials.ts'

/** What stood where while the game was folded, against what the whole fold says of its points, read from JSON and last first. */
function comparePoints(events: readonly StoredEvent[]): number {
  const open = openFold()
  const stood = new Map<number, string>()
  for (const event of events) {
    step(open, event)
    stood.set(open.state.here, publicState(open.state).fen)
  }
  const { points } = JSON.parse(JSON.stringify(fold(events))) as typeof open.state
  let compared = 0
  for (const [index, fen] of [...stood].reverse()) {
    // A correction folds the game anew: then its points are others.
    if (open.state.points[index] === undefined || points.length !== open.state.points.length) continue
    expect(fenOf(points, points[index])).toBe(fen)
    compared++
  }
  return compared
}

test('a point’s FEN is what stood there when the move was made, in games of either kind', () => {
  for (const game of inventGames(trials(30), 31)) {
    const events = gameEvents(game)
    expect(comparePoints(events)).toBeGreaterThan(game.plies.length)
    const { points } = fold(events)
    expect(game.plies.map((_, ply) => fenOf(points, points[ply + 1]))).toEqual(
      game.plies.map(({ fen }) => fen),
    )
  }
})

test('a point’s FEN is what stood there also after illegal moves, restored positions and turns that were passed over', () => {
  let compared = 0
  fc.assert(
    fc.property(
      arbitraryRecord(60).filter((events) => events.every(({ type }) => !type.endsWith('-corrected'))),
      (events) => {
        compared += comparePoints(events)
      },
    ),
    { numRuns: trials(200) },
  )
  expect(compared).toBeGreaterThan(0)
})

test('there is nothing at a point that the game does not have', () => {
  const { points } = fold([])
  expect(fenOf(points, points[1])).toBe('')
})
