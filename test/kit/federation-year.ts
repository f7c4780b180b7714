/** Invents a federation's year: leagues, players with and without FIDE ids, and games on week-ends. */
import { type InventedGame, inventGames, numbers } from './games.ts'

export interface YearGame {
  readonly id: string
  readonly white: YearPlayer
  readonly black: YearPlayer
  readonly event: string
  /** `2026-03-14` */
  readonly date: string
  readonly result: InventedGame['result']
  readonly pgn: string
}

export interface YearPlayer {
  readonly name: string
  readonly fideId: number | null
}

const FAMILIES = 'Novák Horvat Kovač Wójcik Đurić Šimić Łaski Černý Petrović Zupan'.split(' ')
const GIVEN = 'Ana Bor Ciril Dana Eva Filip Gaja Hana Ivo Jan'.split(' ')
/** Different games, which are repeated with other players: inventing one costs more than importing it. */
const DIFFERENT_GAMES = 300

/** The players of a year of so many games; every fourth has no FIDE id. */
export const yearPlayers = (games: number): readonly YearPlayer[] =>
  Array.from(
    { length: Math.max(10, Math.ceil(games / 20)) },
    (_, k): YearPlayer => ({
      name: `${FAMILIES[k % 10]}${k < 10 ? '' : ` ${k}`}, ${GIVEN[Math.floor(k / 10) % 10]}`,
      fideId: k % 4 === 0 ? null : 14_000_000 + k,
    }),
  )

/** The games of a year, of at most `plies` each. The same seed gives the same year. */
export function* federationYear(games: number, seed: number, plies: number): Generator<YearGame> {
  const pick = numbers(seed)
  const invented = inventGames(Math.min(games, DIFFERENT_GAMES), seed, plies)
  const players = yearPlayers(games)
  for (let k = 0; k < games; k++) {
    const game = invented[k % invented.length]!
    const white = players[pick(players.length)]!
    const black = players[(players.indexOf(white) + 1 + pick(players.length - 1)) % players.length]!
    const date = new Date(Date.UTC(2026, 0, 3 + 7 * pick(48) + pick(2))).toISOString().slice(0, 10)
    const event = `League ${1 + pick(20)} 2026`
    const id = `Y${seed}-${k + 1}`
    yield {
      id,
      white,
      black,
      event,
      date,
      result: game.result,
      pgn: tagged(game, { id, white, black, event, date }),
    }
  }
}

/** The PGN of a game with other tags. */
function tagged(
  { pgn }: InventedGame,
  { id, white, black, event, date }: Pick<YearGame, 'id' | 'white' | 'black' | 'event' | 'date'>,
): string {
  const [head = '', body = ''] = pgn.split('\n\n', 2)
  const retained = head
    .split('\n')
    .filter((line) => /^\[(?:TimeControl|FEN|SetUp|Variant|Result) /.test(line))
  const tags: [string, string | number | null][] = [
    ['Event', event],
    ['Date', date.replaceAll('-', '.')],
    ['White', white.name],
    ['Black', black.name],
    ['WhiteFideId', white.fideId],
    ['BlackFideId', black.fideId],
    ['GameId', id],
  ]
  const own = tags.flatMap(([name, value]) => (value === null ? [] : [`[${name} "${value}"]`]))
  return `${[...own, ...retained].join('\n')}\n\n${body.trim()}\n\n`
}
