/** The routes that read the database. */
import { CONSOLE_ROUTES } from '../console/routes.ts'
import { FEED_ROUTES } from '../feeds/routes.ts'
import type { Route } from './route.ts'
import { audit } from './routes/audit.ts'
import { events } from './routes/events.ts'
import { health } from './routes/health.ts'
import { listGames } from './routes/list-games.ts'
import { listTournaments } from './routes/list-tournaments.ts'
import { game, state } from './routes/state.ts'
import { tournament } from './routes/tournament.ts'

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
  ...CONSOLE_ROUTES,
]
