/** GET /archive: the games of the archive, by player, event, day, result, edition and verdict. */

import * as z from 'zod'
import { RULE_IDS } from '../../domain/editions/rules.ts'
import { type ArchiveQuery, type ArchiveRow, archiveRow, wordsOf } from '../../domain/formats/archive-row.ts'
import { omit } from '../../events/omit.ts'
import { isCalendarDay } from '../../events/text-rules.ts'
import { EDITIONS, POINTS, SIDES } from '../../events/vocabulary.ts'
import {
  loadUnlessDamaged,
  type PublicSettings,
  publicSettings,
  type Visibility,
  visibilityFor,
} from '../app/access.ts'
import { type AsOf, asOfInstant, stateAfter, visibleSeq } from '../app/earlier-states.ts'
import type { FoldedGame } from '../app/games.ts'
import { gameStream } from '../app/stored-events.ts'
import { refusalOf } from '../auth/authorise.ts'
import type { Principal } from '../auth/roles.ts'
import type { FeedSources } from '../feeds/viewpoint.ts'
import { preferredType } from '../http/accepts.ts'
import { type ConditionalRequest, cachingOf, withEtag } from '../http/etag.ts'
import { integerParam } from '../http/query.ts'
import { JSON_TYPE, problem, type Reply } from '../http/reply.ts'
import { route } from '../http/route.ts'
import type { Ports } from '../ports.ts'
import type { IndexedRow } from '../projections/archive-indexer.ts'
import { findRows } from '../projections/archive-search.ts'
import { isOwnFormat, readVersions } from '../projections/view.ts'
import { pageBudget } from '../store/pages.ts'

const NDJSON = 'application/x-ndjson'
/** The header that says in an answer of lines what `stale` says in JSON: the index is that of a former release. */
const STALE = 'touchmove-stale'
const STATUSES = [
  ...['final', 'awaits-arbiter', 'awaits-claim', 'applied', 'overruled', 'lapsed', 'undetermined'],
] as const

/** The error of an unknown rule, with those rules that share most of its words. */
function rulesLike(text: string): string {
  const words = wordsOf(text).filter((word) => word.length > 2)
  const shared = (rule: string) => words.filter((word) => rule.includes(word)).length
  const near = RULE_IDS.filter((rule) => shared(rule) > 0).sort((a, b) => shared(b) - shared(a))
  const perhaps = near.length === 0 ? '' : `; perhaps ${near.slice(0, 3).join(', ')}`
  return `the name of a rule, as docs/laws.md lists them${perhaps}`
}

const day = z
  .string({ error: 'a day such as 2026-03-14' })
  .regex(/^\d{4}-\d\d-\d\d$/, { error: 'a day such as 2026-03-14', abort: true })
  .refine(isCalendarDay, { error: 'a day of the calendar' })
const words = z
  .string({ error: 'words' })
  .min(1, { error: 'words' })
  .max(200, { error: 'at most 200 characters' })
  .refine((text) => wordsOf(text).length > 0, { error: 'words of letters or digits' })
const RESULT = '1-0, 0-1, ½-½ (1/2-1/2), 0-0, ½-0, 0-½, +--, --+, --- or *'

const MAX_GAMES = 1000
const MAX_LINES = 10_000
/**
 * Rows without a match that one answer may read, and as many that its reader does not see: a query that hardly any game matches is
 * answered in several pages.
 */
const MAX_SCANNED = 20_000
const NAMES = 'fideId, name, event, from, to, result, edition, rule, status, limit, after'

const query = z.strictObject(
  {
    fideId: z
      .string()
      .regex(/^[1-9]\d{0,10}$/, { error: 'a FIDE id: 1 to 11 digits' })
      .optional(),
    name: words.optional().meta({ description: "Beginnings of words of a player's name" }),
    event: words
      .optional()
      .meta({ description: "Beginnings of words of the event's name, or a tournament's id" }),
    from: day.optional(),
    to: day.optional(),
    result: z
      .string()
      .regex(/^(?:\*|(?:1\/2|[1½0])-(?:1\/2|[1½0])|\+--|--\+|---)$/u, { error: RESULT })
      .optional(),
    edition: z.enum(EDITIONS, { error: `one of ${EDITIONS.join(', ')}` }).optional(),
    rule: z
      .string()
      .refine((text) => RULE_IDS.some((rule) => rule === text), {
        error: ({ input }) => rulesLike(String(input)),
      })
      .optional()
      .meta({ description: 'The name of a rule, as docs/laws.md lists them' }),
    status: z.enum(STATUSES, { error: `one of ${STATUSES.join(', ')}` }).optional(),
    limit: integerParam(1, MAX_LINES, 'games at most').optional(),
    after: z
      .string()
      .regex(/^[\d?]{4}-[\d?]{2}-[\d?]{2}~[A-Za-z0-9_-]{1,64}$/, { error: 'the next of an earlier page' })
      .optional()
      .meta({ description: 'The `next` of the page before' }),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? NAMES : 'a query') },
)

const points = z.enum(POINTS)
const player = z.strictObject({
  name: z.string(),
  fideId: z.string().optional(),
  rating: z.int().optional(),
})
const shown = z
  .strictObject({
    game: z.string(),
    tournament: z.string().optional(),
    round: z.string().optional(),
    event: z.string().optional(),
    site: z.string().optional(),
    date: z.string(),
    white: player,
    black: player,
    edition: z.enum(EDITIONS),
    play: z.string(),
    status: z.string(),
    result: z.union([
      z.strictObject({ white: points, black: points, rule: z.union([z.string(), z.null()]) }),
      z.null(),
    ]),
    plies: z.union([z.int(), z.null()]),
    verdicts: z
      .array(
        z.strictObject({
          rule: z.string(),
          seq: z.int(),
          status: z.string(),
          against: z.union([z.enum(SIDES), z.null()]),
        }),
      )
      .optional()
      .meta({ description: 'For those who may read verdicts' }),
    verdictsLeftOut: z
      .int()
      .optional()
      .meta({ description: 'How many more there are, where a row would be too long with all' }),
  })
  .meta({ id: 'ArchiveRow', description: 'A game as the index knows it' })

type OfVerdicts = 'verdicts' | 'verdictsLeftOut'
type Shown = Omit<ArchiveRow, OfVerdicts> & Partial<Pick<ArchiveRow, OfVerdicts>>

interface SeenRow {
  readonly row: ArchiveRow
  readonly reading: Visibility
}

/** What a reader sees of each game: the row as it is now, or as it was before the tournament's delay; null: nothing. */
function rowVisibility(
  service: FeedSources,
  principal: Principal | null,
  asksVerdicts: boolean,
  now: number,
) {
  const tournaments = new Map<string | undefined, PublicSettings | null>()
  const tournamentOf = async (id: string | undefined): Promise<PublicSettings | null> => {
    const known = tournaments.get(id)
    if (known !== undefined) return known
    const settings = await publicSettings(service, id)
    tournaments.set(id, settings)
    return settings
  }
  return async ({ row, knownAt }: IndexedRow): Promise<SeenRow | null> => {
    const tournament = await tournamentOf(row.tournament)
    const atOnce = visibilityFor(principal, { ...row }, tournament)
    const delay = atOnce.ok ? 0 : (tournament?.delay ?? 0)
    if (delay === Number.POSITIVE_INFINITY) return null
    const reading = visibilityFor(principal, { ...row }, tournament, delay)
    if (!reading.ok || (asksVerdicts && reading.value !== 'all')) return null
    const isOldEnough = delay === 0 || knownAt + delay * 60_000 <= now
    const seen = isOldEnough ? row : await formerRow(service, row.game, { delay, now })
    return seen === null ? null : { row: seen, reading: reading.value }
  }
}

/** A game's row as of an earlier time; null where the game was not open by then. */
async function formerRow(service: FeedSources, game: string, asOf: AsOf): Promise<ArchiveRow | null> {
  const reader = (await service.readModels?.open()) ?? null
  const found = await reader?.game(game, asOfInstant(asOf))
  if (found != null)
    return found.viewed === null ? null : archiveRow(game, found.belonging, found.viewed.state)
  const record = await loadUnlessDamaged<FoldedGame>(service, service.games, gameStream(game))
  const seq = record === null ? 0 : visibleSeq(record, asOf)
  if (record === null || seq === 0) return null
  return archiveRow(game, record.folded.belonging, stateAfter(record, seq, `delay ${asOf.delay}`))
}

function shownRow({ row, reading }: SeenRow): Shown {
  return reading === 'all' ? row : omit(row, 'verdicts', 'verdictsLeftOut')
}

const archive = route({
  method: 'GET',
  path: '/archive',
  summary: 'Find games in the archive',
  open: true,
  query,
  replies: {
    200: {
      description:
        'Games in the order of their days; `next` is the `after` of the next page, where there is one, and a page may have fewer than `limit`',
      content: {
        'application/json': z.strictObject({
          games: z.array(shown),
          next: z.string().optional(),
          stale: z.literal(true).optional().meta({
            description:
              'The index is being made anew for this release: until then games may be missing, or stand as the release before read them',
          }),
        }),
        [NDJSON]: z.string(),
      },
    },
  },
  async handler(service: FeedSources & Pick<Ports, 'views'>, { query: asked, principal, receivedAt, event }) {
    const lines = preferredType(event, 'application/json', NDJSON) === NDJSON
    const { limit = lines ? MAX_LINES : 100, after, ...question } = asked
    if (limit > MAX_GAMES && !lines)
      return problem({
        code: 'bad-query',
        message: `limit is ${limit}; at most ${MAX_GAMES}, or ${MAX_LINES} as ${NDJSON}`,
      })
    if (question.from !== undefined && question.to !== undefined && question.from > question.to)
      return problem({ code: 'bad-query', message: `from is ${question.from}, after to, ${question.to}` })
    const asksVerdicts = question.rule !== undefined || question.status !== undefined
    if (asksVerdicts && principal === null) return problem(refusalOf(null, 'read', {})!)
    const see = rowVisibility(service, principal, asksVerdicts, receivedAt)
    // One more row than is shown says whether there is a next page.
    const atOnce = Math.min(limit + 1, MAX_GAMES + 1)
    const games: Shown[] = []
    let next: string | undefined
    let last: string | undefined
    const hasRoom = pageBudget()
    // Counted apart, so that what a reader does not see yet moves the end of no page.
    let [passed, unseen] = [0, 0]
    for await (const { key, found, isSeen } of findRows(
      service,
      question as ArchiveQuery,
      after?.replace('~', '#'),
      atOnce,
      see,
    )) {
      if (found !== null) {
        const row = shownRow(found)
        if (games.length === limit || !hasRoom(JSON.stringify(row))) {
          next = last!.replace('#', '~')
          break
        }
        games.push(row)
        last = key
      } else if ((isSeen ? ++passed : ++unseen) === MAX_SCANNED) {
        next = key.replace('#', '~')
        break
      }
    }
    const stale = await isStale(service)
    // What a token opened stays out of shared caches.
    const caching = cachingOf(principal === null ? 'public' : 'all')
    if (lines) return inLines(games, { next, stale, asked, event, caching })
    const page = { games, ...(next !== undefined && { next }), ...(stale && { stale }) }
    return withEtag(JSON.stringify(page), JSON_TYPE, event, caching)
  },
})

/** Whether the index was made by another release than this one, and is not whole yet. */
async function isStale(service: Pick<Ports, 'views'>): Promise<boolean> {
  const versions = await readVersions(service)
  return versions !== null && !isOwnFormat(versions.live)
}

interface LinesPage {
  readonly next: string | undefined
  readonly stale: boolean
  readonly asked: Readonly<Record<string, unknown>>
  readonly event: ConditionalRequest
  readonly caching: string
}

/** One game a line; the next page is in `Link` (RFC 8288), of a 304 too: it may be there since the same lines were sent. */
function inLines(games: readonly Shown[], { next, stale, asked, event, caching }: LinesPage): Reply {
  const headers: Record<string, string> = { ...(stale && { [STALE]: 'true' }) }
  if (next !== undefined) {
    const query = new URLSearchParams({ ...asked, after: next } as Record<string, string>)
    headers['link'] = `</archive?${query}>; rel="next"`
  }
  const body = games.map((game) => `${JSON.stringify(game)}\n`).join('')
  const reply = withEtag(body, NDJSON, event, caching)
  return { ...reply, headers: { ...reply.headers, ...headers } }
}

export const ARCHIVE_ROUTES = [archive]
