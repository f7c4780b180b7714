import { expect, test } from 'vitest'
import { readPgn } from '../../domain/pgn/index.ts'
import { isId } from '../../events/index.ts'
import { identityByMoves, pgnIdentityOf } from '../../functions/ingest/pgn-identity.ts'

const game = (text: string) => readPgn(text)[0]!
const id = (text: string) => pgnIdentityOf(game(text)).id

const TAGS = '[Event "Open"]\n[Site "Brno"]\n[Date "2024.01.02"]\n[Round "1.1"]\n[White "A"]\n[Black "B"]\n'

test('a GameId names the game', () => {
  expect(pgnIdentityOf(game('[GameId "open-24_r1"]\n\n*'))).toEqual({ id: 'open-24_r1', named: true })
})

test('a GameId that can be no id of ours is digested, and names the game all the same', () => {
  const found = pgnIdentityOf(game('[GameId "https://example.org/4711"]\n\n*'))
  expect(found.named).toBe(true)
  expect(isId(found.id)).toBe(true)
})

test('a game that has gone on is the same game', () => {
  expect(id(`${TAGS}[Result "*"]\n[WhiteClock "1:00:00"]\n\n1. e4 *`)).toBe(
    id(`${TAGS}[Result "1-0"]\n\n1. e4 e5 1-0`),
  )
})

test('another round, player or board is another game', () => {
  const other = (from: string, to: string) => id(`${TAGS.replace(from, to)}\n*`)
  const ids = [
    other('', ''),
    other('"1.1"', '"2.1"'),
    other('"A"', '"C"'),
    other('"1.1"', '"1.2"'),
    other('2024', '2025'),
  ]
  expect(new Set(ids).size).toBe(5)
})

test('games whose tags do not identify them are distinguished by their moves', () => {
  expect(id('1. e4 *')).not.toBe(id('1. d4 *'))
  expect(id('[Event "?"]\n[Date "????.??.??"]\n\n1. e4 *')).toBe(id('1. e4 *'))
})

test('where tags are the same, moves can distinguish games', () => {
  const [a, b] = [game(`${TAGS}\n1. e4 1-0`), game(`${TAGS}\n1. d4 1-0`)]
  expect(pgnIdentityOf(a).id).toBe(pgnIdentityOf(b).id)
  expect(identityByMoves(a)).not.toBe(identityByMoves(b))
})

test('where only other tags differ they distinguish games; what is added to a game does not', () => {
  const moves = '\n\n1. e4 e5 1-0'
  expect(id(`[Table "1"]${moves}`)).not.toBe(id(`[Table "2"]${moves}`))
  expect(id(`[Table "1"]\n[ECO "C20"]\n[PlyCount "2"]\n[WhiteElo "2000"]${moves}`)).toBe(
    id(`[Table "1"]${moves}`),
  )
})
