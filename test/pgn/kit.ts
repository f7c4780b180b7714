/** Small helpers of the PGN tests. */
import { expect } from 'vitest'
import { type PgnGame, type PgnProblem, readPgn } from '../../domain/pgn/index.ts'

/** The only game of a text. */
export function one(text: string): PgnGame {
  const games = readPgn(text)
  expect(games.length).toBe(1)
  return games[0]!
}

export const texts = (game: PgnGame): string => game.moves.map(({ text }) => text).join(' ')

/** Problems by their lines and sentences, without their codes. */
export const sentences = (problems: readonly PgnProblem[]): { line: number; message: string }[] =>
  problems.map(({ line, message }) => ({ line, message }))

/** The problems of a game, a line each. */
export const saying = (game: PgnGame): string => game.problems.map(({ message }) => message).join('\n')
