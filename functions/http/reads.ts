/** The routes that followers of games and rounds read. */
import { ANCHOR_ROUTES } from '../anchors/routes.ts'
import { FEDERATION_READS } from '../federation/routes.ts'
import { withDelayed } from '../feeds/delayed.ts'
import { LIVECHESS_ROUTES } from '../feeds/livechess.ts'
import { FEED_ROUTES } from '../feeds/routes.ts'
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
  ...LIVECHESS_ROUTES,
  ...FEDERATION_READS,
  ...ANCHOR_ROUTES,
])
