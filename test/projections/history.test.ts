import { expect, test } from 'vitest'
import { openFold, step } from '../../domain/game/index.ts'
import { openHistory, stateKnownAt } from '../../functions/projections/history.ts'
import { stateWithoutHistory } from '../../functions/projections/view.ts'
import { gameEvents } from '../kit/game-events.ts'
import { inventGames } from '../kit/games.ts'

const [game] = inventGames(1, 5, 60)
const events = gameEvents(game!)

/** The states after each event, and the chunks of a history whose events became known `together` at a time. */
function historyOf(together: number) {
  const fold = openFold()
  const states = events.map((event) => {
    step(fold, event)
    return JSON.parse(JSON.stringify(stateWithoutHistory(fold.state))) as unknown
  })
  const known = events.map((_, k) => 1000 * Math.floor(k / together))
  const history = openHistory()
  history.grow(fold.state.log, known)
  return { states, known, chunks: history.chunksAfter(0).map(({ steps }) => ({ erased: 0, steps })) }
}

test('events that became known together are one step, and every state that a reader could see is there', () => {
  for (const together of [7, 50]) {
    const { states, known, chunks } = historyOf(together)
    expect(chunks).toHaveLength(Math.ceil(events.length / 64))
    for (const instant of new Set(known)) {
      const last = known.lastIndexOf(instant)
      expect(stateKnownAt(chunks, instant)).toMatchObject({ seq: last + 1, state: states[last] })
    }
  }
})

test('a state between two steps is not in the history: the record has to tell it', () => {
  const { states, chunks } = historyOf(10)
  expect(stateKnownAt(chunks, Number.POSITIVE_INFINITY, [20, 20])).toMatchObject({ earlier: [states[19]] })
  expect(stateKnownAt(chunks, Number.POSITIVE_INFINITY, [15, 15])).toBeNull()
  expect(stateKnownAt(chunks, Number.POSITIVE_INFINITY, [20, 30])).toBeNull()
})

test('a history that grows step by step holds what one that is made at once holds', () => {
  const { states, known } = historyOf(5)
  const fold = openFold()
  const history = openHistory()
  for (const [k, event] of events.entries()) {
    step(fold, event)
    if (k % 13 === 0 || k === events.length - 1) history.grow(fold.state.log, known.slice(0, k + 1))
  }
  const chunks = history.chunksAfter(0).map(({ steps }) => ({ erased: 0, steps }))
  for (const instant of new Set(known)) {
    const last = known.lastIndexOf(instant)
    expect(stateKnownAt(chunks, instant)).toMatchObject({ seq: last + 1, state: states[last] })
  }
})
