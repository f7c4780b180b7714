/**
 * The sources that a host follows by itself, boards and broadcasts of a tournament: connected, listed and disconnected over
 * HTTP.
 */
import * as z from 'zod'
import { fields, id, line, oneOf, text } from '../../../events/primitives.ts'
import type { Principal } from '../../auth/roles.ts'
import { json, problem, type Reply, replyTo } from '../../http/reply.ts'
import { route } from '../../http/route.ts'
import { SOURCE_KINDS } from '../../ingest/sources/source.ts'
import { type AppResult, type Refusal, refused } from '../../refusal.ts'

const description = {
  kind: oneOf(SOURCE_KINDS),
  /** An address; for PGN a file or a folder of the host's machine too. */
  place: line(1000),
  round: id.optional(),
  /** For boards: a table with the columns serial, and board or game. */
  boards: text(100_000).optional(),
}
const settings = fields(description)

export type SourceSettings = z.output<typeof settings>

const STATES = ['connecting', 'following', 'silent', 'ended'] as const

const connected = z.strictObject({
  id: z.string(),
  tournament: z.string(),
  kind: oneOf(SOURCE_KINDS),
  place: z.string(),
  round: z.string().optional(),
  since: z.string(),
  state: oneOf(STATES),
  /** Its last remark, in English, and when that was. */
  lastWord: z.string().optional(),
  lastWordAt: z.string().optional(),
  /** The same by its code, with the values of its sentence. */
  lastRemark: z.looseObject({ code: z.string(), params: z.looseObject({}) }).optional(),
})

export type ConnectedSource = z.output<typeof connected>

/** Sources that run within the host. */
export interface ConnectedSources {
  connect(tournament: string, settings: SourceSettings): Promise<AppResult<ConnectedSource>>
  list(tournament: string): readonly ConnectedSource[]
  /** Null: there is none of this id. */
  disconnect(id: string): Promise<ConnectedSource | null>
}

/** Refuses all but admins with scope `*`, since a source makes the host read files and addresses of its own network. */
function refusalOfConnector(principal: Principal | null): Refusal | null {
  if (principal?.role === 'admin' && principal.scope === '*') return null
  return refused('not-allowed', 'sources are connected by an admin whose scope is *').error
}

function refusal(principal: Principal | null): Reply | null {
  const found = refusalOfConnector(principal)
  return found === null ? null : problem(found)
}

export const sourceRoutes = (sources: ConnectedSources) => [
  route({
    method: 'POST',
    path: '/tournaments/{t}/sources',
    summary: 'Follow boards or a broadcast from within the host, also after it is started again',
    open: false,
    rights: refusalOfConnector,
    body: settings,
    replies: { 201: { description: 'Begun', content: { 'application/json': connected } } },
    async handler(_service: unknown, { params, body, principal }) {
      const refusing = refusal(principal)
      if (refusing !== null) return refusing
      return replyTo(await sources.connect(params.t, body), (source) => json(201, source))
    },
  }),
  route({
    method: 'GET',
    path: '/tournaments/{t}/sources',
    summary: 'What the host follows for a tournament, with its state and its last word',
    open: false,
    replies: {
      200: {
        description: 'Those that ended by themselves too, until they are disconnected',
        content: { 'application/json': z.strictObject({ sources: z.array(connected) }) },
      },
    },
    handler(_service: unknown, { params, principal }) {
      return refusal(principal) ?? json(200, { sources: sources.list(params.t) })
    },
  }),
  route({
    method: 'POST',
    path: '/sources/{id}/disconnect',
    summary: 'End a source',
    open: false,
    replies: { 200: { description: 'Ended', content: { 'application/json': connected } } },
    async handler(_service: unknown, { params, principal }) {
      const refusing = refusal(principal)
      if (refusing !== null) return refusing
      const ended = await sources.disconnect(params.id)
      return ended === null
        ? problem({ code: 'not-found', message: `no source has the id ${params.id}` })
        : json(200, ended)
    },
  }),
]
