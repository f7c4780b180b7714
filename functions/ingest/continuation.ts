/**
 * Whether the record has the game of an imported text. Text and record are of one game only where the moves of one are the
 * beginning of the other's, and no result separates them. Otherwise they are two games, however alike they begin.
 */

import { STATED_RESULT } from '../../domain/formats/pgn-source.ts'
import { fenOf, fold, type GameState, pathOf } from '../../domain/game/index.ts'
import {
  type EventData,
  type Points,
  type ReportedEvent,
  SIDES,
  type StoredEvent,
} from '../../events/index.ts'
import { ERASED } from '../app/person-identity.ts'
import { descriptionOf, digestOf } from './description.ts'
import { hasOtherSource, hasSensors, importedReports, plyOfKey } from './sources/diff-source.ts'

/** What of a game is compared. */
export interface GameCourse {
  /** FEN of the position from which it began. */
  readonly start: string
  /** One line a ply, each ended by a line feed, so that a beginning of the moves is a beginning of the text. */
  readonly moves: string
  /** `1-0` in the points of events; null without a result. */
  readonly result: string | null
}

/** A game on record, as far as a text is compared with it. */
export interface RecordedGame {
  readonly id: string
  /** Its last seq. */
  readonly head: number
  /** The current state, corrections included. */
  readonly current: GameCourse
  /** As imported, without corrections by others. */
  readonly asImported: GameCourse
  /** Digest of what a text said of it; null where no text did, or where a player was erased. */
  readonly described: string | null
  /** The current moves as PGN writes them, without signs of check. */
  readonly written: readonly string[]
  readonly names: Readonly<Record<'white' | 'black', readonly string[]>>
}

/** `there`: the record has all of the text. `continues`: the text has moves or a result after what the record has. */
export type Relation = 'there' | 'continues' | 'other'

type Score = { readonly white: Points; readonly black: Points }

const textOf = ({ white, black }: Score): string => `${white}-${black}`

type MadeOrRecorded = Pick<ReportedEvent, 'type' | 'data'>

/** Null for an event that is no ply. */
function plyText({ type, data }: MadeOrRecorded): string | null {
  if (type === 'move-recorded') return JSON.stringify((data as EventData<'move-recorded'>).text)
  if (type !== 'move-made') return null
  const { from, to, promotion, castling } = data as EventData<'move-made'>
  return `${from}${to}${promotion ?? ''}${CASTLING_SQUARES.test(from + to) ? '' : (castling ?? '')}`
}

/** Two squares of a king say castling by themselves: `Ke1-g1` and `O-O` are one move, also where it is not legal. */
const CASTLING_SQUARES = /^e([1-8])[cg]\1$/

const movesOf = (events: Iterable<MadeOrRecorded>): string =>
  [...events].flatMap((event) => plyText(event) ?? []).reduce((moves, text) => `${moves}${text}\n`, '')

const startOf = ({ points }: GameState): string => fenOf(points, points[0])

function resultOf(reports: Iterable<MadeOrRecorded>, state: GameState): string | null {
  for (const { type, data } of reports) if (type === 'result-set') return textOf(data as Score)
  return state.result === null ? null : textOf(state.result)
}

/** The course of a text: its reports, and the state that they fold to. */
export const courseOf = (reports: readonly ReportedEvent[], state: GameState): GameCourse => ({
  start: startOf(state),
  moves: movesOf(reports),
  result: resultOf(reports, state),
})

/** `events`: all of the game's, the opening first. */
export function recordedGame(id: string, events: readonly StoredEvent[]): RecordedGame {
  const state = fold(events)
  const { lastReported, live } = importedReports(events)
  const byPly = (reports: ReadonlyMap<string, StoredEvent>) =>
    [...reports].sort(([a], [b]) => plyOfKey(a) - plyOfKey(b)).map(([, event]) => event)
  const start = startOf(state)
  const stated = state.details?.source?.tags?.[STATED_RESULT]
  const course = (reports: readonly StoredEvent[]): GameCourse => ({
    start,
    moves: movesOf(reports),
    result: resultOf(reports, state),
  })
  const fromElsewhere = hasSensors(events) || hasOtherSource(events) || live.size === 0
  const played = pathOf(state).flatMap(({ move }) => (move === null ? [] : [{ ...move }]))
  const current = fromElsewhere
    ? {
        start,
        moves: movesOf(played.map(moveData)),
        result: state.result === null ? null : textOf(state.result),
      }
    : course(byPly(live))
  return {
    id,
    head: events.at(-1)?.seq ?? 0,
    current,
    asImported: fromElsewhere
      ? current
      : { ...course(byPly(lastReported)), ...(stated && { result: stated }) },
    described: isDescribedByText(state) ? digestOf(descriptionOf(state, id)) : null,
    written: writtenMoves(played, events),
    names: { white: namesOf(events, state, 'white'), black: namesOf(events, state, 'black') },
  }
}

const withoutSigns = (text: string): string => text.replace(/(?<![+#!?])[+#!?]+$/, '')

/** As they were played or, in a game that could not be replayed, as its text has them. */
function writtenMoves(played: readonly Played[], events: readonly StoredEvent[]): string[] {
  if (played.length > 0) return played.map(({ san }) => withoutSigns(san))
  const recorded = [...importedReports(events).live.values()].flatMap((event) =>
    event.type === 'move-recorded' ? [event.data] : [],
  )
  return recorded.sort((a, b) => (a.ply ?? 0) - (b.ply ?? 0)).map(({ text }) => withoutSigns(text))
}

const isDescribedByText = ({ details }: GameState): boolean =>
  details?.source?.kind === 'pgn' && SIDES.every((side) => details[side].name !== ERASED)

type Played = NonNullable<ReturnType<typeof pathOf>[number]['move']>

const moveData = ({ from, to, promotion, castling }: Played): MadeOrRecorded => ({
  type: 'move-made',
  data: { from, to, ...(promotion !== null && { promotion }), ...(castling !== null && { castling }) },
})

/** The names of a player in the record, at its opening and now; none where they were erased. */
function namesOf(
  [opening]: readonly StoredEvent[],
  { details }: GameState,
  side: 'white' | 'black',
): string[] {
  const first = opening?.type === 'game-opened' ? opening.data[side].name : undefined
  const names = [first, details?.[side].name]
  return names.flatMap((name) => (name === undefined || name === '?' || name === ERASED ? [] : [name]))
}

/** The relation of a text's game to one on record that has the same identity. */
export function relationTo({ current, asImported }: RecordedGame, text: GameCourse): Relation {
  if (isWithin(text, current) || isWithin(text, asImported)) return 'there'
  const isOpen = current.result === null && asImported.result === null
  return isOpen && current.start === text.start && text.moves.startsWith(current.moves)
    ? 'continues'
    : 'other'
}

/** A result ends a game: one that has it is the other only where both end there, with that result. */
const isWithin = (text: GameCourse, whole: GameCourse): boolean =>
  text.start === whole.start &&
  (text.result === null
    ? whole.moves.startsWith(text.moves)
    : text.moves === whole.moves && text.result === whole.result)

export const isSameCourse = (one: GameCourse, other: GameCourse): boolean =>
  one.start === other.start && one.moves === other.moves && one.result === other.result

type Named = Pick<EventData<'game-opened'>, 'white' | 'black'>

/** Whether a text that names its game by a `GameId` names other players than the record. */
export const hasOtherPlayers = ({ names }: RecordedGame, { white, black }: Named): boolean =>
  isAnother(names.white, white.name) || isAnother(names.black, black.name)

const isAnother = (known: readonly string[], name: string): boolean =>
  name !== '?' && known.length > 0 && !known.includes(name)

/**
 * Whether a source that rewrites its games in place shows another game by now: after a result one that shares less than half
 * of the moves, or both players and the moves are others. Told from another start, or as another game than chess, the same
 * texts are other moves, and still the same game. `written`: the text's moves as it has them.
 */
export function isNextGame(
  recorded: RecordedGame,
  text: GameCourse,
  written: readonly string[],
  players: Named,
): boolean {
  const { names, current } = recorded
  const [had, has] = [pliesOf(current), pliesOf(text)]
  const common = Math.max(commonPlies(had, has), commonPlies(recorded.written, written.map(withoutSigns)))
  if (current.result !== null && common < had.length / 2) return true
  const others = isAnother(names.white, players.white.name) && isAnother(names.black, players.black.name)
  return others && common < Math.min(had.length, has.length)
}

/** How many plies two games have in common from their beginning. */
export function commonPlies(had: readonly string[], has: readonly string[]): number {
  const differs = had.findIndex((move, ply) => move !== has[ply])
  return differs < 0 ? had.length : differs
}

/** One text a ply. */
export const pliesOf = ({ moves }: GameCourse): string[] => moves.split('\n').slice(0, -1)
