/**
 * The Lambda authorizer of the HTTP API: it checks a token as the host does, before API Gateway calls a function, and refuses
 * requests that did not come through the edge.
 */
import { authorizer } from '../auth/authorizer.ts'
import { cameThroughEdge } from '../http/origin-header.ts'
import { withinBudget } from '../store/time-budget.ts'
import { deployedPorts, deployedVerifier } from './ports.ts'

const check = deployedVerifier(deployedPorts()).then(authorizer)

/** Milliseconds for what it asks of the store; the function is given five seconds. */
const AUTHORIZER_BUDGET_MS = 4_000

export const handler: Awaited<typeof check> = async (event) => {
  if (!cameThroughEdge(process.env['ORIGIN_SECRET'], event.headers ?? {})) return { isAuthorized: false }
  const answer = await check
  return withinBudget(AUTHORIZER_BUDGET_MS, () => answer(event))
}
