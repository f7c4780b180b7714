/** What the Laws look up of earlier events is there however a record is folded. */
import { expect, test } from 'vitest'
import { openFold, step } from '../../domain/game/index.ts'
import { faultsOfRefolding } from './soak/checks.ts'
import { sequence } from './soak/sequence.ts'

test('a claim after the arbiter’s act is put beside it, whether a correction was folded before it or with it', () => {
  const { events, fold } = sequence('2017-07-01', 2_000_444, () => {})
  expect(events.some(({ type }) => type === 'details-corrected')).toBe(true)
  expect(faultsOfRefolding(events, fold.state)).toEqual([])
  const stepped = openFold()
  for (const event of events) {
    step(stepped, event)
    expect(stepped.state.seq).toBe(event.seq)
  }
  expect(JSON.stringify(stepped.state)).toBe(JSON.stringify(fold.state))
})
