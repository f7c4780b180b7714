/** The deployed function that searches who can still mate. It reaches no data, so nobody's token is looked at. */
import { ok } from '../../domain/result.ts'
import { createRouter, type Router } from '../http/router.ts'
import { winnable } from '../http/routes/winnable.ts'
import { openService } from '../record/service.ts'
import { realRuntime } from '../runtime.ts'
import { memoryCommitLog, memoryDocuments } from '../store/memory.ts'

const service = openService({
  ...realRuntime(),
  log: memoryCommitLog(),
  persons: memoryDocuments(),
  registry: memoryDocuments(),
  views: memoryDocuments(),
  soleWriter: true,
})

export const handler: Router = createRouter(
  { service, authenticate: async () => ok(null), onFault: console.error },
  [winnable],
)
