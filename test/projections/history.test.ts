import { expect, test } from 'vitest'
import { fold, openFold, step } from '../../domain/game/index.ts'
import { openHistory, stateKnownAt } from '../../functions/projections/history.ts'
import { stateWithoutHistory } from '../../functions/projections/view.ts'
import { gameEvents } from '../kit/game-events.ts'
import { inventGames } from '../kit/games.ts'

const eventsOf = (plies: number) => gameEvents(inventGames(1, 5, plies)[0]!)
const events = eventsOf(60)
/** More than two chunks of them. */
const many = eventsOf(160)

/** The states after each event, and the chunks of a history whose events became known `together` at a time. */
function historyOf(together: number, played = events) {
  const fold = openFold()
  const states = played.map((event) => {
    step(fold, event)
    return JSON.parse(JSON.stringify(stateWithoutHistory(fold.state))) as unknown
  })
  const known = played.map((_, k) => 1000 * Math.floor(k / together))
  const history = openHistory()
  history.grow(fold.state, known)
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

test('a state between two steps is not in the history: it has to be read from the record', () => {
  const { states, chunks } = historyOf(10)
  expect(stateKnownAt(chunks, Number.POSITIVE_INFINITY, [20, 20])).toMatchObject({ earlier: [states[19]] })
  expect(stateKnownAt(chunks, Number.POSITIVE_INFINITY, [15, 15])).toBeNull()
  expect(stateKnownAt(chunks, Number.POSITIVE_INFINITY, [20, 30])).toBeNull()
})

test('a burst longer than a chunk is one state, by any writer of the chunks before it and however far it was read then', () => {
  const { states, known } = historyOf(many.length, many)
  expect(many.length).toBeGreaterThan(128)
  for (const earlier of [64, 100, 128]) {
    const before = openHistory()
    before.grow(fold(many.slice(0, earlier)), known.slice(0, earlier))
    const anew = openHistory()
    anew.grow(fold(many), known)
    const stored = new Map(before.chunksAfter(0).map(({ number, steps }) => [number, { erased: 0, steps }]))
    for (const { number, steps } of anew.chunksAfter(earlier)) stored.set(number, { erased: 0, steps })
    const chunks = [...stored].sort(([a], [b]) => a - b).map(([, chunk]) => chunk)
    const found = stateKnownAt(chunks, Number.POSITIVE_INFINITY)
    expect(found).toMatchObject({ seq: many.length, state: states.at(-1) })
  }
})

test('within a burst no state is given, not even where a chunk ends', () => {
  const { states, chunks } = historyOf(100, many)
  expect(stateKnownAt(chunks, Number.POSITIVE_INFINITY, [64, 64])).toBeNull()
  expect(stateKnownAt(chunks, Number.POSITIVE_INFINITY, [60, 70])).toBeNull()
  expect(stateKnownAt(chunks, Number.POSITIVE_INFINITY, [100, 100])).toMatchObject({ earlier: [states[99]] })
})

test('a history that grows step by step holds what one that is made at once holds', () => {
  const { states, known } = historyOf(5)
  const fold = openFold()
  const history = openHistory()
  for (const [k, event] of events.entries()) {
    step(fold, event)
    if (k % 13 === 0 || k === events.length - 1) history.grow(fold.state, known.slice(0, k + 1))
  }
  const chunks = history.chunksAfter(0).map(({ steps }) => ({ erased: 0, steps }))
  for (const instant of new Set(known)) {
    const last = known.lastIndexOf(instant)
    expect(stateKnownAt(chunks, instant)).toMatchObject({ seq: last + 1, state: states[last] })
  }
})
