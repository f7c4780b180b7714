/** PGN text into a record: game by game, each once, however often it comes. */
import { fold } from '../../domain/game/index.ts'
import { createPgnReader, type PgnGame, type PgnProblem, tagOf } from '../../domain/pgn/index.ts'
import type { Remark } from '../../domain/reasons.ts'
import type { EventData, ReportedEvent } from '../../events/index.ts'
import { type ApiClient, problemText } from '../http/api-client.ts'
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
import {
  type OpenOutcome,
  openAt,
  type ReportOutcome,
  recordWhole,
  reportTo,
  type WholeGameText,
  wholeGameText,
} from './enter-game.ts'
import { type ImportWarning, importRemarks, importWarning } from './import-remarks.ts'
import { nthId, type PgnIdentity, pgnIdentityOf } from './pgn-identity.ts'
import { type PgnPlan, type PgnPlanOptions, planPgn } from './pgn-reports.ts'
import { eventsOf } from './record-events.ts'
import { type IdentityCache, openIdentityCache } from './same-identity.ts'
import { openRoundSeating, type RoundSeating } from './seating.ts'

const { remark } = importRemarks

/**
 * `opened`: new; `there`: all of it was in the record; `continued`: some of it was; `refused`: see
 * `reason`, which also says of a game that was there if it lies in another tournament than the one asked for.
 */
export interface ImportedGame {
  readonly id: string
  readonly line: number
  /** Their names as the text has them; `?` where it has none. */
  readonly white: string
  readonly black: string
  readonly outcome: 'opened' | 'there' | 'continued' | 'refused'
  readonly plies: number
  readonly events: number
  readonly warnings: readonly ImportWarning[]
  /** In English. */
  readonly reason?: string
  /** The same by its code, to be said in other languages. */
  readonly remark?: Remark
}

export interface ImportOptions {
  /** When the text is read, ms since 1970. */
  readonly now: number
  /** Into whose rounds the games go; without it each stands alone. */
  readonly tournament?: string
  readonly language?: string
  /** Lines behind the last game, or of a text without any, that belong to no game. */
  readonly onStray?: (stray: PgnProblem) => void
}

/**
 * Reads the text to its end. What is odd about one game, or refused of it, never stops the next. Throws `NotAdmitted` at the
 * first game where the record answers 401.
 */
export async function* importPgn(
  whole: ApiClient,
  text: AsyncIterable<string>,
  { now, tournament, language, onStray }: ImportOptions,
): AsyncGenerator<ImportedGame> {
  const client = admittedOnly(whole)
  const waiting: PgnGame[] = []
  const said = new Set<string>()
  const reader = createPgnReader((game) => waiting.push(game), onStray)
  const context: Context = {
    client,
    seating: tournament === undefined ? null : openRoundSeating(client, tournament),
    reading: { now, ...(language !== undefined && { language }) },
    identities: openIdentityCache(client),
  }
  const batch = openBatch(context)
  const next = async function* (isLast: boolean) {
    for (let game = waiting.shift(); game !== undefined; game = waiting.shift()) {
      const whole = planWhole(context, game)
      if (whole === null || !batch.hasRoomFor(whole)) yield* batch.enter()
      if (whole === null) yield await importGame(context, game)
      else batch.add(whole)
    }
    if (isLast) yield* batch.enter()
  }
  const news = async function* (games: AsyncIterable<ImportedGame>) {
    for await (const done of games)
      yield { ...done, warnings: done.warnings.filter(({ once }) => isNews(said, once)) }
  }
  for await (const piece of text) {
    reader.write(piece)
    yield* news(next(false))
  }
  reader.end()
  yield* news(next(true))
}

/** A game that the record may take whole. */
interface WholePlan {
  readonly game: PgnGame
  readonly plan: PgnPlan
  readonly text: WholeGameText
}

/** Null for one that is entered by itself: at a round's board, without tags, or with a result that may be refused alone. */
function planWhole({ seating, reading }: Context, game: PgnGame): WholePlan | null {
  if (seating !== null || game.tags.length === 0) return null
  const { id } = pgnIdentityOf(game)
  const plan = planPgn(game, id, reading)
  if (plan.isResultDisputed) return null
  const text = wholeGameText(id, plan.reports)
  return text.bytes > MAX_BATCH_BYTES ? null : { game, plan, text }
}

/** What one request takes: 50 games in 1 MB, with room for what encloses them. */
const MAX_BATCH_GAMES = 50
const MAX_BATCH_BYTES = 1_000_000

interface Batch {
  /** Each game has an identity of its own: of two that are alike the second is compared with the first as it is recorded. */
  hasRoomFor(whole: WholePlan): boolean
  add(whole: WholePlan): void
  /** Enters them in their order, and is empty then. */
  enter(): AsyncGenerator<ImportedGame>
}

function openBatch(context: Context): Batch {
  let wholes: WholePlan[] = []
  let bytes = 0
  return {
    hasRoomFor: ({ plan, text }) =>
      wholes.length < MAX_BATCH_GAMES &&
      bytes + text.bytes <= MAX_BATCH_BYTES &&
      !wholes.some((each) => each.plan.id === plan.id),
    add(whole) {
      wholes.push(whole)
      bytes += whole.text.bytes
    },
    async *enter() {
      const entered = wholes
      wholes = []
      bytes = 0
      if (entered.length === 0) return
      const texts = entered.map(({ text }) => text)
      const opened = await recordWhole(context.client, texts)
      for (const { game, plan } of entered)
        yield opened.has(plan.id) ? importedGame(game, plan, 'opened') : await importGame(context, game)
    },
  }
}

/** What is said once of a text is news the first time. */
function isNews(said: Set<string>, once: string | undefined): boolean {
  if (once === undefined) return true
  if (said.has(once)) return false
  said.add(once)
  return true
}

/** The record answered 401: no game of the text would go in. */
export class NotAdmitted extends Error {
  override readonly name = 'NotAdmitted'
}

const admittedOnly = (client: ApiClient): ApiClient => ({
  async request(...asked) {
    const answer = await client.request(...asked)
    if (answer.status === 401) throw new NotAdmitted(problemText(answer))
    return answer
  },
})

interface Context {
  readonly client: ApiClient
  readonly seating: RoundSeating | null
  readonly reading: PgnPlanOptions
  readonly identities: IdentityCache
}

/** How often a game is tried again that others write to at the same time. */
const MAX_TRIES = 5

async function importGame(context: Context, game: PgnGame): Promise<ImportedGame> {
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
  { seating, reading }: Context,
  game: PgnGame,
  id: string,
  board = true,
): Promise<SeatedPlan> {
  const seat = seating === null ? null : await seating.seatOf(game)
  const opening = seat === null ? {} : { opening: { ...seat.opening, board } }
  return { plan: planPgn(game, id, { ...reading, ...opening }), path: seat?.path ?? '/games' }
}

/** Opens the game at the board that its text names or, where another game has that by its own text, at one of the round's choice. */
async function openSeated(
  context: Context,
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

/** Null: another client reports on the game that was opened here. */
async function reportRest(
  { client }: Context,
  game: PgnGame,
  plan: PgnPlan,
  more: readonly ImportWarning[] = [],
): Promise<ImportedGame | null> {
  const [entry, refused] = await enter(client, game, plan, plan.reports.slice(1), 1)
  const warned = { ...plan, warnings: [...more, ...plan.warnings, ...refused] }
  if (entry.kind === 'stale') return null
  return entry.kind === 'refused'
    ? importedGame(game, warned, 'refused', remark('service-says', { why: entry.reason }))
    : importedGame(game, warned, 'opened')
}

/** The game where the record has its identity already: one of those that have it, or one more. Null: it is to be tried again. */
async function enterAmongSameIdentity(
  context: Context,
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
  { client, seating }: Context,
  game: PgnGame,
  { plan, path }: SeatedPlan,
  recorded: RecordedGame,
): Promise<ImportedGame> {
  const opening = seating === null ? null : await openAt(client, path, plan.id, plan.reports)
  const warnings = [...plan.warnings, ...(await toldOtherwise(client, game, plan, recorded))]
  const elsewhere = opening?.kind === 'used' ? opening.elsewhere : undefined
  const lies = elsewhere === undefined ? undefined : remark('service-says', { why: elsewhere })
  return importedGame(game, { ...plan, warnings }, 'there', lies)
}

/** What a text with the same moves and result says otherwise of its game: the record stays as it is. */
async function toldOtherwise(
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
  context: Context,
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
  const warnings = [...there.warnings, ...refused, ...untaken]
  return { ...there, outcome: 'continued', warnings }
}

async function openAnother(
  context: Context,
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

const importedGame = (
  game: PgnGame,
  { id, reports, warnings }: PgnPlan,
  outcome: ImportedGame['outcome'],
  why?: Remark,
): ImportedGame => ({
  id,
  line: game.startLine,
  white: tagOf(game, 'White') ?? '?',
  black: tagOf(game, 'Black') ?? '?',
  outcome,
  plies: game.moves.length,
  events: reports.length,
  warnings,
  ...(why !== undefined && { reason: importRemarks.inEnglish(why), remark: why }),
})

/** Prose and binary files have words where moves would be; a game without tags has at least one move on the board. */
const isNoPgn = ({ reports }: PgnPlan): boolean => !reports.some(({ type }) => type === 'move-made')
