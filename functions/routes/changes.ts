/** GET /games/{g}/changes and /tournaments/{t}/rounds/{r}/changes: what is new, as documents that caches may hold. */
import * as z from 'zod'
import { id } from '../../events/primitives.ts'
import { gameChangesText, parseChangesId, roundChangesId, roundChangesText } from '../feeds/changes.ts'
import { gameChanges, movesShown, roundChanges } from '../feeds/message-schemas.ts'
import { readContext } from '../feeds/read-context.ts'
import type { Snapshot } from '../feeds/snapshots.ts'
import type { RenderedFeeds } from '../feeds/viewpoint.ts'
import { holdsTag, tagOfView, withTag } from '../http/etag.ts'
import { JSON_TYPE, problem, type Reply } from '../http/reply.ts'
import { type RouteRequest, route } from '../http/route.ts'

const RIGHT = 'the id of a document of changes, such as 12'
const after = z
  .string({ error: RIGHT })
  .regex(/^\d{1,15}(-\d{1,6})?$/, { error: RIGHT })
  .default('0')
  .meta({ description: 'The id of the document that the reader has; 0: none' })

const gameChangesRoute = route({
  method: 'GET',
  path: '/games/{g}/changes',
  summary: 'Show what changed of a game after a seq, as the messages of its stream',
  open: true,
  feed: true,
  query: z.strictObject({ after }, { error: 'after' }),
  replies: { 200: { description: 'Changes', content: { 'application/json': gameChanges } } },
  async handler(service: RenderedFeeds, request) {
    const after = parseChangesId(request.query.after)
    const found = await readContext(service, request).gameSteps(request.params.g, after.upTo)
    if (!found.ok) return problem(found.error)
    const seen = found.value
    return changesReply(service, request, seen, `changes ${request.query.after}`, () =>
      gameChangesText(seen, after),
    )
  },
})

const roundChangesRoute = route({
  method: 'GET',
  path: '/tournaments/{t}/rounds/{r}/changes',
  summary: 'Show what changed of a round after a document, as the messages of its stream',
  open: true,
  feed: true,
  query: z.strictObject(
    {
      after,
      behind: id.optional().meta({ description: 'the rest of a long document: games behind this one' }),
      moves: movesShown,
    },
    { error: 'after, behind, moves' },
  ),
  replies: { 200: { description: 'Changes', content: { 'application/json': roundChanges } } },
  async handler(service: RenderedFeeds, request) {
    const { after, behind, moves } = request.query
    const { t: tournament, r: round } = request.params
    const found = await readContext(service, request).followRound({ tournament, round })
    if (!found.ok) return problem(found.error)
    const seen = found.value
    const view = `changes ${after} ${behind ?? ''} ${roundChangesId(seen).upTo}${moves === 'all' ? '' : ` ${moves}`}`
    return changesReply(service, request, seen, view, () =>
      roundChangesText(seen, parseChangesId(after), { behind, moves }),
    )
  },
})

/** The reply with a document of changes: a reader who has it gets 304, and a cached one is sent without rendering. */
async function changesReply(
  { responses }: RenderedFeeds,
  { event }: Pick<RouteRequest, 'event'>,
  seen: Snapshot,
  view: string,
  make: () => string | Promise<string>,
): Promise<Reply> {
  const { reading, name, version } = seen
  const etag = tagOfView(seen, view)
  const key = `${view} ${reading} ${name}`
  const known = holdsTag(event.headers['if-none-match'], etag) ? '' : responses.known(key, etag)
  const text = known ?? (await make())
  if (known === undefined) responses.text(key, etag, () => text)
  return withTag({ reading, version }, view, event, JSON_TYPE, () => text)
}

export const CHANGE_ROUTES = [gameChangesRoute, roundChangesRoute]
