/** The routes that read games, rounds and tournaments, with the delayed twins of feeds. */

import { ANCHOR_ROUTES } from './anchors.ts'
import { auditRoute } from './audit.ts'
import { CHANGE_ROUTES } from './changes.ts'
import { withDelayed } from './delayed.ts'
import { eventsRoute } from './events.ts'
import { FEDERATION_READS } from './federation.ts'
import { FEED_ROUTES } from './feeds.ts'
import { healthRoute } from './health.ts'
import { listGamesRoute } from './list-games.ts'
import { listTournamentsRoute } from './list-tournaments.ts'
import { LIVECHESS_ROUTES } from './livechess.ts'
import { LOG_ROUTES } from './log.ts'
import { SCORESHEET_ROUTES } from './scoresheets.ts'
import { gameRoute, stateRoute } from './state.ts'
import { tournamentRoute } from './tournament.ts'

export const READ_ROUTES = withDelayed([
  listTournamentsRoute,
  tournamentRoute,
  listGamesRoute,
  gameRoute,
  stateRoute,
  eventsRoute,
  auditRoute,
  healthRoute,
  ...FEED_ROUTES,
  ...CHANGE_ROUTES,
  ...LIVECHESS_ROUTES,
  ...FEDERATION_READS,
  ...SCORESHEET_ROUTES,
  ...ANCHOR_ROUTES,
  ...LOG_ROUTES,
])
