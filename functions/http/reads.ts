/** The routes that read the database. */
import { CONSOLE_ROUTES } from '../console/routes.ts'
import { withDelayed } from '../feeds/delayed.ts'
import { FEED_ROUTES } from '../feeds/routes.ts'
import { WEBHOOK_READS } from '../push/routes.ts'
import type { Route } from './route.ts'
import { audit } from './routes/audit.ts'
import { events } from './routes/events.ts'
import { health } from './routes/health.ts'
import { listGames } from './routes/list-games.ts'
import { listTournaments } from './routes/list-tournaments.ts'
import { game, state } from './routes/state.ts'
import { tournament } from './routes/tournament.ts'

export const READS: readonly Route[] = withDelayed([
  listTournaments,
  tournament,
  listGames,
  game,
  state,
  events,
  audit,
  health,
  ...FEED_ROUTES,
  ...WEBHOOK_READS,
  ...CONSOLE_ROUTES,
])
