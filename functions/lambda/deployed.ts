/** What the deployed functions that serve routes are made of, and the host's router over the routes of one. */

import { openService, type Service } from '../app/service.ts'
import { authenticateWith } from '../auth/authenticate.ts'
import type { Revocations } from '../auth/revocations.ts'
import { refuseDirect } from '../http/origin-header.ts'
import type { DepsOf, Route } from '../http/route.ts'
import { createRouter, type Router, type RouterDeps } from '../http/router.ts'
import { faultLogger } from '../observability/faults.ts'
import { consoleLog } from '../observability/lambda-log.ts'
import type { Ports } from '../ports.ts'
import { createReadModels, type ReadModels } from '../projections/read-views.ts'
import { withinBudget } from '../store/time-budget.ts'
import { withinAnswerSize } from './answer-size.ts'
import { deployedPorts, deployedVerifier } from './ports.ts'

/**
 * Milliseconds in which a request must have what it asks of the store: less than any function that answers it is given
 * (infra/stacks/api.ts), so that a database that is away is a 503 of ours and no silence.
 */
const TIME_BUDGET_MS = 12_000

/** What functions have whose routes read: feeds are read from the views. */
interface DeployedService extends Service {
  readonly readModels: ReadModels
}

/** What functions have whose routes write: they read the record alone, and what reads views is not in their bundle. */
export const writingService = (ports: Ports = deployedPorts()): Service =>
  openService({ ...ports, alertLog: consoleLog(ports.clock.now) })

/** Functions whose routes need no more than that. */
export const deployedService = (ports: Ports = deployedPorts()): DeployedService => {
  const service = writingService(ports)
  return { ...service, readModels: createReadModels(service) }
}

export async function deployedRouter<R extends Route>(
  routes: readonly R[],
  deps: DepsOf<R> & RouterDeps & Pick<Ports, 'registry'> & { readonly revocations?: Revocations },
  budget: number = TIME_BUDGET_MS,
): Promise<Router> {
  const log = consoleLog(deps.clock.now)
  const authenticate = authenticateWith(await deployedVerifier(deps, deps.revocations))
  const router = createRouter({ deps, authenticate, onFault: faultLogger(log), log }, routes)
  // A caller who invokes a function by hand may leave out what API Gateway always sends.
  return async (event) => {
    const headers = event.headers ?? {}
    const refused = refuseDirect(process.env['ORIGIN_SECRET'], headers)
    if (refused !== null) return refused
    return withinAnswerSize(await withinBudget(budget, () => router({ ...event, headers })), { headers })
  }
}
