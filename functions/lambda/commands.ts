/** The deployed function that writes: the host's commands, reached through the HTTP API. */

import type { Router } from '../http/router.ts'
import { COMMAND_ROUTES } from '../routes/command-routes.ts'
import { deployedRouter, writingService } from './deployed.ts'

const router = deployedRouter(COMMAND_ROUTES, writingService())

export const handler: Router = async (event) => (await router)(event)
