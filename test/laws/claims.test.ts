import { expect, test } from 'vitest'
import type { CaseEvent, CasePlay } from '../../domain/cases/case.ts'
import { played } from '../kit/played.ts'

const rules = (shown: { verdicts: { rule: string; status: string }[] }) =>
  shown.verdicts.map(({ rule, status }) => `${rule} ${status}`)

test('a claim that rests on a display is refused unheard and may be made again', () => {
  const threefold = { play: 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8' }
  const claim = (evidence?: 'display'): CaseEvent => ({
    by: 'white',
    type: 'draw-claimed',
    data: { basis: 'threefold', ...(evidence === undefined ? {} : { evidence }) },
  })
  const refused = played([threefold, claim('display')]).shown
  expect(refused.result).toBeNull()
  expect(rules(refused)).toEqual(['displays-no-sole-claim final'])
  expect(played([threefold, claim('display'), claim()]).shown.status).toBe('ended')
})

test('a claim with a written move that is none in the player’s letters says why it is wrong', () => {
  // With Black's Ng8 the position stands there for the third time.
  const twice = { play: 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1' }
  const claimed = (move: string) =>
    played([twice, { by: 'black', type: 'draw-claimed', data: { basis: 'threefold', move } }], {
      black: { name: 'Duda', federation: 'POL' },
    }).shown.verdicts.at(-1)
  expect(claimed('Sg8')).toMatchObject({ rule: 'draw-claim-correct' })
  expect(claimed('Ng8')).toMatchObject({
    rule: 'draw-claim-incorrect',
    notes: [{ code: 'written-not-legal', params: { san: 'Ng8' } }],
  })
  // Legal, and no repetition: nothing is wrong with how it is written.
  expect(claimed('a6')).toMatchObject({ rule: 'draw-claim-incorrect', notes: [] })
})

test('an assistant speaks for the player who cannot see, not for the other', () => {
  const events = (side: 'white' | 'black'): (CaseEvent | CasePlay)[] => [
    { by: 'arbiter', type: 'assistant-appointed', data: { side, duties: ['clock'] } },
    { play: 'e4' },
    { t: 20_000, by: 'clock', type: 'flag-fallen', data: { side: 'black' } },
    { t: 21_000, by: 'assistant', type: 'claim-made', data: { about: 'flag-fall' } },
  ]
  const open = { timeControl: { periods: [{ time: 10_000 }] } }
  const blind = { name: 'Blind', visuallyImpaired: true }
  expect(played(events('white'), { ...open, white: blind }).shown.result).toMatchObject({ white: '1' })
  expect(played(events('black'), { ...open, black: blind }).shown.result).toBeNull()
  expect(played(events('white'), open).shown.result).toBeNull()
})

test('a postponed quickplay claim lapses when the game ends without it', () => {
  const { shown } = played(
    [
      { by: 'white', type: 'draw-claimed', data: { basis: 'opponent-cannot-win-normally' } },
      { by: 'arbiter', type: 'claim-decided', data: { claim: 3, decision: 'deferred' } },
      { by: 'white', type: 'resigned' },
    ],
    { timeControl: { periods: [{ time: 60_000 }] }, regulations: { quickplayFinish: true } },
  )
  expect(rules(shown).slice(1)).toEqual(['quickplay-draw-claim lapsed', 'resignation final'])
})

test('an increment once agreed goes on for the rest of the game, and gives no bonus for the move under way', () => {
  const { shown, state } = played(
    [
      { t: 1000, by: 'white', type: 'increment-requested' },
      { t: 2000, by: 'arbiter', type: 'claim-decided', data: { claim: 3, decision: 'upheld' } },
      { play: 'e4 e5 Nf3', each: 3000 },
    ],
    { timeControl: { periods: [{ time: 60_000 }] }, regulations: { quickplayFinish: true } },
  )
  expect(state.clock.control?.periods).toEqual([{ time: 60_000, bonus: 5000, mode: 'fischer' }])
  expect(shown.moves.map(({ clock }) => clock)).toEqual([62_000, 62_000, 64_000])
})

test('with the end of the game nobody is asked for the times after a restored position', () => {
  const second = { white: '0', black: '1', reason: '7.5.5' } as const
  const timed = { timeControl: { periods: [{ time: 5_400_000 }] } }
  const restored = [
    { play: 'e4 e5' },
    { by: 'arbiter', type: 'position-restored', data: { seq: 4 } },
  ] satisfies (CaseEvent | CasePlay)[]
  expect(rules(played(restored, timed).shown)).toContain('restore-times awaits-arbiter')
  const result: CaseEvent = { by: 'arbiter', type: 'result-set', data: second }
  expect(rules(played([...restored, result], timed).shown)).toContain('restore-times lapsed')
  expect(rules(played([restored[0]!, result, restored[1]!], timed).shown).join()).not.toContain(
    'restore-times',
  )
})
