/** The routes that write for a tournament, its persons and other hosts: seldom used, and not while a player waits. */
import { FEDERATION_COMMANDS } from '../federation/routes.ts'
import { PERSON_COMMANDS } from '../persons/routes.ts'
import { WEBHOOK_COMMANDS } from '../push/routes.ts'
import { SYNC_COMMANDS } from '../sync/routes.ts'
import type { Route } from './route.ts'

export const ADMINISTRATION: readonly Route[] = [
  ...FEDERATION_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...PERSON_COMMANDS,
  ...SYNC_COMMANDS,
]
