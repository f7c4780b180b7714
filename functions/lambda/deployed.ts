/** The services and the router of Lambda functions that serve routes. */

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
 * The time that a request may spend on the store: less than the timeout of each function (infra/stacks/api.ts), so that an
 * unreachable database is answered with 503 and not by the platform's timeout.
 */
const REQUEST_BUDGET_MS = 12_000

/** The service of functions whose routes read: feeds are read from the views. */
interface DeployedService extends Service {
  readonly readModels: ReadModels
}

/**
 * The service of functions whose routes write: they read the record alone, so that code that reads views is not in their
 * bundle.
 */
export const writingService = (ports: Ports = deployedPorts()): Service =>
  openService({ ...ports, alertLog: consoleLog(ports.clock.now) })

/** The service of functions whose routes read. */
export const deployedService = (ports: Ports = deployedPorts()): DeployedService => {
  const service = writingService(ports)
  return { ...service, readModels: createReadModels(service) }
}

export async function deployedRouter<R extends Route>(
  routes: readonly R[],
  deps: DepsOf<R> & RouterDeps & Pick<Ports, 'registry'> & { readonly revocations?: Revocations },
  budget: number = REQUEST_BUDGET_MS,
): Promise<Router> {
  const log = consoleLog(deps.clock.now)
  const authenticate = authenticateWith(await deployedVerifier(deps, deps.revocations))
  const router = createRouter(
    { deps, authenticate, onFault: faultLogger(log), log, fitAnswer: withinAnswerSize },
    routes,
  )
  // A caller who invokes a function by hand may leave out what API Gateway always sends.
  return async (event) => {
    const headers = event.headers ?? {}
    const refused = refuseDirect(process.env['ORIGIN_SECRET'], headers)
    if (refused !== null) return refused
    return withinBudget(budget, () => router({ ...event, headers }))
  }
}
