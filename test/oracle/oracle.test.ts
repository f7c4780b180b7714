/** The whole-file oracle on our own files: as independent readers have them, or explained; imported in any order, one record. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decodeBytes } from '../../functions/ingest/decode.ts'
import { compareReaders, gameTexts } from './compare.ts'
import { importFault } from './imports.ts'

const sample = (name: string): string =>
  decodeBytes(readFileSync(new URL(`../ingest/samples/files/${name}.pgn`, import.meta.url)))

test.each([
  ['boards-named-late', []],
  ['clocks-without-time-control', []],
  ['moves-after-fivefold', []],
  ['names-cp1250', []],
  ['other-variant', [/^other rules/]],
  ['round-unknown', []],
  ['same-tags-forfeit', []],
] as const)('%s', async (name, whys) => {
  const text = sample(name)
  const { games, equal, differences } = compareReaders(text)
  expect(games).toBeGreaterThan(0)
  expect(equal + differences.length).toBe(games)
  expect(differences.map(({ why }) => why)).toEqual(whys.map((why) => expect.stringMatching(why)))
  expect(await importFault(gameTexts(text))).toBeNull()
})

test('a difference that nobody can explain is reported, and a fault of the text is one', () => {
  const whole = '[Event "A"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'
  expect(compareReaders(whole)).toMatchObject({ games: 1, plies: 2, equal: 1, differences: [] })
  expect(compareReaders('[Event "A"]\n\n1. e4 Sf6 *\n').differences).toMatchObject([
    { line: 1, why: expect.stringMatching(/^ours stops at ply 2/) },
  ])
})
