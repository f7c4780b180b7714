/** One table of routes for the embedded host and for the deployed functions alike. */
import { LIVE } from '../feeds/stream-routes.ts'
import { COMMANDS } from './commands.ts'
import { READS } from './reads.ts'
import type { Route } from './route.ts'
import { openapi } from './routes/openapi.ts'
import { winnable } from './routes/winnable.ts'

export const ROUTES: readonly Route[] = [...COMMANDS, ...READS, ...LIVE, winnable, openapi(() => ROUTES)]
