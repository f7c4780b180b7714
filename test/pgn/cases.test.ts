import { expect, test } from 'vitest'
import { writeFen } from '../../domain/chess/index.ts'
import { readPgn, replayPgn } from '../../domain/pgn/index.ts'
import { textCases } from '../notation/kit.ts'

type Expected = Record<string, unknown> & { error?: { ply: number; holds: string } }

test('every handed game is read as its case says', () => {
  const cases = textCases('pgn')
  expect(cases.length).toBe(11)
  for (const given of cases) {
    const games = readPgn(given.input).map((game, index) => {
      const { error, ...expected } = (given.expect['games'] as Expected[])[index] ?? {}
      const { plies, position, stoppedAt } = replayPgn(game, given.language)
      const found: Record<string, unknown> = {
        plies: plies.length,
        result: game.result,
        finalFen: writeFen(position),
        tags: Object.fromEntries(game.tags.filter(([name]) => name in ((expected['tags'] ?? {}) as object))),
        clocks: game.moves.slice(0, plies.length).map(({ clk }) => clk ?? null),
      }
      const stop = error && {
        ply: stoppedAt?.ply,
        holds: stoppedAt?.reason.includes(error.holds) ? error.holds : stoppedAt?.reason,
      }
      return {
        ...Object.fromEntries(Object.keys(expected).map((key) => [key, found[key]])),
        ...(stop && { error: stop }),
      }
    })
    expect({ id: given.id, games }).toEqual({ id: given.id, games: given.expect['games'] })
  }
})
