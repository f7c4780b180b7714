/** One table of routes for the embedded host and for the deployed functions alike. */

import type { Route } from '../http/route.ts'
import { ADMINISTRATION } from './admin-routes.ts'
import { COMMANDS } from './command-routes.ts'
import { CONSOLE_ROUTES } from './console.ts'
import { openapi } from './openapi.ts'
import { READS } from './read-routes.ts'
import { LIVE } from './streams.ts'
import { winnable } from './winnable.ts'

export const ROUTES: readonly Route[] = [
  ...COMMANDS,
  ...ADMINISTRATION,
  ...READS,
  ...LIVE,
  ...CONSOLE_ROUTES,
  winnable,
  openapi(() => ROUTES),
]
