/** Games that a test plays through the service, and what its record then holds. */
import { expect } from 'vitest'
import type { Table } from './browser.ts'

export const START = { type: 'session-started', by: 'arbiter' }
export const move = (by: string, from: string, to: string) => ({ type: 'move-made', by, data: { from, to } })
export const press = (by: string) => ({ type: 'clock-pressed', by })

/** 1. e4 e5 2. Bf5, pressed: the bishop jumps over its own pawn. */
export const ILLEGAL = [
  START,
  move('white', 'e2', 'e4'),
  press('white'),
  move('black', 'e7', 'e5'),
  press('black'),
  move('white', 'f1', 'f5'),
  press('white'),
]

let ids = 0

export async function report(
  table: Pick<Table, 'ask'>,
  game: string,
  events: readonly object[],
): Promise<void> {
  const at = new Date().toISOString()
  const answer = await table.ask('POST', `/games/${game}/events`, {
    events: events.map((event) => ({ id: `p${++ids}`, at, ...event })),
  })
  expect(answer.body).toMatchObject({ head: expect.any(Number) })
}

/** A game of its own with these events. */
export async function played(
  table: Pick<Table, 'ask'>,
  id: string,
  events: readonly object[],
  more: object = {},
): Promise<void> {
  const opened = await table.ask('POST', '/games', {
    ...{ id, white: { name: 'Alekhine, A.' }, black: { name: 'Bogoljubov, E.' } },
    ...{ edition: '2023-01-01', play: 'standard' },
    timeControl: { periods: [{ time: 5_400_000, bonus: 30_000, mode: 'fischer' }] },
    ...more,
  })
  expect(opened.status).toBe(201)
  if (events.length > 0) await report(table, id, events)
}

/** Type and data of the record's events, the first `after` left out. */
export async function recordedAfter(
  table: Pick<Table, 'ask'>,
  game: string,
  after: number,
): Promise<[string, Record<string, unknown>][]> {
  const { body } = await table.ask('GET', `/games/${game}/events`)
  return body.events
    .slice(after)
    .map(({ type, data }: { type: string; data: Record<string, unknown> }) => [type, data])
}
