/** Enters one game of a text: opens it, goes on with it, or finds that the record has all of it. */
import { fold } from '../../domain/game/index.ts'
import type { PgnGame } from '../../domain/pgn/index.ts'
import type { EventData, ReportedEvent } from '../../events/index.ts'
import type { ApiClient } from '../http/api-client.ts'
import {
  hasOtherPlayers,
  isSameCourse,
  type RecordedGame,
  type Relation,
  recordedGame,
  relationTo,
} from './continuation.ts'
import { missingReports } from './continued-text.ts'
import { descriptionOf, differingNames, digestOf } from './description.ts'
import { type OpenOutcome, openAt, type ReportOutcome, reportTo } from './enter-game.ts'
import { type ImportWarning, importRemarks, importWarning } from './import-remarks.ts'
import { type ImportedGame, importedGame } from './imported-game.ts'
import { nthId, type PgnIdentity, pgnIdentityOf } from './pgn-identity.ts'
import { type PgnPlan, type PgnPlanOptions, planPgn } from './pgn-reports.ts'
import { eventsOf } from './record-events.ts'
import type { IdentityCache } from './same-identity.ts'
import type { RoundSeating } from './seating.ts'

const { remark } = importRemarks

/** What all games of a text are entered with. */
export interface ImportContext {
  readonly client: ApiClient
  /** Null: each game stands alone. */
  readonly seating: RoundSeating | null
  readonly reading: PgnPlanOptions
  readonly identities: IdentityCache
}

/** How often a game is tried again that others write to at the same time. */
const MAX_TRIES = 5

export async function importGame(context: ImportContext, game: PgnGame): Promise<ImportedGame> {
  const identity = pgnIdentityOf(game)
  const prose = game.tags.length > 0 ? null : planPgn(game, identity.id, context.reading)
  if (prose !== null && isNoPgn(prose)) return importedGame(game, prose, 'refused', remark('no-pgn'))
  const { plan, opening } = await openSeated(context, game, identity.id)
  if (opening.kind === 'refused')
    return importedGame(game, plan, 'refused', remark('service-says', { why: opening.reason }))
  if (opening.kind === 'opened') {
    const entered = await reportRest(context, game, plan)
    if (entered !== null) return entered
  }
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const done = await enterAmongSameIdentity(context, game, identity)
    if (done !== null) return done
  }
  return importedGame(game, plan, 'refused', remark('others-report'))
}

interface SeatedPlan {
  readonly plan: PgnPlan
  /** The route that opens it. */
  readonly path: string
}

async function planAtSeat(
  { seating, reading }: ImportContext,
  game: PgnGame,
  id: string,
  board = true,
): Promise<SeatedPlan> {
  const seat = seating === null ? null : await seating.seatOf(game)
  const opening = seat === null ? {} : { opening: { ...seat.opening, board } }
  return { plan: planPgn(game, id, { ...reading, ...opening }), path: seat?.path ?? '/games' }
}

/**
 * Opens the game at the board that its text names or, where another game has that by its own text, at one of the round's
 * choice.
 */
async function openSeated(
  context: ImportContext,
  game: PgnGame,
  id: string,
): Promise<{ plan: PgnPlan; opening: OpenOutcome }> {
  const { plan, path } = await planAtSeat(context, game, id)
  const opening = await openAt(context.client, path, id, plan.reports)
  if (opening.kind !== 'refused' || !opening.seat) return { plan, opening }
  const elsewhere = await planAtSeat(context, game, id, false)
  return { plan: elsewhere.plan, opening: await openAt(context.client, path, id, elsewhere.plan.reports) }
}

/** Enters reports. A result that contradicts the board's goes by itself: refused, it keeps no move back. */
async function enter(
  client: ApiClient,
  { startLine }: PgnGame,
  { id, isResultDisputed }: PgnPlan,
  reports: readonly ReportedEvent[],
  head: number,
): Promise<readonly [ReportOutcome, readonly ImportWarning[]]> {
  const last = reports.at(-1)
  if (!isResultDisputed || last?.type !== 'result-set') return [await reportTo(client, id, reports, head), []]
  const entry = await reportTo(client, id, reports.slice(0, -1), head)
  if (entry.kind !== 'entered') return [entry, []]
  const result = await reportTo(client, id, [last])
  if (result.kind !== 'refused') return [result, []]
  return [entry, [importWarning(startLine, 0, 'result-not-entered', { why: result.reason })]]
}

/** The plan's warnings and those of entering it: of a result that was refused it is not said that it is entered. */
const withRefusal = (
  warnings: readonly ImportWarning[],
  refused: readonly ImportWarning[],
): readonly ImportWarning[] => [
  ...warnings.filter(({ remark: { code } }) => refused.length === 0 || code !== 'board-result'),
  ...refused,
]

/** Null: another client reports on the game that was opened here. */
async function reportRest(
  { client }: ImportContext,
  game: PgnGame,
  plan: PgnPlan,
  more: readonly ImportWarning[] = [],
): Promise<ImportedGame | null> {
  const [entry, refused] = await enter(client, game, plan, plan.reports.slice(1), 1)
  const warned = { ...plan, warnings: withRefusal([...more, ...plan.warnings], refused) }
  if (entry.kind === 'stale') return null
  return entry.kind === 'refused'
    ? importedGame(game, warned, 'refused', remark('service-says', { why: entry.reason }))
    : importedGame(game, warned, 'opened')
}

/** The game where the record has its identity already: one of those that have it, or one more. Null: it is to be tried again. */
async function enterAmongSameIdentity(
  context: ImportContext,
  game: PgnGame,
  identity: PgnIdentity,
): Promise<ImportedGame | null> {
  const games = await context.identities.of(identity)
  const planFor = (n: number) => planAtSeat(context, game, nthId(identity, n))
  const { course, reports } = (await planFor(1)).plan
  const players = reports[0]?.data as EventData<'game-opened'>
  const relations = games.map((each): Relation => {
    if (each === null || (identity.named && hasOtherPlayers(each, players))) return 'other'
    return relationTo(each, course)
  })
  const there = relations.indexOf('there')
  const same = games[there]
  if (same != null) return alreadyRecorded(context, game, await planFor(there + 1), same)
  const continued = relations.indexOf('continues')
  if (continued >= 0) return continueGame(context, game, identity, continued + 1)
  return openAnother(context, game, identity, games.length + 1)
}

async function alreadyRecorded(
  { client, seating }: ImportContext,
  game: PgnGame,
  { plan, path }: SeatedPlan,
  recorded: RecordedGame,
): Promise<ImportedGame> {
  const opening = seating === null ? null : await openAt(client, path, plan.id, plan.reports)
  const warnings = [...plan.warnings, ...(await describedDifferently(client, game, plan, recorded))]
  const elsewhere = opening?.kind === 'used' ? opening.elsewhere : undefined
  const lies = elsewhere === undefined ? undefined : remark('service-says', { why: elsewhere })
  return importedGame(game, { ...plan, warnings }, 'there', lies)
}

/** Notes what a text with the same moves and result describes differently; the record stays as it is. */
async function describedDifferently(
  client: ApiClient,
  { startLine }: PgnGame,
  { id, course, state }: PgnPlan,
  { described, current, asImported }: RecordedGame,
): Promise<ImportWarning[]> {
  const isWhole = [current, asImported].some((each) => isSameCourse(each, course))
  const text = descriptionOf(state, id)
  if (described === null || !isWhole || digestOf(text) === described) return []
  const events = await eventsOf(client, id)
  const names = events === null ? [] : differingNames(text, descriptionOf(fold(events), id))
  if (names.length === 0) return []
  return [importWarning(startLine, 0, 'other-words', { names: names.join(', ') })]
}

async function continueGame(
  context: ImportContext,
  game: PgnGame,
  identity: PgnIdentity,
  n: number,
): Promise<ImportedGame | null> {
  const { client, identities } = context
  const { plan, path } = await planAtSeat(context, game, nthId(identity, n))
  const events = await eventsOf(client, plan.id)
  const recorded = events === null ? null : recordedGame(plan.id, events)
  const isContinued =
    events !== null && recorded !== null && relationTo(recorded, plan.course) === 'continues'
  const missing = isContinued ? missingReports(plan, recorded, events) : null
  const [entry, refused] =
    missing === null || recorded === null
      ? ([{ kind: 'stale' }, []] as const)
      : await enter(client, game, plan, missing.reports, recorded.head)
  const control =
    entry.kind === 'entered' ? await reportTo(client, plan.id, missing?.timeControl ?? []) : entry
  const now = await identities.reload(identity, n)
  if (entry.kind === 'stale' || now === null) return null
  if (entry.kind === 'refused')
    return importedGame(game, plan, 'refused', remark('service-says', { why: entry.reason }))
  const there = await alreadyRecorded(context, game, { plan, path }, now)
  const untaken =
    control.kind === 'refused'
      ? [importWarning(game.startLine, 0, 'control-stays', { why: control.reason })]
      : []
  const warnings = [...withRefusal(there.warnings, refused), ...untaken]
  return { ...there, outcome: 'continued', warnings }
}

async function openAnother(
  context: ImportContext,
  game: PgnGame,
  identity: PgnIdentity,
  n: number,
): Promise<ImportedGame | null> {
  const { plan, opening } = await openSeated(context, game, nthId(identity, n))
  if (opening.kind === 'refused')
    return importedGame(game, plan, 'refused', remark('service-says', { why: opening.reason }))
  const done =
    opening.kind === 'opened'
      ? await reportRest(context, game, plan, [anotherGame(game, plan, identity)])
      : null
  await context.identities.reload(identity, n)
  return done
}

const anotherGame = (
  { startLine }: PgnGame,
  { id: own }: PgnPlan,
  { id, named }: PgnIdentity,
): ImportWarning => importWarning(startLine, 0, named ? 'id-used' : 'tags-used', { id, own })

/** Whether a text without tags is no PGN, as prose or a binary file: none of its moves can be made on the board. */
const isNoPgn = ({ reports }: PgnPlan): boolean => !reports.some(({ type }) => type === 'move-made')
