import { expect, test } from 'vitest'
import { openFold, step } from '../../domain/game/index.ts'
import { parseStoredEvent, type StoredEvent } from '../../events/index.ts'

const START = Date.UTC(2026, 2, 14, 14)

function record(reports: readonly [number, string, string, object][]): StoredEvent[] {
  return reports.map(([t, by, type, data], i) => {
    const given = { id: `e${i + 1}`, type, at: new Date(START + t).toISOString(), by, data, game: 'g1' }
    const parsed = parseStoredEvent(given, i + 1)
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
    return parsed.value
  })
}

/** The state at the end, looked at after each event or only then. */
function stateAfter(events: readonly StoredEvent[], looking: boolean): string {
  const fold = openFold()
  for (const event of events) {
    step(fold, event)
    if (looking) JSON.stringify(fold.state)
  }
  return JSON.stringify(fold.state)
}

test('a game whose edges are read again in another order is the same, whether anybody looked between or not', () => {
  const players = { white: { name: 'White' }, black: { name: 'Black' } }
  const events = record([
    [0, 'operator', 'game-opened', { ...players, edition: '2018-01-01', play: 'standard' }],
    [48_027, 'board', 'piece-placed', { square: 'e6', piece: 'P' }],
    [51_907, 'white', 'move-made', { from: 'b2', to: 'b4' }],
    [61_098, 'black', 'move-made', { from: 'a5', to: 'd5' }],
    [61_098, 'black', 'draw-offered', {}],
  ])
  expect(stateAfter(events, true)).toBe(stateAfter(events, false))
})
