/** Rounds and boards in every shape that programs write: no game is refused, lost or mangled, in whatever order and in how many files. */
import { expect, test } from 'vitest'
import type { ImportedGame } from '../../functions/ingest/imported-game.ts'
import { openRecord } from './record.ts'

const game = (tags: Readonly<Record<string, string>>, moves: string): string => {
  const all = { Event: 'Open', Site: 'Hall', Date: '2024.02.03', Round: '1', White: 'A', Black: 'B', ...tags }
  const lines = Object.entries(all).map(([name, value]) => `[${name} "${value}"]`)
  return `${lines.join('\n')}\n[Result "${moves.split(' ').at(-1)}"]\n\n${moves}\n\n`
}

const ROUNDS = [
  ...['1', '1.1', '1.2', '01.02', '1.1.1', '1.0', '1.99999', '10.5', '1.1.', '1-1', '1/1'],
  ...['?', '-', '', '..', '0', '2a', ' 3 ', 'Final', 'Ⅳ', '#4', 'x'.repeat(80)],
]
const OTHERS = [
  game({ Round: '1.1', Board: '3', White: 'P', Black: 'Q' }, '1. d4 0-1'),
  game({ Round: '1.1', Board: '1', White: 'R', Black: 'S' }, '1. c4 0-1'),
  game({ Board: '1', White: 'T', Black: 'U' }, '1. b3 0-1'),
  // The same tags as before with other moves, by tags and by a name of the text's own.
  game({ Round: '1.1', White: 'W1', Black: 'B1' }, '1. f4 0-1'),
  game({ Round: '1.1', White: 'W1', Black: 'B1', GameId: 'own' }, '1. f4 0-1'),
  game({ Round: '1.1', White: 'W1', Black: 'B1', GameId: 'own' }, '1. f4 e5 *'),
  game({ Round: '2', White: 'W1', Black: 'W1' }, '1. f4 e5 *'),
  game({ White: '?', Black: '?' }, '1. a4 *'),
  game({ White: '?', Black: '?' }, '1. h4 *'),
]
const GAMES = [
  ...ROUNDS.map((round, k) => game({ Round: round, White: `W${k}`, Black: `B${k}` }, '1. e4 e5 1-0')),
  ...OTHERS,
]

/** Of a written game what its text had: the name that the record gave to one without is no part of it. */
const withoutOwnName = (pgn: string): string => pgn.replace(/\[GameId "pgn-.*"\]\n/, '')
const tagsOf = (text: string): string[] => text.split('\n\n')[0]!.split('\n').sort()

test.each([['each alone', undefined] as const, ['in the rounds of a tournament', 'open'] as const])(
  'rounds and boards of every shape come out as they were written, %s',
  async (_, tournament) => {
    const turned = [...GAMES].reverse()
    const [even, odd] = [0, 1].map((k) => GAMES.filter((_, index) => index % 2 === k))
    for (const files of [[turned], [odd!, even!]]) {
      const record = await openRecord()
      const games: ImportedGame[] = []
      for (const file of files) games.push(...(await record.import(file.join(''), tournament)))
      expect(games.filter(({ outcome }) => outcome !== 'opened')).toEqual([])
      const written = await Promise.all(games.map(({ id }) => record.text(`/games/${id}.pgn?view=text`)))
      expect(written.map((each) => tagsOf(withoutOwnName(each)).join('\n')).sort()).toEqual(
        GAMES.map((each) => tagsOf(each).join('\n')).sort(),
      )
      const again = await record.import(files.flat().join(''), tournament)
      expect(again.filter(({ outcome }) => outcome !== 'there')).toEqual([])
    }
  },
)
