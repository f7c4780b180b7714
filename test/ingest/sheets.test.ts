import { expect, test } from 'vitest'
import { reconcile } from '../../domain/paper/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import { sheetsOf } from '../../functions/ingest/paper/sheets.ts'
import { GAME, START } from '../kit/service.ts'
import { openTestClient } from './client.ts'

const report = (id: string, type: string, by: string, data: object) => ({
  id,
  type,
  by,
  at: new Date(START).toISOString(),
  data,
})

test('both scoresheets of a record are read beside its board; what was taken back counts no more', async () => {
  const client = await openTestClient()
  await client.request('POST', '/games', { body: { id: 'paper', ...GAME } })
  const events = [
    report('m1', 'move-made', 'white', { from: 'e2', to: 'e4' }),
    report('w1', 'move-recorded', 'white', { ply: 1, text: 'e4' }),
    report('b1', 'move-recorded', 'black', { ply: 1, text: 'e2-e3' }),
    report('m2', 'move-made', 'black', { from: 'g8', to: 'f6' }),
    report('w2', 'move-recorded', 'white', { ply: 2, text: 'Sf6' }),
    report('b2', 'move-recorded', 'black', { ply: 2, text: 'Кf6' }),
    report('b3', 'move-recorded', 'black', { ply: 3, text: 'e5' }),
    report('c', 'report-corrected', 'arbiter', { seqs: [8], reason: 'of another game' }),
  ]
  expect((await client.request('POST', '/games/paper/events', { body: { events } })).status).toBe(200)
  const record = await client.json<{ events: StoredEvent[] }>('/games/paper/events')
  const papers = sheetsOf(record.events, true)
  expect(papers?.black).toEqual([
    { ply: 1, text: 'e2-e3' },
    { ply: 2, text: 'Кf6' },
  ])
  expect(papers === null ? null : reconcile(papers)).toMatchObject({
    plies: [{ san: 'e4', witnesses: ['white', 'board'] }, { san: 'Nf6' }],
    differsFrom: 1,
    differences: [{ ply: 1, said: { white: 'e4', black: 'e2-e3', board: 'e4' }, agree: ['white', 'board'] }],
    doubts: [],
  })
})
