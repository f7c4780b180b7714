/** A host over HTTP that can be killed: from then on nothing of its code reaches the database or a client any more. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ok } from '../../../domain/result.ts'
import { openCompressor } from '../../../functions/host/http/compress.ts'
import { handleRequest } from '../../../functions/host/http/handle-request.ts'
import { createRouter } from '../../../functions/http/router.ts'
import type { Ports } from '../../../functions/ports.ts'
import { ROUTES } from '../../../functions/routes/all-routes.ts'
import { openService, type Service } from '../../kit/compose.ts'
import { OPERATOR } from '../../kit/service.ts'

/** Whether the process that a port belongs to still runs. */
export interface Fuse {
  blown: boolean
}

/** An answer to a dead process reaches nobody. */
export async function unlessDead<T>(fuse: Fuse, work: () => Promise<T>): Promise<T> {
  if (fuse.blown) return new Promise<T>(() => {})
  try {
    const value = await work()
    return fuse.blown ? new Promise<T>(() => {}) : value
  } catch (error) {
    if (fuse.blown) return new Promise<T>(() => {})
    throw error
  }
}

export interface Host {
  readonly service: Service
  readonly url: string
  /** Faults of the program that reached a route. */
  readonly faults: unknown[]
  kill(): void
}

export async function startHost(
  ports: Ports,
  fuse: Fuse,
  change: (service: Service) => Service,
): Promise<Host> {
  const service = change(openService(ports))
  const faults: unknown[] = []
  const onFault = (error: unknown) => faults.push(error)
  const router = createRouter({ deps: service, authenticate: async () => ok(OPERATOR), onFault }, ROUTES)
  const compressor = openCompressor(service.responses)
  const server = createServer((request, response) => {
    unlessDead(fuse, () =>
      handleRequest(router, request, response, { behindProxy: false, compressor }),
    ).catch(onFault)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    service,
    faults,
    url: `http://127.0.0.1:${port}`,
    kill() {
      fuse.blown = true
      server.close()
      server.closeAllConnections()
    },
  }
}
