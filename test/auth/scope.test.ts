import { expect, test } from 'vitest'
import { refusalOf } from '../../functions/auth/authorise.ts'
import { covers, parseScope } from '../../functions/auth/scope.ts'
import { OPERATOR, principal, READER } from '../kit/service.ts'

const PLACE = { tournament: 'open26', round: '3', game: 'g7' }

test('a scope holds what lies within it and nothing beside it', () => {
  expect(covers('*', {})).toBe(true)
  expect(covers('tournament:open26', PLACE)).toBe(true)
  expect(covers('tournament:open2', PLACE)).toBe(false)
  expect(covers('round:open26/3', PLACE)).toBe(true)
  expect(covers('round:open26/4', PLACE)).toBe(false)
  expect(covers('round:open26/3', { tournament: 'open26' })).toBe(false)
  expect(covers('game:g7', PLACE)).toBe(true)
  expect(covers('game:g8', PLACE)).toBe(false)
  expect(covers('game:g7', { tournament: 'g7' })).toBe(false)
  expect(covers('tournament:open26', { game: 'open26' })).toBe(false)
})

test('what is no scope is refused with the forms there are', () => {
  for (const text of ['', 'everything', 'tournament:', 'tournament:a/b', 'round:a', 'game:a b', 'game:a\n'])
    expect(parseScope(text)).toMatchObject({ ok: false, error: { code: 'bad-scope' } })
  for (const text of ['*', 'tournament:T-1', 'round:T/1', 'game:g_1'])
    expect(parseScope(text)).toMatchObject({ ok: true })
})

test('a role and a reach are both needed, and the refusal says which is missing', () => {
  expect(refusalOf(OPERATOR, 'open-games', PLACE)).toBeNull()
  expect(refusalOf(null, 'open-games', PLACE)?.code).toBe('not-authenticated')
  expect(refusalOf(READER, 'open-games', PLACE)?.message).toMatch(/the role reader may not/)
  expect(refusalOf(principal('operator', 'game:other'), 'open-games', PLACE)?.message).toMatch(
    /reaches game:other only/,
  )
})
