/** The deployed function that reads: states, the record and the feeds, reached through the HTTP API. */

import type { Router } from '../http/router.ts'
import { READS } from '../routes/read-routes.ts'
import { deployedRouter } from './deployed.ts'

const router = deployedRouter(READS)

export const handler: Router = async (event) => (await router)(event)
