/** The routes that change the record or its settings. */

import { FEDERATION_COMMANDS } from '../federation/routes.ts'
import { PERSON_COMMANDS } from '../persons/routes.ts'
import { WEBHOOK_COMMANDS } from '../push/routes.ts'
import { SYNC_COMMANDS } from '../sync/routes.ts'
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
  ...FEDERATION_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...PERSON_COMMANDS,
  ...SYNC_COMMANDS,
]
