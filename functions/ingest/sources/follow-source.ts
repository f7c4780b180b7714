/** Follows a source: reads it again and again, and reports what is new and what has changed. */
import { createHash } from 'node:crypto'
import type { PublicState } from '../../../domain/game/index.ts'
import { isCutOff, type PgnGame, tagOf } from '../../../domain/pgn/index.ts'
import type { Remark } from '../../../domain/reasons.ts'
import { type EventData, isId, type ReportedEvent, type StoredEvent } from '../../../events/index.ts'
import { type ApiClient, problemText } from '../../http/api-client.ts'
import { exponentialMs } from '../../retries.ts'
import { isNextGame, recordedGame } from '../continuation.ts'
import { openAt } from '../enter-game.ts'
import { hasClocks } from '../pgn-control.ts'
import { roundAndBoardOf } from '../pgn-opening.ts'
import { planPgn } from '../pgn-reports.ts'
import { eventsOf } from '../record-events.ts'
import { openRoundSeating } from '../seating.ts'
import { correctDescription, correctDetails, openingPlayers, type SourcePlayers } from './details.ts'
import { diffSource, hasOtherSource } from './diff-source.ts'
import { questionEmptied, withdrawQuestion } from './emptied-game.ts'
import { stripKingSignal } from './king-signal.ts'
import { type OutboundReport, openOutbox } from './outbox.ts'
import { type FollowedSource, type SourceGame, SourceUnavailable } from './source.ts'
import { withReadings } from './source-readings.ts'
import {
  noteOf,
  noteRemark,
  type OnSourceNote,
  SourceFailure,
  serviceSays,
  sourceRemarks,
} from './source-remark.ts'

const { remark } = sourceRemarks

export interface SourceOptions {
  readonly source: FollowedSource
  readonly client: ApiClient
  readonly tournament: string
  readonly language?: string
  readonly now: () => number
  readonly note: OnSourceNote
  readonly pause: (ms: number) => Promise<void>
  readonly signal: AbortSignal
  /** Between two looks, ms. */
  readonly every: number
  /** Look once; a source that is silent then is an error. */
  readonly once?: true
}

const MAX_PAUSE_MS = 60_000

/** Follows until the signal. */
export async function followSource(options: SourceOptions): Promise<void> {
  const { source, signal, pause, every, once } = options
  const say = dedupeNotes(options.note)
  const follower = openSourceFollower({ ...options, client: throwWhenUnavailable(options.client), note: say })
  for (let failures = 0; !signal.aborted; ) {
    try {
      await follower.take(await source.snapshot())
      // What a source takes back counts when it says so twice: a single look makes sure.
      if (once && follower.isUnsure()) {
        await pause(every)
        await follower.take(await source.snapshot())
      }
      failures = 0
    } catch (error) {
      if (!(error instanceof SourceUnavailable || error instanceof RecordUnavailable) || once) throw error
      failures++
      noteRemark(say, error.remark)
    }
    if (once) return
    await pause(failures === 0 ? every : exponentialMs(failures, { firstMs: every, longestMs: MAX_PAUSE_MS }))
  }
}

/** The record does not answer at the moment: the next look tries again. */
class RecordUnavailable extends SourceFailure {
  override readonly name = 'RecordUnavailable'
}

/** A record that cannot say what it has is not one that has nothing. */
const throwWhenUnavailable = (client: ApiClient): ApiClient => ({
  async request(...given) {
    const answer = await client.request(...given).catch((error: Error) => {
      throw new RecordUnavailable(serviceSays(error.message))
    })
    if (answer.status >= 500 || answer.status === 429)
      throw new RecordUnavailable(serviceSays(problemText(answer)))
    return answer
  },
})

/** Says a line again only after another one: a source is looked at every few seconds. */
function dedupeNotes(note: OnSourceNote): OnSourceNote {
  const said = new Set<string>()
  return (line, remark) => {
    if (said.has(line)) return
    said.add(line)
    note(line, remark)
  }
}

export interface SourceFollower {
  take(look: Awaited<ReturnType<FollowedSource['snapshot']>>): Promise<void>
  /** Whether a game took moves back at the last look, which it has to do once more. */
  isUnsure(): boolean
}

export function openSourceFollower(
  options: Omit<SourceOptions, 'source' | 'every' | 'once'>,
): SourceFollower {
  const { client, tournament, note } = options
  /** By a name and its how manieth game in a look: the text, and the id of its game. */
  const shown = new Map<string, { readonly text: string; readonly id: string }>()
  const players = new Map<string, SourcePlayers>()
  /** By the same names: the text that took moves back at the last look. */
  const unsure = new Map<string, string>()
  let seating = openRoundSeating(client, tournament)
  return {
    isUnsure: () => unsure.size > 0,
    async take({ games, notes }) {
      for (const each of notes) noteRemark(note, each)
      const claimed = new Set<string>()
      const times = new Map<string, number>()
      for (const each of games) {
        const time = (times.get(each.name) ?? 0) + 1
        times.set(each.name, time)
        const key = `${time} ${each.name}`
        const text = JSON.stringify([each.game.tags, each.game.moves, each.game.result, each.live])
        const known = shown.get(key)
        if (known?.text === text && !claimed.has(known.id)) {
          claimed.add(known.id)
          continue
        }
        const isSaidTwice = unsure.get(key) === text
        unsure.delete(key)
        const taken = await takeGame({ ...options, seating, players, claimed, isSaidTwice }, each)
        if (taken === 'unsure') unsure.set(key, text)
        else if (taken !== null) shown.set(key, { text, id: taken.id })
        else seating = openRoundSeating(client, tournament)
      }
    },
  }
}

type Context = Omit<SourceOptions, 'source' | 'every' | 'once'> & {
  seating: ReturnType<typeof openRoundSeating>
  /** By game id, as the source had them first. */
  players: Map<string, SourcePlayers>
  /** Ids of games that others of this look are. */
  claimed: Set<string>
  /** The source written the game so at the last look too, and moves were gone from it then. */
  isSaidTwice: boolean
}

/**
 * The id of its game; null: it could not be put in, and the next look tries again; `unsure`: moves are gone from it, and nothing is taken
 * back before it says so twice.
 */
async function takeGame(
  context: Context,
  { name, game: whole, live }: SourceGame,
): Promise<{ readonly id: string } | 'unsure' | null> {
  const { client, tournament, now, language, pause, signal } = context
  const note = (what: Remark) => noteOf(context.note, 'of-game', { name, what })
  const { game, signalled } = stripKingSignal(whole, language)
  if (signalled !== null) note(remark('king-signal', { move: signalled }))
  const there = await gameAt(client, tournament, game)
  const chosen = await chooseGame(context, game, there, [tournament, name])
  const { id, other } = chosen
  if (other !== null) note(remark('other-game', { other, id }))
  context.claimed.add(id)
  const seat = await context.seating.seatOf(game)
  const reading = { now: now(), ...(language && { language }) }
  const place = { ...seat.opening, followed: true } as const
  const plan = planPgn(game, id, { ...reading, opening: place })
  for (const { ply, remark: what, ofSetting } of plan.warnings) {
    if (ply > 0) note(remark('of-ply', { ply, what }))
    else if (ofSetting) note(what)
  }
  const [opening] = plan.reports as readonly [ReportedEvent]
  let { events } = chosen
  if (events === null && id !== there) {
    const withoutBoard = () =>
      planPgn(game, id, { ...reading, opening: { ...place, board: false } }).reports[0]
    const isOpened = await openFollowed(
      context,
      { id, path: seat.path, opening, withoutBoard },
      hasClocks(game),
      note,
    )
    if (!isOpened) return null
    events = await eventsOf(client, id)
  }
  if (events === null) return null
  if (hasOtherSource(events)) {
    note(remark('other-source', { id }))
    return { id }
  }
  const { corrections, reports, corrected, gone, written } = diffSource(
    plan.reports,
    hasClocks(game),
    events,
    now(),
  )
  if (gone > 0) {
    const held = heldBack(context, whole, gone, written)
    if (held !== null) {
      note(held.why)
      if (held.waits) return 'unsure'
      if (written === 0) await askArbiter(context, id, events, gone, note)
      return { id }
    }
  }
  for (const each of corrected) note(each)
  const outbox = openOutbox({ client, game: id, note: (_, what) => note(what), pause, signal })
  const details = correctDetails(openingPlayers(opening), context.players.get(id) ?? null, events)
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
    outbox.put(withReadings(reports, game, events, before))
    await outbox.emptied()
  }
  if (live !== undefined) outbox.put(await liveReading(client, id, live, events, now()))
  await outbox.emptied()
  if (!context.players.has(id)) context.players.set(id, openingPlayers(opening))
  return { id }
}

/** Opens the game of a source; where its board is another's, without one. False: it was refused, and the reason is noted. */
async function openFollowed(
  { client, now }: Context,
  {
    id,
    path,
    opening,
    withoutBoard,
  }: { id: string; path: string; opening: ReportedEvent; withoutBoard: () => ReportedEvent | undefined },
  hasTimes: boolean,
  note: (what: Remark) => void,
): Promise<boolean> {
  // Not later than the moves: what happened before the opening would count as happening at it.
  const seen = new Date(now()).toISOString()
  const at = hasTimes && opening.at < seen ? opening.at : seen
  let opened = await openAt(client, path, id, [{ ...opening, at }])
  if (opened.kind === 'refused' && opened.seat)
    opened = await openAt(client, path, id, [{ ...(withoutBoard() ?? opening), at }])
  if (opened.kind === 'opened') return true
  const why = opened.kind === 'refused' ? opened.reason : opened.elsewhere
  note(why === undefined ? remark('its-id-used') : serviceSays(why))
  return false
}

/**
 * Why moves that are gone from a source are not taken back yet, in words; null where they are. A text may be looked at while it is
 * written, and a board may be cleared while its game goes on. `gone`, `written`: moves that are gone, and that are written now.
 */
function heldBack(
  { isSaidTwice }: Pick<Context, 'isSaidTwice'>,
  game: PgnGame,
  gone: number,
  written: number,
): { readonly why: Remark; readonly waits: boolean } | null {
  const why = (kind: 'gone' | 'cut-off' | 'unsure') =>
    gone === 1 ? remark(`move-${kind}`) : remark(`moves-${kind}`, { count: gone })
  if (written === 0) return { why: why('gone'), waits: !isSaidTwice }
  if (isCutOff(game)) return { why: why('cut-off'), waits: false }
  return isSaidTwice ? null : { why: why('unsure'), waits: true }
}

/** A running game that its source shows without moves, twice: it is asked about as what no article regulates, and the record keeps its moves. */
async function askArbiter(
  { client, now, pause, signal }: Context,
  id: string,
  events: readonly StoredEvent[],
  gone: number,
  note: (what: Remark) => void,
): Promise<void> {
  const answer = await client.request('GET', `/games/${id}`)
  if (answer.status !== 200 || (JSON.parse(answer.text) as PublicState).result !== null) return
  const outbox = openOutbox({ client, game: id, note: (_, what) => note(what), pause, signal })
  outbox.put(questionEmptied(events, gone, now()))
  await outbox.emptied()
}

interface Chosen {
  readonly id: string
  /** Null where the record has no such game yet. */
  readonly events: StoredEvent[] | null
  /** A game that bears the source's name and is another one. */
  readonly other: string | null
}

/**
 * Which game of the record a source's game is. A source rewrites its games in place; what it shows under a name can also be
 * the next game: then it has other players and other moves, or begins anew after a result.
 */
async function chooseGame(
  { client, claimed, now, language }: Context,
  game: PgnGame,
  there: string | null,
  place: readonly string[],
): Promise<Chosen> {
  const { course, reports } = planPgn(game, 'chosen', { now: now(), ...(language && { language }) })
  const players = reports[0]?.data as EventData<'game-opened'>
  const written = game.moves.map(({ text }) => text)
  const read: { id: string; events: StoredEvent[] }[] = []
  let free: string | null = null
  for (let n = 1; free === null; n++) {
    const id = n === 1 ? (there ?? `source-${digest(place)}`) : `source-${digest([...place, n])}`
    const events = await eventsOf(client, id)
    if (events === null) free = id
    else if (!claimed.has(id)) read.push({ id, events })
  }
  const recorded = read.map(({ id, events }) => recordedGame(id, events))
  const possible = recorded.map((each) => !isNextGame(each, course, written, players))
  const same = recorded.findIndex((each, k) => possible[k] && course.moves.startsWith(each.current.moves))
  const found = same >= 0 ? same : possible.indexOf(true)
  const chosen = read[found]
  return chosen !== undefined
    ? { ...chosen, other: null }
    : { id: free, events: null, other: read.at(-1)?.id ?? null }
}

/** The game that the round has at this board already, as a pairing file opened it. */
async function gameAt(client: ApiClient, tournament: string, game: PgnGame): Promise<string | null> {
  const { round, board } = roundAndBoardOf(game)
  if (round === undefined || typeof board !== 'number' || !isId(String(round))) return null
  const answer = await client.request('GET', `/tournaments/${tournament}/rounds/${round}/games`)
  if (answer.status !== 200) return null
  const { games } = JSON.parse(answer.text) as { games: { board: number; game: string }[] }
  return games.find((each) => each.board === board)?.game ?? null
}

const TOLERANCE_MS = 1500
const MINUTE_MS = 60_000

/** A clock reading between moves: where it differs from the computed clocks, and once a minute. */
async function liveReading(
  client: ApiClient,
  id: string,
  live: NonNullable<SourceGame['live']>,
  events: readonly StoredEvent[],
  now: number,
): Promise<OutboundReport[]> {
  const at = Math.min(live.at, now)
  const last = events.at(-1)
  if (last !== undefined && Date.parse(last.at) >= at) return []
  const answer = await client.request('GET', `/games/${id}/state?at=${new Date(at).toISOString()}`)
  if (answer.status !== 200) return []
  const { clocks, result } = JSON.parse(answer.text) as PublicState
  if (clocks === null || result !== null) return []
  const { white, black, running } = live
  const read = events.findLast(({ type }) => type === 'clock-read')
  const differs =
    Math.abs(clocks.white - white) > TOLERANCE_MS || Math.abs(clocks.black - black) > TOLERANCE_MS
  if (!differs && clocks.running === running && read !== undefined && at - Date.parse(read.at) < MINUTE_MS)
    return []
  const envelope = {
    id: `live-${at}`,
    at: new Date(at).toISOString(),
    type: 'clock-read',
    by: 'clock',
  } as const
  return [{ ...envelope, data: { white, black, running } }]
}

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24)

/** What a PGN source calls a game: its `GameId`, else its round and board, else its players and date. */
export function sourceGameName(game: PgnGame): string {
  const id = tagOf(game, 'GameId')
  if (id !== undefined) return `game ${id}`
  const { round, board } = roundAndBoardOf(game)
  const tagText = (tag: string) => tagOf(game, tag) ?? '?'
  if (round !== undefined && board !== undefined) return `${tagText('Event')}, round ${round}, board ${board}`
  return [tagText('Event'), round ?? '?', tagText('Date'), tagText('White'), tagText('Black')].join(', ')
}
