import { expect, test } from 'vitest'
import { ACTORS_OF, type Actor, EVENT_TYPES, type EventType } from '../../events/index.ts'
import { mayCorrectAll, refusalToReport } from '../../functions/auth/rights.ts'
import { PERMISSIONS, roleMay, TOKEN_ROLES } from '../../functions/auth/roles.ts'
import { ADMIN, ARBITER, OPERATOR, READER } from '../kit/service.ts'

const EVERYTHING = EVENT_TYPES.flatMap((type) =>
  ACTORS_OF[type].map((by): { type: EventType; by: Actor } => ({ type, by })),
)

test('an arbiter and an administrator may report everything that the vocabulary has', () => {
  for (const event of EVERYTHING) {
    expect(refusalToReport(ARBITER, event)).toBeNull()
    expect(refusalToReport(ADMIN, event)).toBeNull()
  }
})

test('a reader reports nothing', () => {
  for (const event of EVERYTHING)
    expect(refusalToReport(READER, event)).toMatch(/^the role reader may not report /)
})

test('an operator reports moves, presses, offers and flags of either player', () => {
  for (const [type, by] of [
    ['move-made', 'white'],
    ['move-made', 'operator'],
    ['piece-lifted', 'board'],
    ['clock-pressed', 'black'],
    ['clock-read', 'clock'],
    ['flag-noticed', 'assistant'],
    ['draw-offered', 'white'],
    ['claim-made', 'black'],
    ['resigned', 'white'],
    ['result-set', 'operator'],
    ['session-started', 'arbiter'],
  ] as const)
    expect(refusalToReport(OPERATOR, { type, by }), `${type} by ${by}`).toBeNull()
})

test('an operator never reports a ruling, nor a notice as the arbiter’s', () => {
  for (const type of [
    'claim-decided',
    'position-restored',
    'penalty-imposed',
    'time-granted',
    'clock-set',
  ] as const)
    expect(refusalToReport(OPERATOR, { type, by: 'arbiter' })).toMatch(/arbiter's ruling/)
  expect(refusalToReport(OPERATOR, { type: 'irregularity-noticed', by: 'operator' })).toMatch(
    /arbiter's ruling/,
  )
  expect(refusalToReport(OPERATOR, { type: 'flag-noticed', by: 'arbiter' })).toMatch(
    /flag-noticed by arbiter/,
  )
  expect(refusalToReport(OPERATOR, { type: 'result-set', by: 'arbiter' })).toMatch(/result-set by arbiter/)
})

test('only arbiters and administrators correct what others reported', () => {
  expect(TOKEN_ROLES.filter(mayCorrectAll)).toEqual(['admin', 'arbiter'])
})

test('all but the devices at the board read; opening games is the officials’, tournaments are the arbiter’s', () => {
  expect(TOKEN_ROLES.filter((role) => !roleMay(role, 'read'))).toEqual(['board', 'player'])
  expect(TOKEN_ROLES.filter((role) => roleMay(role, 'open-games'))).toEqual(['admin', 'arbiter', 'operator'])
  expect(PERMISSIONS['manage-tournament']).toEqual(['admin', 'arbiter'])
})
