/** What a correction could be abused for: each of these requests is well formed, and each is a way to more than the reporter's role. */
import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { ACTORS_OF, EVENT_TYPES, type EventType } from '../../events/index.ts'
import { type Answer, openClient, type ServiceClient, TIMED } from '../kit/service.ts'

const AT = '2026-03-14T14:00:00.000Z'

let client: ServiceClient
let tokens: Record<string, string>
let next = 0

beforeEach(async () => {
  client = await openClient()
  tokens = {
    admin: await client.token('admin'),
    arbiter: await client.token('arbiter'),
    operator: await client.token('operator', 'game:own'),
    board: await client.token('board', 'game:own'),
    white: await client.token('player', 'game:own/white'),
  }
  for (const id of ['own', 'other'])
    await client.ask('POST', '/games', { token: tokens['arbiter'], body: { id, ...TIMED } })
  await tells('arbiter', 'session-started', 'arbiter')
})

async function tells(who: string, type: string, by: string, data: object = {}, game = 'own') {
  const events = [{ id: `e${++next}`, type, at: AT, by, data }]
  const answer = await client.ask('POST', `/games/${game}/events`, { token: tokens[who], body: { events } })
  return { ...answer, seq: answer.json.results?.[0]?.seq as number }
}

const corrects = (who: string, seqs: number[], replacement?: object[], game = 'own') =>
  tells(
    who,
    'report-corrected',
    'operator',
    { seqs, reason: 'misread', ...(replacement && { replacement }) },
    game,
  )

const movesOf = async (): Promise<string[]> => {
  const { json }: Answer = await client.ask('GET', '/games/own', { token: tokens['arbiter'] })
  return json.moves.map(({ san }: { san: string }) => san)
}

/** Valid data of a type, with references to events that are there. */
function dataOf(type: EventType): object {
  const file = new URL(`../../events/golden/${type}.v1.json`, import.meta.url)
  const [sample] = JSON.parse(readFileSync(file, 'utf8')) as [{ data: object }]
  if (type === 'claim-decided') return { ...sample.data, claim: 2 }
  if (type === 'verdict-decided') return { ...sample.data, seq: 2 }
  return type === 'position-restored' ? { seq: 2 } : sample.data
}

const RULINGS = [
  'claim-decided',
  'irregularity-noticed',
  'position-restored',
  'penalty-imposed',
  'verdict-decided',
  'time-granted',
  'appeal-decided',
  'clock-set',
] as const

test('an operator brings no ruling in as the right reading of their own report', async () => {
  const slip = await tells('operator', 'move-made', 'white', { from: 'd2', to: 'd4' })
  for (const type of RULINGS) {
    const ruling = { type, by: 'arbiter', data: dataOf(type) }
    const answer = await corrects('operator', [slip.seq], [ruling])
    expect([answer.status, answer.json.errors[0].pointer], type).toEqual([403, '/data/replacement/0/type'])
    expect((await corrects('arbiter', [slip.seq], [ruling])).status, `${type} by the arbiter`).toBe(200)
  }
})

test('nor anything else in the arbiter’s name, save what an operator may relay', async () => {
  const slip = await tells('operator', 'move-made', 'white', { from: 'd2', to: 'd4' })
  const taken: string[] = []
  for (const type of EVENT_TYPES) {
    if (type === 'report-corrected' || type === 'game-opened') continue
    if (!(ACTORS_OF[type] as readonly string[]).includes('arbiter')) continue
    const { status } = await corrects('operator', [slip.seq], [{ type, by: 'arbiter', data: dataOf(type) }])
    expect([200, 403], type).toContain(status)
    if (status === 200) taken.push(type)
  }
  expect(taken).toEqual([
    'player-arrived',
    'session-started',
    'pieces-restored',
    'clocks-stopped',
    'clocks-started',
    'incident-recorded',
    'game-adjourned',
    'play-resumed',
  ])
})

test('one report of somebody else among their own, and the whole correction is refused', async () => {
  const own = await tells('operator', 'move-made', 'white', { from: 'e2', to: 'e4' })
  const sensed = await tells('board', 'clock-pressed', 'white')
  const answer = await corrects('operator', [own.seq, sensed.seq])
  expect([answer.status, answer.json.errors[0].pointer]).toEqual([403, '/data/seqs/1'])
  expect(await movesOf()).toEqual(['e4'])
})

test('what the arbiter has corrected the operator does not correct back', async () => {
  const slip = await tells('operator', 'move-made', 'white', { from: 'd2', to: 'd4' })
  const right = { type: 'move-made', by: 'white', data: { from: 'e2', to: 'e4' } }
  const ruled = await corrects('arbiter', [slip.seq], [right])
  expect(await movesOf()).toEqual(['e4'])
  expect((await corrects('operator', [ruled.seq])).status).toBe(403)
  await corrects('operator', [slip.seq], [{ ...right, data: { from: 'c2', to: 'c4' } }])
  expect(await movesOf()).toEqual(['e4'])
})

test('a correction reaches no event of another game, and no correction comes from a board or a player', async () => {
  await tells('arbiter', 'session-started', 'arbiter', {}, 'other')
  const own = await tells('board', 'clock-pressed', 'white')
  expect((await corrects('operator', [2], undefined, 'other')).status).toBe(403)
  expect((await corrects('board', [own.seq])).status).toBe(403)
  const claim = await tells('white', 'draw-offered', 'white')
  expect((await corrects('white', [claim.seq])).status).toBe(403)
})

test('a replacement names no event that is not there', async () => {
  const slip = await tells('arbiter', 'move-made', 'white', { from: 'd2', to: 'd4' })
  const restored = { type: 'position-restored', by: 'arbiter', data: { seq: 99 } }
  const answer = await corrects('arbiter', [slip.seq], [restored])
  expect([answer.status, answer.json.errors[0].pointer]).toEqual([422, '/data/replacement/0/data/seq'])
})
