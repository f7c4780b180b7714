/**
 * `npm run bench:fold`: what it costs to fold a game, beside chessops parsing and replaying the same game's PGN.
 * Both in one process, interleaved, as CPU time; medians and their ratio. Figures depend on the machine, ratios less so.
 */
import { parsePgn, startingPosition } from 'chessops/pgn'
import { parseSan } from 'chessops/san'
import { fold, foldToInstant, publicState } from '../../domain/game/index.ts'
import { gameEvents } from '../kit/game-events.ts'
import { inventGames } from '../kit/games.ts'

const GAMES = 10
const PLIES = 145
const ROUNDS = 15

const games = inventGames(300, 7, 190)
  .filter(({ plies, chess960 }) => plies.length >= PLIES && chess960 === null)
  .slice(0, GAMES)
  .map((game) => ({ ...game, events: gameEvents(game), endsAt: (game.plies.at(-1)?.at ?? 0) + 500 }))
if (games.length < GAMES) throw new Error(`only ${games.length} of the invented games are long enough`)
const stored = games.map(({ events }) => JSON.stringify(events))

function cpu(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / GAMES
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] as number

const folding = () => {
  for (const { events } of games) fold(events)
}

const replaying = () => {
  for (const { pgn } of games) {
    for (const game of parsePgn(pgn)) {
      const position = startingPosition(game.headers).unwrap()
      for (const node of game.moves.mainline()) {
        const move = parseSan(position, node.san)
        if (move === undefined) throw new Error(`chessops cannot read ${node.san}`)
        position.play(move)
      }
    }
  }
}

const anInstant = () => {
  games.forEach(({ endsAt }, i) => {
    publicState(foldToInstant(JSON.parse(stored[i] as string), endsAt), endsAt)
  })
}

const works = { folding, replaying, anInstant }
const figures = { folding: [] as number[], replaying: [] as number[], anInstant: [] as number[] }
for (let round = -5; round < ROUNDS; round++) {
  for (const name of ['folding', 'replaying', 'anInstant'] as const) {
    const ms = cpu(works[name])
    if (round >= 0) figures[name].push(ms)
  }
}
const base = median(figures.replaying)
const line = (what: string, ms: number) =>
  console.log(`${what.padEnd(56)} ${ms.toFixed(2).padStart(7)} ms  ${(ms / base).toFixed(2).padStart(5)}×`)
console.log(
  `${GAMES} games of ${PLIES} and more plies (${games[0]?.events.length} events), median of ${ROUNDS} rounds, CPU a game`,
)
line('chessops: the PGN parsed and replayed', base)
line('the events folded, every rule on', median(figures.folding))
line('public state at an instant, from the stored bytes', median(figures.anInstant))
const bytes = Math.max(...games.map(({ events }) => JSON.stringify(fold(events)).length))
console.log(`a folded game takes at most ${Math.round(bytes / 1024)} KB as JSON`)
