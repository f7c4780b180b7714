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
  /** Minutes by which a feed is asked for late; 0: now. */
  readonly delay: number
}

/** A request whose route says nothing of a delay. */
type PlainRequest = Omit<RouteRequest, 'delay'> & { readonly delay?: number }

/** An answer as the description shows it. `schema` is left out for what is no JSON. */
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
  /** What a parameter must be that is no id. */
  readonly params?: Readonly<Partial<Record<ParamsOf<Path>, z.ZodType>>>
  readonly query?: Q
  readonly body?: B
  /** The body as the description shows it, where `body` only opens what a use case reads. */
  readonly documentedBody?: z.ZodType
  /** UTF-8 bytes a body may have, 64 KB if not said. */
  readonly maxBytes?: number
  /**
   * Refuses a body by path and token alone, before it is parsed, so that only those who may send one learn of its form. What the body says of the place, and the record, the use case asks.
   */
  readonly rights?: (principal: Principal | null, params: Record<ParamsOf<Path>, string>) => Refusal | null
  /** Whether it serves somebody without a token. */
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

/** `Deps`: what its handler needs. `Route` alone is a route as others look at it, who do not call it. */
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

/** What all of some routes need together: `DepsOf<(typeof ROUTES)[number]>`. */
export type DepsOf<R extends Route> = (R extends Route<infer Deps> ? (deps: Deps) => void : never) extends (
  deps: infer All,
) => void
  ? All
  : never

const MAX_BYTES = 64 * 1024

/** Makes a route of its definition; the handler's types follow from the schemas. */
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
