/** A flag stays open until somebody says that it is down, also when the display shows it no more. */
import { expect, test } from 'vitest'
import { clockFace } from '../../domain/clock/index.ts'
import { fold } from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import { unnoticedFlags } from '../../functions/console/page/rulings/unnoticed-flags.ts'

const START = Date.parse('2026-03-14T10:00:00Z')
const MINUTE = 60_000

/** A game of one move in ten minutes and then ten more; `done`: White has made it. */
const played = (done: boolean) =>
  fold(
    [
      {
        ...{ type: 'game-opened', by: 'operator' },
        data: {
          ...{ white: { name: 'W' }, black: { name: 'B' }, edition: '2023-01-01', play: 'standard' },
          timeControl: { periods: [{ time: 10 * MINUTE, moves: 1 }, { time: 10 * MINUTE }] },
        },
      },
      { type: 'session-started', by: 'arbiter', data: {} },
      ...(done
        ? [
            { type: 'move-made', by: 'white', data: { from: 'e2', to: 'e4' } },
            { type: 'clock-pressed', by: 'white', data: {} },
            { type: 'move-made', by: 'black', data: { from: 'e7', to: 'e5' } },
            { type: 'clock-pressed', by: 'black', data: {} },
          ]
        : []),
    ].map((event, k) => {
      const at = new Date(START + k * 1000).toISOString()
      const stored = { id: `e${k}`, game: 'g', seq: k + 1, at, receivedAt: at, recordedAt: at }
      return { ...stored, principal: 'p', v: 1, ...event } as unknown as StoredEvent
    }),
  )

test('the first period’s flag is open for as long as the moves are missing, and never where they were made', () => {
  const late = played(false)
  expect(unnoticedFlags(late, START + 5 * MINUTE)).toEqual([])
  for (const minutes of [11, 18]) {
    expect(unnoticedFlags(late, START + minutes * MINUTE)).toEqual(['white'])
  }
  // The display shows it for five minutes only.
  expect(clockFace(late.clock, START + 11 * MINUTE).flag).toBe('white')
  expect(clockFace(late.clock, START + 18 * MINUTE).flag).toBe(null)
  expect(unnoticedFlags(played(true), START + 18 * MINUTE)).toEqual([])
})
