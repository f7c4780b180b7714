/** The routes that write while games are played. */
import type { Route } from './route.ts'
import { appendEvents } from './routes/append-events.ts'
import { changeRound } from './routes/change-round.ts'
import { changeTournament } from './routes/change-tournament.ts'
import { createTournament } from './routes/create-tournament.ts'
import { openGame } from './routes/open-game.ts'
import { openGames } from './routes/open-games.ts'

export const COMMANDS: readonly Route[] = [
  createTournament,
  changeTournament,
  openGames,
  changeRound,
  openGame,
  appendEvents,
]
