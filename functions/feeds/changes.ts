/**
 * Increments of a game or a round as documents that caches may hold: the messages of the live streams, for readers who poll.
 * Each document has an `id`, with which its reader asks for what came after it. The answer depends on the record and on that id
 * alone, so that all readers with the same id get the same bytes.
 */
import {
  type ChangeMessage,
  type MovesShown,
  type SerializedState,
  serializedText,
} from '../../domain/formats/change-messages.ts'
import type { GameState } from '../../domain/game/index.ts'
import type { Visibility } from '../app/access.ts'
import type { ViewedSeat } from '../projections/round-index.ts'
import { bytesInAnswer, MAX_PAGE_TEXT_BYTES } from '../store/pages.ts'
import type { FollowedRound, GameSteps, GameStepsSnapshot } from './snapshots.ts'
import type { SseMessage } from './sse.ts'
import { openingMessages, serializeVisible, stepsSince } from './stream-game.ts'

/**
 * A round's id is the instant of its last change. Changes up to so long before it are sent again: processes' clocks differ, and
 * what one stored another may read a little later.
 */
const OVERLAP_MS = 5_000
/** Games read at a time. */
const CONCURRENCY = 8

/** A message with the seq of the state that it changes: who holds an older one asks for the whole. */
interface FollowedMessage extends SseMessage {
  readonly from?: number
}

/**
 * The id of a document: how far it reaches (seq of a game, instant of a round), and how many persons and texts had been erased.
 * Where the latter differs its reader gets the whole state, so that what was erased does not stay with them.
 */
export interface ChangesId {
  readonly upTo: number
  readonly erased: number
}

/** Parses the query parameter `after`, which is the id of a document: `12`, or `12-1` where something was erased. */
export function parseChangesId(text: string): ChangesId {
  const [upTo = 0, erased = 0] = text.split('-').map(Number)
  return { upTo, erased }
}

const idText = ({ upTo, erased }: ChangesId): string => (erased === 0 ? String(upTo) : `${upTo}-${erased}`)

/** `next`: the query of the rest, where it is too long for one document. */
function documentText(id: ChangesId, messages: readonly FollowedMessage[], next?: string): string {
  const texts = messages.map(({ name, from, data }) => {
    const base = from === undefined ? '' : `,"from":${from}`
    return `{"event":"${name}"${base},"data":${data}}`
  })
  const rest = next === undefined ? '' : `,"next":${JSON.stringify(next)}`
  return `{"id":"${idText(id)}","messages":[${texts.join(',')}]${rest}}`
}

/** The messages from the earlier states to the present one; null: there is no earlier state. */
function messagesOf(
  reading: Visibility,
  { state, earlier, causes }: GameSteps,
  moves: MovesShown = 'all',
): ChangeMessage[] | null {
  const portraitOf = (each: GameState): SerializedState => serializeVisible(reading, each, moves)
  const [first, ...others] = earlier.map(portraitOf)
  return first === undefined ? null : stepsSince([first, ...others], portraitOf(state), causes, reading)
}

/** The document of a game's messages after a state; the whole state for readers who have none of its states as they read now. */
export function gameChangesText({ reading, erased, ...steps }: GameStepsSnapshot, after: ChangesId): string {
  const { seq } = steps.state
  const id = { upTo: seq, erased }
  const messages = after.erased === erased ? messagesOf(reading, steps) : null
  if (messages === null) return documentText(id, openingMessages(serializeVisible(reading, steps.state)))
  const from = after.upTo
  // Nothing is new after the last event but a period that began since.
  const isSame = from === seq && steps.state.at === steps.earlier.at(-1)?.at
  return documentText(id, isSame ? [] : messages.map((message) => ({ ...message, from })))
}

/** The id of what is seen of a round: the instant (ms) of its last change. */
export const roundChangesId = ({ own, games }: FollowedRound): ChangesId => ({
  upTo: games.reduce((latest, { since }) => Math.max(latest, since), own.since),
  erased: games.reduce((sum, { erased }) => sum + erased, 0),
})

/** The part of a round in a document: games whose ids come after `behind` (undefined: all), and which of their moves. */
interface RoundPart {
  readonly behind: string | undefined
  readonly moves: MovesShown
}

/** The document of a round's messages after the document of that id; the whole round where the id is 0 or impossible. */
export async function roundChangesText(
  followed: FollowedRound,
  after: ChangesId,
  part: RoundPart,
): Promise<string> {
  const id = roundChangesId(followed)
  return after.upTo === 0 || after.upTo > id.upTo || after.erased !== id.erased
    ? wholeText(followed, id, part)
    : incrementText(followed, { id, after, at: after.upTo - OVERLAP_MS }, part)
}

/** `game`, `board`, players and state, as a member of a snapshot and as a message of its own. */
function gameText(
  reading: Visibility,
  { game, board }: ViewedSeat,
  state: GameState,
  moves: MovesShown,
): string {
  const { white = null, black = null } = state.details ?? {}
  const players = `"white":${JSON.stringify(white)},"black":${JSON.stringify(black)}`
  const stateText = serializedText(serializeVisible(reading, state, moves))
  return `{"game":${JSON.stringify(game)},"board":${board},${players},"state":${stateText}}`
}

async function wholeText(
  followed: FollowedRound,
  id: ChangesId,
  { behind, moves }: RoundPart,
): Promise<string> {
  const { reading, round } = followed
  const seats = new Map(followed.games.map((each) => [each.game, each]))
  const texts: { readonly board: number; readonly text: string }[] = []
  let bytes = 0
  let last: string | undefined
  let rest: string | undefined
  for await (const [game, state] of followed.states(behind)) {
    const seat = seats.get(game)
    if (seat === undefined) continue
    if (bytes > MAX_PAGE_TEXT_BYTES) {
      rest = queryOf({ upTo: 0, erased: 0 }, { behind: last!, moves })
      break
    }
    const text = gameText(reading, seat, state, moves)
    texts.push({ board: seat.board, text })
    bytes += bytesInAnswer(text)
    last = game
  }
  const games = texts.sort((a, b) => a.board - b.board).map(({ text }) => text)
  if (behind !== undefined)
    return documentText(
      id,
      games.map((data) => ({ name: 'game', data })),
      rest,
    )
  const data = `${JSON.stringify(round).slice(0, -1)},"games":[${games.join(',')}]}`
  return documentText(id, [{ name: 'snapshot', data }], rest)
}

async function incrementText(
  followed: FollowedRound,
  { id, after, at }: { readonly id: ChangesId; readonly after: ChangesId; readonly at: number },
  { behind, moves }: RoundPart,
): Promise<string> {
  const { own, round, games } = followed
  const seen = own.seqAt(at)
  const messages: FollowedMessage[] = []
  if (behind === undefined && seen < own.seq) messages.push({ name: 'round', data: JSON.stringify(round) })
  const changed = games.filter(
    ({ game, seq, periodBegunAt, since, placedBy, seqAt }) =>
      (behind === undefined || game > behind) &&
      (placedBy > seen || seqAt(at) < seq || (periodBegunAt > 0 && since > at)),
  )
  let bytes = 0
  for (let next = 0; next < changed.length; next += CONCURRENCY) {
    if (bytes > MAX_PAGE_TEXT_BYTES)
      return documentText(id, messages, queryOf(after, { behind: changed[next - 1]!.game, moves }))
    const some = changed.slice(next, next + CONCURRENCY)
    const described = await Promise.all(some.map((seat) => changesOf(followed, seat, { seen, at, moves })))
    messages.push(...described.flat())
    bytes += described.flat().reduce((sum, { data }) => sum + bytesInAnswer(data), 0)
  }
  return documentText(id, messages)
}

/** What is new of one game: steps from each state that its reader may have, else the whole. */
async function changesOf(
  { reading, steps }: FollowedRound,
  seat: ViewedSeat,
  { seen, at, moves }: { readonly seen: number; readonly at: number; readonly moves: MovesShown },
): Promise<FollowedMessage[]> {
  const { game, board, placedBy } = seat
  const from = placedBy > seen ? 0 : seat.seqAt(at)
  const found = await steps(game, [from, from === 0 ? 0 : seat.seqAt(at + 2 * OVERLAP_MS)])
  if (found === null) return []
  const messages = from === 0 ? null : messagesOf(reading, found, moves)
  if (messages === null) return [{ name: 'game', data: gameText(reading, seat, found.state, moves) }]
  const place = `"game":${JSON.stringify(game)},"board":${board}`
  return messages.map(({ name, data }) => ({ name, from, data: `{${place},${data.slice(1)}` }))
}

const queryOf = (after: ChangesId, { behind, moves }: RoundPart & { readonly behind: string }): string =>
  `?after=${idText(after)}&behind=${encodeURIComponent(behind)}${moves === 'last' ? '&moves=last' : ''}`
