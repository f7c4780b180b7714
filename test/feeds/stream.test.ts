import { expect, test } from 'vitest'
import { liveOf } from '../../functions/feeds/live.ts'
import { openDoorbell } from '../../functions/stream/doorbell.ts'
import { move, press, report } from '../kit/reports.ts'
import { type Desk, openDesk, TIMED, testPorts } from '../kit/service.ts'
import { follow, heldGame, heldRound } from './sse-kit.ts'

/** A desk whose commits ring for its streams, as in the host. */
async function livingDesk() {
  const bell = openDoorbell({
    interval: 1,
    onFault: (error) => {
      throw error
    },
  })
  const desk = await openDesk(testPorts({ soleWriter: true, ring: bell.ring }))
  bell.attach([liveOf(desk.service).consumer])
  const token = await desk.token('arbiter')
  const send = async (game: string, ...events: object[]) => {
    const answer = await desk.ask('POST', `/games/${game}/events`, { token, body: { events } })
    if (answer.status !== 200) throw new Error(answer.text)
    await bell.quiet()
    return answer
  }
  return { desk, bell, token, send }
}

const open = (desk: Desk, token: string, id = 'g1') =>
  desk.ask('POST', '/games', { token, body: { id, ...TIMED } })

const shown = async (desk: Desk, path: string, token?: string) =>
  (await desk.ask('GET', path, { token })).json

test('a game is followed: the whole first, then each move and press, and the end; its reader holds the fold', async () => {
  const { desk, token, send } = await livingDesk()
  await open(desk, token)
  await send('g1', report('s', 'session-started', 'arbiter'))
  const reader = await follow(desk, '/games/g1/stream')
  expect(reader.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8' })
  await send('g1', move('m1', 'white', 'e2', 'e4', 5000), press('p1', 'white', 5000))
  await send('g1', move('m2', 'black', 'e7', 'e5', 9000))
  await send('g1', report('c', 'clocks-stopped', 'arbiter', { reason: 'noise' }, 9500))
  await send('g1', report('r', 'resigned', 'black', {}, 9600))
  expect(reader.heard.map(({ id, name }) => [id, name])).toEqual([
    ['2', 'snapshot'],
    ['4', 'change'],
    ['5', 'change'],
    ['6', 'clock'],
    [undefined, 'change'],
    ['7', 'end'],
  ])
  expect(heldGame(reader.heard)).toEqual(await shown(desk, '/games/g1'))
})

test('offers and rulings go to who may read them and to nobody else', async () => {
  const { desk, token, send } = await livingDesk()
  await open(desk, token)
  const [open1, official] = [
    await follow(desk, '/games/g1/stream'),
    await follow(desk, '/games/g1/stream', { token }),
  ]
  await send('g1', report('s', 'session-started', 'arbiter'))
  await send('g1', report('t', 'piece-touched', 'white', { squares: ['e2'] }, 1000))
  await send('g1', report('o', 'draw-offered', 'white', {}, 2000))
  expect(JSON.stringify(open1.heard)).not.toMatch(/offer|verdicts|mustPlay|illegalMoves/)
  expect(heldGame(official.heard)).toMatchObject({ offer: 'white', mustPlay: ['e2e3', 'e2e4'] })
  expect(heldGame(open1.heard)).toEqual(await shown(desk, '/games/g1'))
  expect(heldGame(official.heard)).toEqual(await shown(desk, '/games/g1', token))
})
void heldRound
