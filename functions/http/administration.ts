/** The routes of a tournament's and the service's keeping, seldom used, and not while a player waits or a follower polls. */
import { ARCHIVE_ROUTES } from '../archive-index/routes.ts'
import { FEDERATION_COMMANDS } from '../federation/routes.ts'
import { PERSON_COMMANDS, PERSON_READS } from '../persons/routes.ts'
import { WEBHOOK_COMMANDS, WEBHOOK_READS } from '../push/routes.ts'
import { SYNC_COMMANDS, SYNC_READS } from '../sync/routes.ts'
import { VIEW_ROUTES } from '../views/routes.ts'
import type { Route } from './route.ts'

export const ADMINISTRATION: readonly Route[] = [
  ...FEDERATION_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...WEBHOOK_READS,
  ...PERSON_COMMANDS,
  ...PERSON_READS,
  ...ARCHIVE_ROUTES,
  ...SYNC_COMMANDS,
  ...SYNC_READS,
  ...VIEW_ROUTES,
]
