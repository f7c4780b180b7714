/** The Lambda function of the routes that read: states, the record and the feeds. */

import type { Router } from '../http/router.ts'
import { READ_ROUTES } from '../routes/read-routes.ts'
import { deployedRouter, deployedService } from './deployed.ts'

const router = deployedRouter(READ_ROUTES, deployedService())

export const handler: Router = async (event) => (await router)(event)
