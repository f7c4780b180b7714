/** One table of routes for the embedded host and for the deployed functions alike: what writes, what reads. */
import { FEED_ROUTES } from '../feeds/routes.ts'
import type { Route } from './route.ts'
import { appendEvents } from './routes/append-events.ts'
import { audit } from './routes/audit.ts'
import { changeRound } from './routes/change-round.ts'
import { changeTournament } from './routes/change-tournament.ts'
import { createTournament } from './routes/create-tournament.ts'
import { events } from './routes/events.ts'
import { health } from './routes/health.ts'
import { listGames } from './routes/list-games.ts'
import { listTournaments } from './routes/list-tournaments.ts'
import { openGame } from './routes/open-game.ts'
import { openGames } from './routes/open-games.ts'
import { openapi } from './routes/openapi.ts'
import { game, state } from './routes/state.ts'
import { tournament } from './routes/tournament.ts'

/** What changes the record or its settings. */
export const COMMANDS: readonly Route[] = [
  createTournament,
  changeTournament,
  openGames,
  changeRound,
  openGame,
  appendEvents,
]

/** What reads the database. */
export const READS: readonly Route[] = [
  listTournaments,
  tournament,
  listGames,
  game,
  state,
  events,
  audit,
  health,
  ...FEED_ROUTES,
]

export const ROUTES: readonly Route[] = [...COMMANDS, ...READS, openapi(() => ROUTES)]
