/** The Lambda function of the routes that write to the record. */

import type { Router } from '../http/router.ts'
import { COMMAND_ROUTES } from '../routes/command-routes.ts'
import { deployedRouter, writingService } from './deployed.ts'

const router = deployedRouter(COMMAND_ROUTES, writingService())

export const handler: Router = async (event) => (await router)(event)
