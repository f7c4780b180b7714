/** The service of a deployed function, and the host's router over some of its routes. */

import { openService } from '../app/service.ts'
import { authenticateWith } from '../auth/authenticate.ts'
import type { Route } from '../http/route.ts'
import { createRouter, type Router } from '../http/router.ts'
import { faultLogger } from '../observability/faults.ts'
import { consoleLog } from '../observability/lambda-log.ts'
import type { Ports } from '../ports.ts'
import { withinBudget } from '../store/time-budget.ts'
import { deployedPorts, deployedVerifier } from './ports.ts'

/**
 * Milliseconds in which a request must have what it asks of the store: less than any function that answers it is given
 * (infra/stacks/api.ts), so that a database that is away is a 503 of ours and no silence.
 */
const TIME_BUDGET_MS = 12_000

export async function deployedRouter(
  routes: readonly Route[],
  ports: Ports = deployedPorts(),
  budget: number = TIME_BUDGET_MS,
): Promise<Router> {
  const log = consoleLog(ports.clock.now)
  const service = openService({ ...ports, useReadModels: true, alertLog: log })
  const authenticate = authenticateWith(await deployedVerifier(service))
  const router = createRouter({ service, authenticate, onFault: faultLogger(log), log }, routes)
  // A caller who invokes a function by hand may leave out what API Gateway always sends.
  return (event) => withinBudget(budget, () => router({ ...event, headers: event.headers ?? {} }))
}
