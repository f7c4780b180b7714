/** A client that calls the routes within the process, without a network. */

import type { ApiClient } from '../http/api-client.ts'
import type { Router } from '../http/router.ts'
import { toApiGatewayEvent } from './http/request-event.ts'

export const inProcessClient = (router: Router): ApiClient => ({
  async request(method, path, { body, headers = {} } = {}) {
    const sent = body === undefined ? headers : { 'content-type': 'application/json', ...headers }
    const reply = await router(
      toApiGatewayEvent(method, path, sent, body === undefined ? undefined : JSON.stringify(body)),
    )
    const named = Object.entries(reply.headers ?? {}).map(([name, value]) => [
      name.toLowerCase(),
      String(value),
    ])
    return { status: reply.statusCode ?? 200, headers: Object.fromEntries(named), text: reply.body ?? '' }
  },
})
