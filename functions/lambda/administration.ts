/** The deployed function for administering tournaments and the service, with rights of its own. */

import type { Router } from '../http/router.ts'
import { createArchiveIndexer } from '../projections/archive-indexer.ts'
import { createProjector } from '../projections/projector.ts'
import { createRebuildStarter } from '../projections/rebuild.ts'
import { ADMIN_ROUTES } from '../routes/admin-routes.ts'
import { deployedRouter, deployedService } from './deployed.ts'
import { webhookPorts } from './webhook-ports.ts'

const service = deployedService(webhookPorts())
const projector = createProjector(service)

const router = deployedRouter(ADMIN_ROUTES, {
  ...service,
  projector,
  viewRebuilder: createRebuildStarter(service),
  archiveIndexer: createArchiveIndexer(service),
})

export const handler: Router = async (event) => (await router)(event)
