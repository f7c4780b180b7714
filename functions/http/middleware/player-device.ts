/** Turns a player's device away from every route that reads, before the route is asked. */
import { refusalToPlayer } from '../../app/player-device.ts'
import type { Service } from '../../app/service.ts'
import { RefusedError } from '../reply.ts'
import type { Middleware } from './routed.ts'

export function playerDevice(service: Service): Middleware {
  return {
    async before({ event }) {
      const { method } = event.requestContext.http
      const { principal } = event.routed
      if (principal === null || (method !== 'GET' && method !== 'HEAD')) return
      const refusal = await refusalToPlayer(service, principal)
      if (refusal !== null) throw new RefusedError(refusal)
    },
  }
}
