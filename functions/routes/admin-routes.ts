/**
 * The administrative routes, which in the cloud have a Lambda function of their own: the archive, entry lists, webhooks, persons,
 * sync and the views.
 */

import { ARCHIVE_ROUTES } from './archive.ts'
import { FEDERATION_COMMANDS } from './federation.ts'
import { PERSON_COMMANDS, PERSON_READS } from './persons.ts'
import { SYNC_COMMANDS, SYNC_READS } from './sync.ts'
import { VIEW_ROUTES } from './views.ts'
import { WEBHOOK_COMMANDS, WEBHOOK_READS } from './webhooks.ts'

export const ADMIN_ROUTES = [
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
