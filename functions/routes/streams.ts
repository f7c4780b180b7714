/** GET /games/{g}/stream and /tournaments/{t}/rounds/{r}/stream: server-sent events, with or without a delay. */

import * as z from 'zod'
import type { Visibility } from '../app/access.ts'
import type { LiveStreams } from '../feeds/live-streams.ts'
import { gameMessages, movesShown, roundMessages } from '../feeds/message-schemas.ts'
import { readContext } from '../feeds/read-context.ts'
import { SSE_TYPE, type SseCoding } from '../feeds/sse.ts'
import { gameStreamSource } from '../feeds/stream-game.ts'
import { readerName } from '../feeds/stream-readers.ts'
import { roundStreamSource } from '../feeds/stream-round.ts'
import type { StreamSource } from '../feeds/stream-source.ts'
import type { FeedSources } from '../feeds/viewpoint.ts'
import { acceptsGzip } from '../http/accepts.ts'
import { clientNetwork } from '../http/client-network.ts'
import { problem, type Reply } from '../http/reply.ts'
import { type RouteRequest, route } from '../http/route.ts'
import type { AppResult } from '../refusal.ts'
import { withDelayed } from './delayed.ts'

/** `no-transform`: a proxy that compresses would hold messages back. */
const HEADERS = {
  'content-type': SSE_TYPE,
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  vary: 'accept-encoding',
}

const codingFor = (event: RouteRequest['event']): SseCoding => (acceptsGzip(event) ? 'gzip' : 'identity')

const repliesOf = (messages: z.ZodType) => ({
  200: { description: 'Server-sent events; the data of each', content: { 'text/event-stream': messages } },
})

const gameStream = route({
  method: 'GET',
  path: '/games/{g}/stream',
  summary: 'Follow a game live: snapshot, then change, retract, clock, end; id is the seq',
  open: true,
  feed: true,
  replies: repliesOf(gameMessages),
  handler(service: LiveFeeds, request) {
    const { g } = request.params
    return streamReply(service, request, {
      name: `game ${g}`,
      see: () => readContext(service, request).game(g),
      source: (reading) => gameStreamSource(service, g, reading, request.delay),
    })
  },
})

const roundStream = route({
  method: 'GET',
  path: '/tournaments/{t}/rounds/{r}/stream',
  summary: "Follow a round live: snapshot, then its games' changes and its own; id counts the round's events",
  open: true,
  feed: true,
  query: z.strictObject({ moves: movesShown }, { error: 'moves' }),
  replies: repliesOf(roundMessages),
  handler(service: LiveFeeds, request) {
    const { moves } = request.query
    const id = { tournament: request.params.t, round: request.params.r }
    return streamReply(service, request, {
      name: `round ${id.tournament}/${id.round} ${moves}`,
      see: () => readContext(service, request).roundAccess(id),
      source: (reading) => roundStreamSource(service, id, reading, request.delay, moves),
    })
  },
})

interface LiveFeeds extends FeedSources {
  readonly liveStreams: LiveStreams
}

interface StreamRequest {
  readonly name: string
  see(): Promise<AppResult<{ readonly reading: Visibility }>>
  source(reading: Visibility): StreamSource
}

async function streamReply(
  { liveStreams: live }: LiveFeeds,
  { event, delay, principal }: Pick<RouteRequest, 'event' | 'delay' | 'principal'>,
  { name, see, source }: StreamRequest,
): Promise<Reply> {
  const seen = await see()
  if (!seen.ok) return problem(seen.error)
  const who = readerName(principal?.token ?? null, clientNetwork(event.requestContext.http.sourceIp))
  if (!live.hasRoom(who))
    return problem({
      code: 'unavailable',
      message: 'as many streams as this server bears are open; poll the feeds',
    })
  const { reading } = seen.value
  const coding = codingFor(event)
  return {
    statusCode: 200,
    headers: coding === 'gzip' ? { ...HEADERS, 'content-encoding': coding } : HEADERS,
    stream: (out, wire = out) =>
      live.follow(`${name} ${reading} ${delay}`, () => source(reading), {
        who,
        out,
        wire,
        lastEventId: idOf(event.headers['last-event-id']),
        coding,
        async mayRead() {
          const now = await see()
          return now.ok && now.value.reading === reading
        },
      }),
  }
}

/** The id in `Last-Event-ID`; null for anything else, whose reader gets the whole state. */
const idOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,12}$/.test(text.trim()) ? Number(text) : null

/** The routes of live streams, which only a host has: a cloud deployment serves increments (changes.ts) in their place. */
export const LIVE_ROUTES = withDelayed([gameStream, roundStream])
