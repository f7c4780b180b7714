/** The deployed function that writes: the host's commands, reached through the HTTP API. */

import type { Router } from '../http/router.ts'
import { COMMANDS } from '../routes/command-routes.ts'
import { deployedRouter } from './deployed.ts'

const router = deployedRouter(COMMANDS)

export const handler: Router = async (event) => (await router)(event)
