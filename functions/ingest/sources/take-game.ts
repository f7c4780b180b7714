/** Brings the record of one game up to date with its source: opens it, corrects it, and reports what is new. */
import type { PublicState } from '../../../domain/game/index.ts'
import { isCutOff, type PgnGame, type PgnProblemCode } from '../../../domain/pgn/index.ts'
import type { Remark } from '../../../domain/reasons.ts'
import type { ReportedEvent, StoredEvent } from '../../../events/index.ts'
import { openAt } from '../enter-game.ts'
import { hasClocks } from '../pgn-control.ts'
import { type PgnPlan, planPgn } from '../pgn-reports.ts'
import { eventsOf } from '../record-events.ts'
import type { RoundSeating } from '../seating.ts'
import { type DiffBesideSensors, diffBesideSensors, hasOtherClock } from './beside-sensors.ts'
import { type ChoiceContext, chooseGame } from './choose-game.ts'
import { correctDescription, correctDetails, openingPlayers, type SourcePlayers } from './details.ts'
import { diffSource, hasOtherSource, hasSensors, type SourceDiff } from './diff-source.ts'
import { questionEmptied, withdrawQuestion } from './emptied-game.ts'
import { stripKingSignal } from './king-signal.ts'
import { liveReading } from './live-reading.ts'
import { openOutbox } from './outbox.ts'
import type { SourceGame } from './source.ts'
import { withReadings } from './source-readings.ts'
import { noteOf, type OnSourceNote, serviceSays, sourceRemarks } from './source-remark.ts'

const { remark } = sourceRemarks

export interface TakeContext extends ChoiceContext {
  readonly note: OnSourceNote
  readonly pause: (ms: number) => Promise<void>
  readonly signal: AbortSignal
  readonly seating: RoundSeating
  /** By game id, as the source had them first. */
  readonly players: Map<string, SourcePlayers>
  readonly claimed: Set<string>
  /** The source showed the game so at the last look too, and moves were gone from it then. */
  readonly isSaidTwice: boolean
}

type Note = (what: Remark) => void

/**
 * The id of its game; null: it could not be put in, and the next look tries again; `unsure`: moves are gone from it, and nothing is
 * taken back before it says so twice; `waits`: something of it is not on record yet, and the next look compares it again.
 */
export async function takeGame(
  context: TakeContext,
  { name, game: whole, live }: SourceGame,
): Promise<{ readonly id: string } | 'unsure' | 'waits' | null> {
  const { client, now, language } = context
  const note: Note = (what) => noteOf(context.note, 'of-game', { name, what })
  const { game, signalled } = stripKingSignal(whole, language)
  if (signalled !== null) note(remark('king-signal', { move: signalled }))
  const chosen = await chooseGame(context, name, game)
  const { id, other } = chosen
  if (other !== null) note(remark('other-game', { other, id }))
  context.claimed.add(id)
  const seat = await context.seating.seatOf(game)
  const planAt = (place: object): PgnPlan =>
    planPgn(game, id, {
      now: now(),
      ...(language && { language }),
      opening: { ...seat.opening, followed: true, ...place },
    })
  const plan = planAt({})
  noteWarnings(plan, note)
  if (chosen.isNew) {
    const withoutBoard = () => planAt({ board: false })
    const isOpened = await openFollowed(context, { game, path: seat.path, plan, withoutBoard }, note)
    if (!isOpened) return null
  }
  const events = chosen.isNew ? await eventsOf(client, id) : chosen.events
  if (events === null) return null
  const isBesideSensors = hasSensors(events)
  if (!isBesideSensors && hasOtherSource(events)) {
    note(remark('other-source', { id }))
    return { id }
  }
  const beside: DiffBesideSensors | null = isBesideSensors
    ? diffBesideSensors(game, plan, events, now())
    : null
  const diff = beside ?? diffSource(plan.reports, hasClocks(game), events, now())
  const held = diff.gone > 0 ? heldBack(context, whole, diff) : null
  if (held !== null) {
    note(held.why)
    if (held.waits) return 'unsure'
    // Beside a board the record does not depend on what its source shows.
    if (diff.written === 0 && beside === null) await askArbiter(context, id, events, diff.gone, note)
    return { id }
  }
  if (beside?.differs) note(beside.differs)
  const clocks = beside !== null && hasOtherClock(events) ? undefined : live
  await reportDiff(context, { id, game, live: clocks, plan, events, diff }, note)
  return beside?.waits === true ? 'waits' : { id }
}

/** Problems of a text by which something that it says does not come into the record. Others go away while the text is written on. */
const LOSSES: ReadonlySet<string> = new Set<PgnProblemCode>([
  'no-time',
  'second-time',
  'tags-many',
  'tag-long',
  'word-long',
  'comment-long',
  'pieces-left-out',
  'no-tag-nor-move',
  'stands-alone',
])

/** Of what is said at each look, what concerns a ply or a setting is noted, and what does not come into the record. */
function noteWarnings({ warnings }: PgnPlan, note: Note): void {
  for (const { ply, remark: what, ofSetting } of warnings) {
    if (ply > 0) note(remark('of-ply', { ply, what }))
    else if (ofSetting || LOSSES.has(what.code)) note(what)
  }
}

const openingOf = ({ reports }: PgnPlan): ReportedEvent => {
  const [opening] = reports as readonly [ReportedEvent]
  return opening
}

interface NewGame {
  readonly game: PgnGame
  /** The route that opens it. */
  readonly path: string
  readonly plan: PgnPlan
  readonly withoutBoard: () => PgnPlan
}

/** Opens the game of a source; where its board is another's, without one. False: it was refused, and the reason is noted. */
async function openFollowed(
  { client, now }: TakeContext,
  { game, path, plan, withoutBoard }: NewGame,
  note: Note,
): Promise<boolean> {
  const opening = openingOf(plan)
  // Not later than the moves: what happened before the opening would count as happening at it.
  const seen = new Date(now()).toISOString()
  const at = hasClocks(game) && opening.at < seen ? opening.at : seen
  let opened = await openAt(client, path, plan.id, [{ ...opening, at }])
  if (opened.kind === 'refused' && opened.seat)
    opened = await openAt(client, path, plan.id, [{ ...openingOf(withoutBoard()), at }])
  if (opened.kind === 'opened') return true
  const why = opened.kind === 'refused' ? opened.reason : opened.elsewhere
  note(why === undefined ? remark('its-id-used') : serviceSays(why))
  return false
}

interface RecordedSourceGame {
  readonly id: string
  readonly game: PgnGame
  readonly live: SourceGame['live']
  readonly plan: PgnPlan
  readonly events: readonly StoredEvent[]
  readonly diff: SourceDiff
}

/** Reports corrections of what the source has changed, then what is new, then what its clocks show. */
async function reportDiff(
  { client, now, pause, signal, players }: TakeContext,
  { id, game, live, plan, events, diff: { corrections, reports, corrected } }: RecordedSourceGame,
  note: Note,
): Promise<void> {
  for (const each of corrected) note(each)
  const outbox = openOutbox({ client, game: id, note: (_, what) => note(what), pause, signal })
  const opening = openingOf(plan)
  const details = correctDetails(openingPlayers(opening), players.get(id) ?? null, events)
  const description = correctDescription(opening, events, game.result !== '*')
  for (const each of [...details.notes, ...description.notes]) note(each)
  outbox.put(details.reports)
  outbox.put(description.reports)
  outbox.put(withdrawQuestion(events, now()))
  outbox.put(corrections)
  await outbox.emptied()
  // What comes in place of moves that the record keeps would come after them.
  if (!outbox.hasRefused('report-corrected')) {
    outbox.put(description.setting)
    const before = [...corrections, ...description.setting]
    outbox.put(hasSensors(events) ? reports : withReadings(reports, game, events, before))
    await outbox.emptied()
  }
  if (live !== undefined) outbox.put(await liveReading(client, id, live, events, now()))
  await outbox.emptied()
  if (!players.has(id)) players.set(id, openingPlayers(opening))
}

/**
 * Why moves that are gone from a source are not taken back yet, in words; null where they are. A text may be looked at while it is
 * written, and a board may be cleared while its game goes on.
 */
function heldBack(
  { isSaidTwice }: Pick<TakeContext, 'isSaidTwice'>,
  game: PgnGame,
  { gone, written }: Pick<SourceDiff, 'gone' | 'written'>,
): { readonly why: Remark; readonly waits: boolean } | null {
  const why = (kind: 'gone' | 'cut-off' | 'unsure') =>
    gone === 1 ? remark(`move-${kind}`) : remark(`moves-${kind}`, { count: gone })
  if (written === 0) return { why: why('gone'), waits: !isSaidTwice }
  if (isCutOff(game)) return { why: why('cut-off'), waits: false }
  return isSaidTwice ? null : { why: why('unsure'), waits: true }
}

/**
 * A running game that its source shows without moves, twice: it is asked about as what no article regulates, and the record
 * keeps its moves.
 */
async function askArbiter(
  { client, now, pause, signal }: TakeContext,
  id: string,
  events: readonly StoredEvent[],
  gone: number,
  note: Note,
): Promise<void> {
  const answer = await client.request('GET', `/games/${id}`)
  if (answer.status !== 200 || (JSON.parse(answer.text) as PublicState).result !== null) return
  const outbox = openOutbox({ client, game: id, note: (_, what) => note(what), pause, signal })
  outbox.put(questionEmptied(events, gone, now()))
  await outbox.emptied()
}
