import { expect, test } from 'vitest'
import { recorded, simulated, watch } from '../kit/simulator.ts'

/**
 * Simulated games in which a sensor lost an edge, nobody pressed, and the operator answered only when the board showed
 * later moves already. What an answer swept away of those was once missing from the record.
 */
const GAMES = [5198, 6135, 1343, 8938, 9239, 9345, 6465]

test.each(GAMES)('game %i: the answer is the move asked about, and later moves are still read', (n) => {
  const { game, state } = watch(simulated(n), false)
  expect(recorded(state)).toEqual(game.moves.map(({ uci }) => uci))
})
