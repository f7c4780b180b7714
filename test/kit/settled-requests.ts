/** A client with which a test can wait until all its requests are answered. */
import { setTimeout as wait } from 'node:timers/promises'
import type { ApiClient } from '../../functions/http/api-client.ts'

/** The client's requests, and a wait until none has been under way for three turns. */
export function settledRequests(client: ApiClient): {
  readonly request: ApiClient['request']
  readonly settled: () => Promise<void>
} {
  let underWay = 0
  return {
    async request(...asked) {
      underWay++
      try {
        return await client.request(...asked)
      } finally {
        underWay--
      }
    },
    async settled() {
      for (let quiet = 0; quiet < 3; quiet = underWay === 0 ? quiet + 1 : 0) await wait(1)
    },
  }
}
