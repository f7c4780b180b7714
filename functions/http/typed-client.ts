/**
 * A client for a host's HTTP interface. Paths, parameters, bodies and answers have the types of the OpenAPI document; requests
 * are made with `fetch`, in a browser as in Node.
 *
 * @example
 * ```ts
 * import { createTouchmoveClient } from 'touchmove/client'
 *
 * const client = createTouchmoveClient({ url: 'http://127.0.0.1:8787', token: 'TOKEN' })
 * const { data, error } = await client.GET('/games/{g}/events', { params: { path: { g: 'GAME' } } })
 * if (error !== undefined) console.log(error.detail)
 * else console.log(data)
 * ```
 */

import createClient, { type Client } from 'openapi-fetch'
import type { paths } from '#openapi'

export type { components, paths } from '#openapi'

export interface ClientOptions {
  /** The host's address, such as `http://127.0.0.1:8787`. */
  readonly url: string
  /** Sent as `Authorization: Bearer …`; public routes need none. */
  readonly token?: string | undefined
}

export type TouchmoveClient = Client<paths>

/** Each method resolves with `data`, or with `error` (a problem of RFC 9457); it rejects where the host cannot be reached. */
export const createTouchmoveClient = ({ url, token }: ClientOptions): TouchmoveClient =>
  createClient<paths>({
    baseUrl: url,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  })
