import { expect, test } from 'vitest'
import { scoreOfResult } from '../../domain/state/written-result.ts'

test.each([
  ['1-0', '1', '0'],
  ['0-1', '0', '1'],
  ['½-½', '½', '½'],
  ['1/2-1/2', '½', '½'],
  ['0-0', '0', '0'],
  ['½-0', '½', '0'],
  ['0-½', '0', '½'],
  ['+--', '+', '-'],
  ['--+', '-', '+'],
  ['---', '-', '-'],
] as const)('a result written %s gives White %s and Black %s', (text, white, black) => {
  expect(scoreOfResult(text)).toEqual({ white, black })
})
