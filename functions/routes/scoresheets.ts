/** Printable scoresheets of a round or of one game, a page for each game, rendered from the states that their reader may see. */

import { createHash } from 'node:crypto'
import * as z from 'zod'
import { type PrintedGame, renderScoresheets, SCORESHEET_STYLE } from '../../domain/formats/scoresheet.ts'
import { LANGUAGES, type Language } from '../../domain/notation/index.ts'
import type { RoundView } from '../app/rounds.ts'
import { refusalOf } from '../auth/authorise.ts'
import type { Principal } from '../auth/roles.ts'
import { type ReadContext, readContext } from '../feeds/read-context.ts'
import { WHOLE_BOARDS } from '../feeds/read-rounds.ts'
import { type BoardsPage, boardsPageQuery, gamesOfPage, nextBoards } from '../feeds/round-pages.ts'
import type { Snapshot } from '../feeds/snapshots.ts'
import type { FeedSources } from '../feeds/viewpoint.ts'
import { holdsTag, tagOfView, withTag } from '../http/etag.ts'
import { withNextLink } from '../http/pages.ts'
import { onlyNames } from '../http/query.ts'
import { type Reply, replyTo } from '../http/reply.ts'
import { route } from '../http/route.ts'
import { type Provenance, withProvenance } from '../integrity/provenance.ts'
import { checkpointToPrint } from '../integrity/transparency/checkpoint.ts'
import type { Ports } from '../ports.ts'
import type { AppResult } from '../refusal.ts'

const HTML_TYPE = 'text/html; charset=utf-8'

const language = z
  .enum(LANGUAGES, { error: `one of ${LANGUAGES.join(', ')}` })
  .optional()
  .meta({ description: 'Whose piece letters the moves are written in' })
const printed = { 200: { description: 'A page a game', content: { 'text/html': z.string() } } }

/** The content security policy allows the page's one style, by its digest, and nothing else. */
const STYLE = createHash('sha256').update(SCORESHEET_STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE}'; frame-ancestors 'none'`

const html = (reply: Reply): Reply =>
  reply.statusCode === 200
    ? { ...reply, headers: { ...reply.headers, 'content-security-policy': POLICY } }
    : reply

/** What scoresheets need: their provenance is read from the log. */
interface ProvenSheets extends FeedSources, Pick<Ports, 'log'> {}

const roundScoresheets = route({
  method: 'GET',
  path: '/tournaments/{t}/rounds/{r}/scoresheets',
  summary: "Print a round's scoresheets",
  open: true,
  feed: true,
  query: z.strictObject({ language, ...boardsPageQuery }, onlyNames('language, from, boards')),
  replies: printed,
  async handler(service: ProvenSheets, request) {
    const { t: tournament, r: round } = request.params
    const { query } = request
    const context = readContext(service, request)
    const shown = (all: RoundView) => gamesOfPage(all, query)
    const looked = await context.lazyRound({ tournament, round }, { ...WHOLE_BOARDS, shown })
    return replyTo(looked, async ({ open, ...known }) =>
      withNextLink(
        await print(service, request, context, { known, look: open, gamesOf: ({ games }) => games }),
        query,
        nextBoards(known.round, query),
      ),
    )
  },
})

const gameScoresheet = route({
  method: 'GET',
  path: '/games/{g}/scoresheet',
  summary: "Print a game's scoresheet",
  open: true,
  feed: true,
  query: z.strictObject({ language }, onlyNames('language')),
  replies: printed,
  async handler(service: ProvenSheets, request) {
    const context = readContext(service, request)
    const look = () => context.game(request.params.g)
    return print(service, request, context, { known: null, look, gamesOf: (found) => [found] })
  },
})

interface PrintRequest {
  readonly principal: Principal | null
  readonly query: BoardsPage & { readonly language?: Language | undefined }
  readonly event: Parameters<typeof withTag>[2]
}

interface Sheets<T extends Snapshot> {
  /** What of it is known before its games are read. */
  readonly known: Snapshot | null
  look(): Promise<AppResult<T>>
  gamesOf(seen: T): readonly PrintedGame[]
}

/** Renders a page for each game; for readers who may read the record its foot has the game's place in it. */
async function print<T extends Snapshot>(
  service: ProvenSheets,
  { query: { language = 'en', from, boards }, event, principal }: PrintRequest,
  { instant }: ReadContext,
  { known, look, gamesOf }: Sheets<T>,
): Promise<Reply> {
  // The size of the log reveals when a move is made in a delayed game, so only readers of the whole record see it.
  const signed = refusalOf(principal, 'read', {}) === null ? await checkpointToPrint(service) : null
  const checkpoint = signed?.at != null && Date.parse(signed.at) <= instant ? signed : undefined
  const view = (marks: Provenance) =>
    `scoresheets ${language} ${JSON.stringify([from, boards, [...marks], checkpoint])}`
  const sheets = (seen: Snapshot, marks: Provenance, render: () => string) =>
    html(withTag(seen, view(marks), event, HTML_TYPE, render))
  // What the public sees has no provenance, so that its tag is known without the games.
  const unmarked: Provenance = new Map()
  if (
    known?.reading === 'public' &&
    holdsTag(event.headers['if-none-match'], tagOfView(known, view(unmarked)))
  )
    return sheets(known, unmarked, () => '')
  const seatsOf = (seen: T) => (seen.reading === 'all' ? gamesOf(seen) : [])
  return replyTo(await withProvenance(service, look, seatsOf, instant), ({ seen, marks }) => {
    const offers = seen.reading === 'all'
    return sheets(seen, marks, () =>
      renderScoresheets(
        gamesOf(seen).map((each) => ({ ...each, mark: marks.get(each.game)?.mark })),
        { language, offers, checkpoint },
      ),
    )
  })
}

export const SCORESHEET_ROUTES = [roundScoresheets, gameScoresheet]
