import { expect, test } from 'vitest'
import { matcher } from '../../functions/http/match.ts'
import { type Route, route } from '../../functions/http/route.ts'

const at = (method: 'GET' | 'POST', path: string): Route =>
  route({ method, path, summary: '', open: true, replies: {}, handler: () => ({ statusCode: 200 }) })

const find = matcher([
  at('GET', '/games/{g}'),
  at('GET', '/games/{g}.pgn'),
  at('GET', '/games/{g}/events'),
  at('POST', '/games/{g}/events'),
  at('GET', '/games/latest'),
  at('GET', '/livechess/{t}/round-{r}/game-{n}.json'),
])

const foundAt = (path: string) => {
  const match = find('GET', path)
  return match.kind === 'found' ? [match.route.path, match.params] : match.kind
}

test('a game and its PGN are two paths', () => {
  expect(foundAt('/games/g1')).toEqual(['/games/{g}', { g: 'g1' }])
  expect(foundAt('/games/g1.pgn')).toEqual(['/games/{g}.pgn', { g: 'g1' }])
  expect(foundAt('/games/g1.json')).toBe('nothing')
})

test('a literal segment goes before a parameter, whatever their order in the table', () => {
  expect(foundAt('/games/latest')).toEqual(['/games/latest', {}])
})

test('a parameter may be a part of a segment', () => {
  expect(foundAt('/livechess/T/round-3/game-12.json')).toEqual([
    '/livechess/{t}/round-{r}/game-{n}.json',
    { t: 'T', r: '3', n: '12' },
  ])
})

test('a slash at the end is passed over, and a parameter is never empty nor two segments', () => {
  expect(foundAt('/games/g1/')).toEqual(['/games/{g}', { g: 'g1' }])
  expect(foundAt('/games/')).toBe('nothing')
  expect(foundAt('/games/a/b')).toBe('nothing')
  expect(foundAt('/games//events')).toBe('nothing')
  expect(foundAt('games/g1')).toBe('nothing')
})

test('a path that takes other methods says which', () => {
  expect(find('DELETE', '/games/g1/events')).toEqual({
    kind: 'other-methods',
    allowed: ['GET', 'HEAD', 'POST'],
  })
  expect(find('POST', '/games/g1')).toEqual({ kind: 'other-methods', allowed: ['GET', 'HEAD'] })
})
