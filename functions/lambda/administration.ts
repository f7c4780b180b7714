/** The deployed function for administering tournaments and the service, with rights of its own. */

import type { Router } from '../http/router.ts'
import { ADMIN_ROUTES } from '../routes/admin-routes.ts'
import { deployedRouter } from './deployed.ts'
import { webhookPorts } from './webhook-ports.ts'

const router = deployedRouter(ADMIN_ROUTES, webhookPorts())

export const handler: Router = async (event) => (await router)(event)
