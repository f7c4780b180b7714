/** All routes, as the embedded host and tests serve them. A deployed function serves its part of them (`functions/lambda`), and none has live streams. */

import type { Route } from '../http/route.ts'
import { ADMIN_ROUTES } from './admin-routes.ts'
import { COMMAND_ROUTES } from './command-routes.ts'
import { CONSOLE_ROUTES } from './console.ts'
import { openapiRoute } from './openapi.ts'
import { READ_ROUTES } from './read-routes.ts'
import { LIVE_ROUTES } from './streams.ts'
import { winnableRoute } from './winnable.ts'

const openapi: Route<unknown> = openapiRoute((): readonly Route[] => ROUTES)

export const ROUTES = [
  ...COMMAND_ROUTES,
  ...ADMIN_ROUTES,
  ...READ_ROUTES,
  ...LIVE_ROUTES,
  ...CONSOLE_ROUTES,
  winnableRoute,
  openapi,
]
