/** The first look at a round of many boards is made in parts, so that who reports meanwhile does not wait for all of it. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { roundStreamSource } from '../../functions/feeds/stream-round.ts'
import { hall, pairing } from '../kit/hall.ts'

const BOARDS = 170

test('between every fifty boards of a look other work has its turn, and the look shows all of them', async () => {
  const { open, service } = await hall()
  const pairings = Array.from({ length: BOARDS }, (_, k) =>
    pairing(`W${k}`, `B${k}`, { id: `g${k}`, board: k + 1 }),
  )
  for (let next = 0; next < BOARDS; next += 50) await open(pairings.slice(next, next + 50))
  const source = roundStreamSource(service, { tournament: 'T', round: '1' }, 'public', 0, 'all')
  let [turns, isOver] = [0, false]
  const others = (async () => {
    while (!isOver) {
      await nextTurn()
      if (!isOver) turns++
    }
  })()
  const batch = await source.refresh(null)
  isOver = true
  await others
  expect(turns).toBeGreaterThanOrEqual(3)
  expect(String(batch?.bytes).match(/"state":/g)).toHaveLength(BOARDS)
  expect(await source.refresh(new Set(['game#g3']))).toBeNull()
})
