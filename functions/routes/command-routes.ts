/** The routes that write to games, rounds and tournaments. */
import { appendEventsRoute } from './append-events.ts'
import { changeRoundRoute } from './change-round.ts'
import { changeTournamentRoute } from './change-tournament.ts'
import { createTournamentRoute } from './create-tournament.ts'
import { openGameRoute } from './open-game.ts'
import { openGamesRoute } from './open-games.ts'
import { wholeGamesRoute } from './whole-games.ts'

export const COMMAND_ROUTES = [
  createTournamentRoute,
  changeTournamentRoute,
  openGamesRoute,
  changeRoundRoute,
  openGameRoute,
  appendEventsRoute,
  wholeGamesRoute,
]
