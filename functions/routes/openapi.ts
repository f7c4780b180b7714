/** GET /openapi.json: the description of the interface. */
import * as z from 'zod'
import { withEtag } from '../http/etag.ts'
import { describeRoutes } from '../http/openapi.ts'
import { JSON_TYPE } from '../http/reply.ts'
import { type Route, route } from '../http/route.ts'

/** `routes`: the table that the document describes, which has this route too. */
export function openapiRoute(routes: () => readonly Route[]): Route<unknown> {
  let text: string | null = null
  return route({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This description',
    open: true,
    replies: {
      200: {
        description: 'OpenAPI 3.1',
        content: { 'application/json': z.looseObject({ openapi: z.string() }) },
      },
    },
    handler(_service: unknown, { event }) {
      text ??= JSON.stringify(describeRoutes(routes()))
      return withEtag(text, JSON_TYPE, event, 'public, max-age=300')
    },
  })
}
