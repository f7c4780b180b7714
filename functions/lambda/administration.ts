/** The Lambda function of the administrative routes: tournaments, webhooks, tokens, views. It has an IAM role of its own. */

import { openRevocations } from '../auth/revocations.ts'
import type { Router } from '../http/router.ts'
import { createArchiveIndexer } from '../projections/archive-indexer.ts'
import { createProjector } from '../projections/projector.ts'
import { createRebuildStarter } from '../projections/rebuild.ts'
import { ADMIN_ROUTES } from '../routes/admin-routes.ts'
import { TOKEN_ROUTES } from '../routes/tokens.ts'
import { deployedRouter, deployedService } from './deployed.ts'
import { rememberedKeys } from './signing-keys.ts'
import { webhookPorts } from './webhook-ports.ts'

const service = deployedService(webhookPorts())
const projector = createProjector(service)

const router = deployedRouter([...ADMIN_ROUTES, ...TOKEN_ROUTES], {
  ...service,
  projector,
  viewRebuilder: createRebuildStarter(service),
  archiveIndexer: createArchiveIndexer(service),
  signingKeys: rememberedKeys(),
  revocations: openRevocations(service),
})

export const handler: Router = async (event) => (await router)(event)
