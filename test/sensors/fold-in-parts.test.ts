/** The decoder keeps nothing beside the state: games of sensors folded event by event through JSON are those folded in one go. */
import { expect, test } from 'vitest'
import { fold, type GameState, openFold, resumeFold, step } from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import { generateTrace } from './traces-of-another.ts'

const throughJson = (state: GameState): GameState => JSON.parse(JSON.stringify(state))

test.each([
  [1, 5000, true],
  [2, 600, true],
  [3, 5000, false],
])('trace %i, %i ms a ply, presses %s', (seed, pace, presses) => {
  const trace = generateTrace({ seed, plies: 40, pace, presses, clockLate: 1000 })
  const events = trace.events.map((event, index) => ({ ...event, seq: index + 1 }) as StoredEvent)
  const whole = throughJson(fold(events))
  expect(throughJson(fold(events))).toEqual(whole)
  const [opening, ...rest] = events
  if (opening === undefined) throw new Error('a trace without events')
  const open = openFold()
  step(open, opening)
  let state = throughJson(open.state)
  for (const event of rest) {
    const resumed = resumeFold(state)
    step(resumed, event)
    state = throughJson(resumed.state)
  }
  expect(state).toEqual(whole)
  expect(whole.points.length).toBeGreaterThan(30)
})
