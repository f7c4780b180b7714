/** One table of routes for the embedded host and for the deployed functions alike. */

import { CONSOLE_ROUTES } from '../console/routes.ts'
import { LIVE } from '../feeds/stream-routes.ts'
import { ADMINISTRATION } from './administration.ts'
import { COMMANDS } from './commands.ts'
import { READS } from './reads.ts'
import type { Route } from './route.ts'
import { openapi } from './routes/openapi.ts'
import { winnable } from './routes/winnable.ts'

export const ROUTES: readonly Route[] = [
  ...COMMANDS,
  ...ADMINISTRATION,
  ...READS,
  ...LIVE,
  ...CONSOLE_ROUTES,
  winnable,
  openapi(() => ROUTES),
]
