/** What goes to the federation and to the wall: entries, standings, the report file, the round's report, scoresheets. */

import { createHash } from 'node:crypto'
import * as z from 'zod'
import { BYES } from '../../domain/formats/entry-list.ts'
import { reviewRound } from '../../domain/formats/round-review.ts'
import { type PrintedGame, renderScoresheets, SCORESHEET_STYLE } from '../../domain/formats/scoresheet.ts'
import { standingsOf } from '../../domain/formats/standings.ts'
import { roundsBeforePlay, TRF_VERSIONS, writeTrf } from '../../domain/formats/trf.ts'
import { LANGUAGES, type Language } from '../../domain/notation/index.ts'
import { fideId, fields, line, name, oneOf, wholeBetween } from '../../events/primitives.ts'
import type { Visibility } from '../app/access.ts'
import { readEntries, replaceEntries, withoutPrivate } from '../app/entries.ts'
import type { PersonalDataWriter } from '../app/personal-data.ts'
import { refusalOf } from '../auth/authorise.ts'
import type { Principal } from '../auth/roles.ts'
import { type ReadContext, readContext } from '../feeds/read-context.ts'
import type { Snapshot } from '../feeds/snapshots.ts'
import { reportHeading, tableGame, tableOptions, tableRounds } from '../feeds/tournament-tables.ts'
import type { FeedSources } from '../feeds/viewpoint.ts'
import { allowAnyOrigin } from '../http/cors.ts'
import { holdsTag, tagOfView, withTag } from '../http/etag.ts'
import { JSON_TYPE, json, problem, type Reply, replyTo } from '../http/reply.ts'
import { route } from '../http/route.ts'
import { withProvenance } from '../integrity/provenance.ts'
import { checkpointToPrint } from '../integrity/transparency/checkpoint.ts'
import type { Ports } from '../ports.ts'
import type { AppResult } from '../refusal.ts'
import * as shown from './federation-schemas.ts'

const TRF_TYPE = 'text/plain; charset=utf-8'
const HTML_TYPE = 'text/html; charset=utf-8'

const onlyNames = (names: string) => ({
  error: (issue: { code?: string | undefined }) => (issue.code === 'unrecognized_keys' ? names : 'a query'),
})

const BIRTH = 'a year, or a date such as 1994-02-11'
const entry = fields({
  name: name(200),
  fideId: fideId.optional(),
  title: line(16).optional(),
  rating: wholeBetween(0, 4000).optional(),
  federation: line(32).optional(),
  startingRank: wholeBetween(1, 9999).optional(),
  sex: oneOf(['m', 'w']).optional(),
  birth: z
    .string({ error: BIRTH })
    .regex(/^\d{4}(?:-\d\d-\d\d)?$/, { error: BIRTH })
    .optional(),
  byes: z
    .array(fields({ round: wholeBetween(1, 100), type: oneOf(BYES) }), { error: 'a list of rounds and byes' })
    .max(100, { error: 'at most 100 byes' })
    .optional(),
})

const entryList = fields({
  players: z.array(entry, { error: 'a list of players' }).max(5_000, { error: 'at most 5000 players' }),
  city: name(255).optional(),
  federation: line(3).optional(),
  type: line(255).optional(),
  chiefArbiter: name(255).optional(),
  deputies: z.array(name(255), { error: 'a list of names' }).max(50, { error: 'at most 50' }).optional(),
  timeControlText: line(255).optional(),
  rounds: wholeBetween(1, 100).optional(),
})

const enter = route({
  method: 'POST',
  path: '/tournaments/{t}/entries',
  summary: "Enter the players of a tournament and its report's heading, in place of those there were",
  open: false,
  rights: (principal, { t }) => refusalOf(principal, 'manage-tournament', { tournament: t }),
  body: entryList,
  maxBytes: 2 * 1024 * 1024,
  replies: {
    200: { description: 'Entered', content: { 'application/json': z.strictObject({ players: z.int() }) } },
  },
  handler: async (service: PersonalDataWriter & Pick<Ports, 'registry'>, { params, body, principal }) =>
    replyTo(await replaceEntries(service, principal, params.t, body), (entered) => json(200, entered)),
})

/** 304 for who has the tournament's table already, by a look that reads no game; null: the table is to be made. */
async function unchangedReply(
  context: ReadContext,
  {
    params,
    event,
  }: { readonly params: { readonly t: string }; readonly event: Parameters<typeof withTag>[2] },
  viewOf: (reading: Visibility) => string,
): Promise<Reply | null> {
  const known = event.headers['if-none-match']
  if (known === undefined) return null
  const looked = await context.lookAtTournament(params.t, tableGame)
  if (!looked.ok || !('open' in looked.value)) return null
  const view = viewOf(looked.value.reading)
  if (!holdsTag(known, tagOfView(looked.value, view))) return null
  return withTag(looked.value, view, event, JSON_TYPE, () => '')
}

const standings = route({
  method: 'GET',
  path: '/tournaments/{t}/standings',
  summary: 'Show points and crosstable',
  open: true,
  feed: true,
  replies: { 200: { description: 'By points', content: { 'application/json': shown.standingsSchema } } },
  async handler(service: FeedSources & Pick<Ports, 'persons'>, request) {
    const entries = await readEntries(service, request.params.t)
    const context = readContext(service, request)
    const view = `standings ${JSON.stringify(entries.players)}`
    const unchanged = await unchangedReply(context, request, () => view)
    if (unchanged !== null) return allowAnyOrigin(unchanged)
    const seen = await context.tournament(request.params.t, tableGame)
    return replyTo(seen, (found) => {
      const { id: tournament, name } = found.tournament
      const render = () =>
        JSON.stringify({ tournament, name, ...standingsOf(tableRounds(found), tableOptions(found, entries)) })
      return allowAnyOrigin(withTag(found, view, request.event, JSON_TYPE, render))
    })
  },
})

const trf = route({
  method: 'GET',
  path: '/tournaments/{t}.trf',
  summary: "Show a tournament as FIDE's report file",
  open: true,
  feed: true,
  query: z.strictObject(
    {
      version: z
        .enum(TRF_VERSIONS, { error: `one of ${TRF_VERSIONS.join(', ')}` })
        .optional()
        .meta({ description: 'TRF16, or TRF26 (used since September 2025), which is the default' }),
      rounds: z
        .enum(['all', 'finished'], { error: 'one of all, finished' })
        .optional()
        .meta({ description: 'finished: only the rounds before the first whose games are not all ended' }),
    },
    onlyNames('version, rounds'),
  ),
  replies: { 200: { description: 'TRF', content: { 'text/plain': z.string() } } },
  async handler(service: FeedSources & Pick<Ports, 'persons'>, request) {
    const { version = '26', rounds: shownRounds = 'all' } = request.query
    const entries = await readEntries(service, request.params.t)
    const context = readContext(service, request)
    const viewOf = (reading: Visibility) => {
      const known = reading === 'all' ? entries : withoutPrivate(entries)
      return `trf ${version} ${shownRounds} ${JSON.stringify(known)}`
    }
    const unchanged = await unchangedReply(context, request, viewOf)
    if (unchanged !== null) return unchanged
    const seen = await context.tournament(request.params.t, tableGame)
    return replyTo(seen, (found) => {
      const known = found.reading === 'all' ? entries : withoutPrivate(entries)
      const render = () => {
        const rounds = tableRounds(found)
        const heading = reportHeading(found, known)
        const options = tableOptions(found, known)
        if (shownRounds === 'all') return writeTrf(heading, rounds, version, options)
        // The round that is being played counts among the tournament's rounds all the same.
        const planned = Math.max(heading.rounds ?? 0, rounds.at(-1)?.number ?? 0)
        return writeTrf({ ...heading, rounds: planned }, roundsBeforePlay(rounds), version, options)
      }
      return withTag(found, viewOf(found.reading), request.event, TRF_TYPE, render)
    })
  },
})

const report = route({
  method: 'GET',
  path: '/tournaments/{t}/rounds/{r}/report',
  summary: 'Show what is missing or contradictory in a round',
  open: false,
  replies: { 200: { description: 'The report', content: { 'application/json': shown.roundReportSchema } } },
  async handler(service: FeedSources & Pick<Ports, 'persons'>, request) {
    const { params, principal } = request
    const id = { tournament: params.t, round: params.r }
    const refusal = refusalOf(principal, 'read', id)
    if (refusal !== null) return problem(refusal)
    return replyTo(await readContext(service, request).round(id), ({ round, games }) => {
      const states = new Map(games.map(({ game, state }) => [game, state]))
      const seats = round.boards.map(({ board, game }) => ({ board, game, state: states.get(game) ?? null }))
      return json(200, { ...id, ...reviewRound(seats) })
    })
  },
})

const printQuery = z.strictObject(
  {
    language: z
      .enum(LANGUAGES, { error: `one of ${LANGUAGES.join(', ')}` })
      .optional()
      .meta({ description: 'Whose piece letters the moves are written in' }),
  },
  onlyNames('language'),
)
const printed = { 200: { description: 'A page a game', content: { 'text/html': z.string() } } }

/** The one style there is, named by its digest: nothing else is loaded, and nothing runs. */
const STYLE = createHash('sha256').update(SCORESHEET_STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE}'; frame-ancestors 'none'`

const html = (reply: Reply): Reply =>
  reply.statusCode === 200
    ? { ...reply, headers: { ...reply.headers, 'content-security-policy': POLICY } }
    : reply

/** Scoresheets say what proves them. */
interface ProvenSheets extends FeedSources, Pick<Ports, 'log'> {}

const sheets = route({
  method: 'GET',
  path: '/tournaments/{t}/rounds/{r}/scoresheets',
  summary: "Print a round's scoresheets",
  open: true,
  feed: true,
  query: printQuery,
  replies: printed,
  async handler(service: ProvenSheets, request) {
    const { t: tournament, r: round } = request.params
    const context = readContext(service, request)
    return print(
      service,
      request,
      context,
      () => context.round({ tournament, round }),
      ({ games }) => games,
    )
  },
})

const sheet = route({
  method: 'GET',
  path: '/games/{g}/scoresheet',
  summary: "Print a game's scoresheet",
  open: true,
  feed: true,
  query: printQuery,
  replies: printed,
  async handler(service: ProvenSheets, request) {
    const context = readContext(service, request)
    return print(
      service,
      request,
      context,
      () => context.game(request.params.g),
      (found) => [found],
    )
  },
})

interface PrintRequest {
  readonly principal: Principal | null
  readonly query: { readonly language?: Language | undefined }
  readonly event: Parameters<typeof withTag>[2]
}

/** A page a game; who may read the record finds where each game stands in it at the foot. */
async function print<T extends Snapshot>(
  service: ProvenSheets,
  { query: { language = 'en' }, event, principal }: PrintRequest,
  { instant }: ReadContext,
  look: () => Promise<AppResult<T>>,
  gamesOf: (seen: T) => readonly PrintedGame[],
): Promise<Reply> {
  // How fast the log grows tells when a delayed game moves, so that it is for those who may read the whole record.
  const signed = refusalOf(principal, 'read', {}) === null ? await checkpointToPrint(service) : null
  const checkpoint = signed?.at != null && Date.parse(signed.at) <= instant ? signed : undefined
  const seatsOf = (seen: T) => (seen.reading === 'all' ? gamesOf(seen) : [])
  return replyTo(await withProvenance(service, look, seatsOf, instant), ({ seen, marks }) => {
    const offers = seen.reading === 'all'
    const render = () =>
      renderScoresheets(
        gamesOf(seen).map((each) => ({ ...each, mark: marks.get(each.game)?.mark })),
        { language, offers, checkpoint },
      )
    return html(
      withTag(
        seen,
        `scoresheets ${language} ${JSON.stringify([[...marks], checkpoint])}`,
        event,
        HTML_TYPE,
        render,
      ),
    )
  })
}

export const FEDERATION_COMMANDS = [enter]
export const FEDERATION_READS = [standings, trf, report, sheets, sheet]
