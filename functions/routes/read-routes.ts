/** The routes that followers of games and rounds read. */

import type { Route } from '../http/route.ts'
import { ANCHOR_ROUTES } from './anchors.ts'
import { audit } from './audit.ts'
import { withDelayed } from './delayed.ts'
import { events } from './events.ts'
import { FEDERATION_READS } from './federation.ts'
import { FEED_ROUTES } from './feeds.ts'
import { health } from './health.ts'
import { listGames } from './list-games.ts'
import { listTournaments } from './list-tournaments.ts'
import { LIVECHESS_ROUTES } from './livechess.ts'
import { game, state } from './state.ts'
import { tournament } from './tournament.ts'

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
