/** The routes of a tournament's entry list, its standings, its report to the federation (TRF), and the review of a round. */

import * as z from 'zod'
import { BYES } from '../../domain/formats/entry-list.ts'
import { reviewRound } from '../../domain/formats/round-review.ts'
import { standingsOf } from '../../domain/formats/standings.ts'
import { roundsBeforePlay, TRF_VERSIONS, writeTrf } from '../../domain/formats/write-trf.ts'
import { fideId, fields, line, name, oneOf, wholeBetween } from '../../events/primitives.ts'
import type { Visibility } from '../app/access.ts'
import { readEntries, replaceEntries, withoutPrivate } from '../app/entries.ts'
import type { EntryListPorts } from '../app/entry-list-digests.ts'
import type { PersonalDataWriter } from '../app/personal-data.ts'
import { refusalOf } from '../auth/authorise.ts'
import { type ReadContext, readContext } from '../feeds/read-context.ts'
import { reportHeading, tableGame, tableOptions, tableRounds } from '../feeds/tournament-tables.ts'
import type { FeedSources } from '../feeds/viewpoint.ts'
import { holdsTag, tagOfView, withTag } from '../http/etag.ts'
import { onlyNames } from '../http/query.ts'
import { JSON_TYPE, json, problem, type Reply, replyTo } from '../http/reply.ts'
import { route } from '../http/route.ts'
import type { Ports } from '../ports.ts'
import * as shown from './federation-schemas.ts'

const TRF_TYPE = 'text/plain; charset=utf-8'

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

/** Of the 2 MB that a host reads, with room for the route to say by how much a body is too large. */
const MAX_BYTES = 2 * 1024 * 1024 - 64 * 1024

/** The digests of a list are one document (functions/app/entry-list-digests.ts), which holds those of so many. */
const MAX_PLAYERS = 3_000

const entryList = fields({
  players: z
    .array(entry, { error: 'a list of players' })
    .max(MAX_PLAYERS, { error: `at most ${MAX_PLAYERS} players` }),
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
  maxBytes: MAX_BYTES,
  replies: {
    200: { description: 'Entered', content: { 'application/json': z.strictObject({ players: z.int() }) } },
  },
  handler: async (service: PersonalDataWriter & EntryListPorts, { params, body, principal }) =>
    replyTo(await replaceEntries(service, principal, params.t, body), (entered) => json(200, entered)),
})

/** 304 for a reader who has the present table, which the views' index shows without reading games; null: it must be rendered. */
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
  const looked = await context.lazyTournament(params.t, { take: tableGame })
  if (!looked.ok) return null
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
    if (unchanged !== null) return unchanged
    const seen = await context.tournament(request.params.t, tableGame)
    return replyTo(seen, (found) => {
      const { id: tournament, name } = found.tournament
      const render = () =>
        JSON.stringify({ tournament, name, ...standingsOf(tableRounds(found), tableOptions(found, entries)) })
      return withTag(found, view, request.event, JSON_TYPE, render)
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

export const FEDERATION_COMMANDS = [enter]
export const FEDERATION_READS = [standings, trf, report]
