/** A route: what it takes, what it answers, and the plain function that handles it. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import * as z from 'zod'
import { id } from '../../events/primitives.ts'
import type { Principal } from '../auth/roles.ts'
import type { Refusal } from '../refusal.ts'
import type { Reply } from './reply.ts'

/** A request as a handler sees it: everything parsed. */
export interface RouteRequest<Params = Readonly<Record<string, string>>, Query = unknown, Body = unknown> {
  readonly event: APIGatewayProxyEventV2
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** Null: no token. */
  readonly principal: Principal | null
  /** When it came, ms since 1970. */
  readonly receivedAt: number
  /** Minutes of delay with which a feed is asked for; 0: none. */
  readonly delay: number
}

/** A request whose route says nothing of a delay. */
type PlainRequest = Omit<RouteRequest, 'delay'> & { readonly delay?: number }

/** An answer as openapi.json shows it. `content`: the schema of each media type; absent where there is no body. */
export interface RouteReply {
  readonly description: string
  readonly content?: Readonly<Record<string, z.ZodType>>
}

type Method = 'GET' | 'POST' | 'PATCH'

/** `g` of `/games/{g}/events`. */
type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsOf<Rest>
  : never

interface Definition<Deps, Path extends string, Q extends z.ZodObject, B extends z.ZodType> {
  readonly method: Method
  /** `{g}` stands for one segment or a part of one. */
  readonly path: Path
  readonly summary: string
  /** Schemas of the path's parameters that are no ids. */
  readonly params?: Readonly<Partial<Record<ParamsOf<Path>, z.ZodType>>>
  readonly query?: Q
  readonly body?: B
  /** The body as openapi.json shows it, where `body` leaves part of the validation to a use case. */
  readonly documentedBody?: z.ZodType
  /** UTF-8 bytes a body may have, 64 KB if not said. */
  readonly maxBytes?: number
  /**
   * Refuses a request by path and token alone, before its query and body are parsed, so that only those who may send a body learn
   * what is wrong with it. The use case checks rights again, by what body and record say.
   */
  readonly rights?: (principal: Principal | null, params: Record<ParamsOf<Path>, string>) => Refusal | null
  /** Whether it serves requests without a token. */
  readonly open: boolean
  /** Read through a read context alone (feeds/read-context.ts), and therefore served under `/delayed/{minutes}` too. */
  readonly feed?: true
  readonly replies: Readonly<Record<number, RouteReply>>
  /** `deps`: what this route needs of what a composition root has put together. */
  readonly handler: (
    deps: Deps,
    request: RouteRequest<Record<ParamsOf<Path>, string>, z.output<Q>, z.output<B>>,
  ) => Promise<Reply> | Reply
}

/** A route in the table. `Deps`: what its handler needs; `Route` alone is enough for code that does not call the handler. */
export interface Route<in Deps = never> {
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  readonly body: z.ZodType | null
  readonly documentedBody: z.ZodType | null
  readonly maxBytes: number
  readonly rights: ((principal: Principal | null, params: Record<string, string>) => Refusal | null) | null
  readonly open: boolean
  readonly feed: boolean
  readonly replies: Readonly<Record<number, RouteReply>>
  /** Expects a request that was parsed with this route's schemas. */
  readonly handle: (deps: Deps, request: PlainRequest) => Promise<Reply> | Reply
}

/** The dependencies of several routes together: `DepsOf<(typeof ROUTES)[number]>`. */
export type DepsOf<R extends Route> = (R extends Route<infer Deps> ? (deps: Deps) => void : never) extends (
  deps: infer All,
) => void
  ? All
  : never

const MAX_BYTES = 64 * 1024

/**
 * Makes a route of its definition; the handler's types follow from the schemas.
 *
 * @example
 * ```ts
 * route({
 *   method: 'GET',
 *   path: '/tournaments/{t}',
 *   summary: 'Show a tournament',
 *   open: true,
 *   replies: { 200: { description: 'The tournament', content: { 'application/json': tournamentSchema } } },
 *   handler: async (service: Pick<Ports, 'registry'>, { params }) =>
 *     replyTo(await readTournament(service, params.t), (tournament) => json(200, tournament)),
 * })
 * ```
 */
export function route<
  Deps,
  const Path extends string,
  Q extends z.ZodObject = z.ZodObject<Record<never, never>>,
  B extends z.ZodType = z.ZodUndefined,
>(definition: Definition<Deps, Path, Q, B>): Route<Deps> {
  const { method, path, summary, open, replies, maxBytes = MAX_BYTES } = definition
  const body = definition.body ?? null
  return {
    ...{ method, path, summary, open, replies, maxBytes, body },
    feed: definition.feed ?? false,
    rights: (definition.rights as Route['rights']) ?? null,
    params: paramsOf(path, definition.params ?? {}),
    query: definition.query ?? z.strictObject({}, { error: 'none' }),
    documentedBody: definition.documentedBody ?? body,
    handle: (deps, request) =>
      definition.handler(deps, { delay: 0, ...request } as Parameters<typeof definition.handler>[1]),
  }
}

const paramsOf = (path: string, given: Readonly<Record<string, z.ZodType | undefined>>): z.ZodObject => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  return z.object(Object.fromEntries(names.map((name) => [name, given[name] ?? id])))
}
