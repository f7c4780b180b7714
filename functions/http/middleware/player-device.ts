/** Refuses every request that reads from a player's device until the game has ended (app/player-device.ts). */

import type { GameLoader } from '../../app/dependencies.ts'
import { refusalToPlayer } from '../../app/player-device.ts'
import { RefusedError } from '../reply.ts'
import type { Middleware } from './routed.ts'

export function playerDevice(service: GameLoader): Middleware {
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
