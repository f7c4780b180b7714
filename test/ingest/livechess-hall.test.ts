import { expect, test } from 'vitest'
import { hallReport, playHall } from '../kit/livechess-hall.ts'
import { trials } from '../kit/trials.ts'

test('nine of ten boards go on unaided after a minute without a line and a restart of the follower', async () => {
  const outcomes = await playHall({ boards: trials(3, 40) })
  const unaided = outcomes.filter(({ differsAt }) => differsAt === null)
  expect(unaided.length / outcomes.length, hallReport(outcomes)).toBeGreaterThanOrEqual(0.9)
}, 1_800_000)
