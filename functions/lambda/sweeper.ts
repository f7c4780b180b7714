/** The deployed sweeper, each minute: what was opened lately is compared with its views, and what is behind is heard. */
import type { Context } from 'aws-lambda'
import { consoleLog } from '../log/console.ts'
import { openService } from '../record/service.ts'
import { projectorOf } from '../views/projector.ts'
import { type Swept, sweep } from '../views/sweeper.ts'
import { deployedPorts } from './ports.ts'

const service = openService(deployedPorts())
const log = consoleLog(service.clock.now)
const projector = projectorOf(service, log)

/** How far back openings are looked at: no round is played longer, and older views are swept by `touchmove rebuild`. */
const LATELY = 14 * 86_400_000
/** What is left for the last stream before the function's time is over, ms. */
const RESERVE = 10_000

export async function handler(_event: unknown, context?: Context): Promise<Swept> {
  const since = new Date(service.clock.now() - LATELY).toISOString()
  const isOver = () => context !== undefined && context.getRemainingTimeInMillis() < RESERVE
  const swept = await sweep(service, projector, since, isOver)
  if (swept.behind.length > 0)
    log.write('warn', 'swept', { behind: swept.behind.length, looked: swept.looked })
  return swept
}
