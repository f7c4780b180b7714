/** The routes that write while games are played. */
import type { Route } from '../http/route.ts'
import { appendEvents } from './append-events.ts'
import { changeRound } from './change-round.ts'
import { changeTournament } from './change-tournament.ts'
import { createTournament } from './create-tournament.ts'
import { openGame } from './open-game.ts'
import { openGames } from './open-games.ts'

export const COMMANDS: readonly Route[] = [
  createTournament,
  changeTournament,
  openGames,
  changeRound,
  openGame,
  appendEvents,
]
