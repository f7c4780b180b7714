/** The tags that describe a game. */
import { type EventData, SIDES } from '../../events/index.ts'
import { chess960Position, initialPosition, isChess960, parseFen, writeFen } from '../chess/index.ts'
import { writeTimeControl } from '../clock/index.ts'
import type { GameState } from '../game/index.ts'
import { ok } from '../result.ts'
import type { GameDefaults } from '../state/round.ts'
import { DEFAULTABLE_TAGS, UNNAMED_BOARD, unsaidTagsOf } from './pgn-source.ts'
import type { PgnSeat } from './pgn-view.ts'
import { startNumberOf } from './start-number.ts'

type Details = EventData<'game-opened'>

/** Values by name, roster included; `Result` and what depends on the play are not among them. */
export function describingTags(details: Details | null, game: string): Record<string, string> {
  const { event, site, date, round, board, stage, timeControl, start } = details ?? {}
  const tags: Record<string, string> = {
    Event: event ?? '?',
    Site: site ?? '?',
    Date: date?.replaceAll('-', '.') ?? '????.??.??',
    Round: roundText(round, board),
    GameId: game,
  }
  for (const side of SIDES) Object.assign(tags, playerTags(side, details?.[side]))
  if (board !== undefined) tags['Board'] = String(board)
  if (stage !== undefined) tags['Stage'] = stage
  if (timeControl !== undefined) tags['TimeControl'] = writeTimeControl(timeControl)
  if (start !== undefined) Object.assign(tags, startTags(start))
  return tags
}

/** The tags of the board at which a game sits now, where it was opened at another: boards may be numbered anew while games go on. */
export function seatTags(details: Details | null, seat: PgnSeat | undefined): Record<string, string> {
  if (seat === undefined || String(details?.board) === String(seat.board)) return {}
  return { Round: roundText(details?.round ?? seat.round, seat.board), Board: String(seat.board) }
}

type Ordinal = Details['round']

/** `3.1`, round and board, is what tournament programs write and Lichess reads. */
function roundText(round: Ordinal, board: Ordinal): string {
  if (round === undefined) return '?'
  const both = board !== undefined && /^\d+$/.test(`${round}`) && /^\d+$/.test(`${board}`)
  return both ? `${round}.${board}` : String(round)
}

function playerTags(side: 'white' | 'black', player: Details['white'] | undefined): Record<string, string> {
  const Side = side === 'white' ? 'White' : 'Black'
  const { name = '?', title, rating, fideId } = player ?? {}
  return {
    [Side]: name,
    ...(title !== undefined && { [`${Side}Title`]: title }),
    ...(rating !== undefined && { [`${Side}Elo`]: String(rating) }),
    ...(fideId !== undefined && { [`${Side}FideId`]: String(fideId) }),
  }
}

/** Tags that say from where a game began. */
export const START_TAGS = ['Variant', 'SetUp', 'FEN', 'StartNumber'] as const

/** Of a game whose pieces were set anew before the first move: from where it began then. */
export const tagsFrom = (fen: string): Record<string, string> => startTags({ fen })

const USUAL_FEN = writeFen(initialPosition())

/**
 * A FEN with Shredder letters says itself that the game is Chess960; readers want the `Variant` all the same, and people the
 * number, for which no tag is agreed on: one that no reader knows is passed over by all, if its name has no digits (chess.js).
 */
function startTags({ chess960, fen }: NonNullable<Details['start']>): Record<string, string> {
  const position = chess960 === undefined ? parseFen(fen ?? '') : ok(chess960Position(chess960))
  const setUp = { SetUp: '1', FEN: position.ok ? writeFen(position.value) : (fen ?? '') }
  // A start that was corrected to the usual one needs no tag.
  if (setUp.FEN === USUAL_FEN) return {}
  if (!position.ok || !isChess960(position.value)) return setUp
  const number = chess960 ?? startNumberOf(setUp.FEN)
  return { Variant: 'Chess960', ...setUp, ...(number !== null && { StartNumber: String(number) }) }
}

/** The tag of each field of a description that may come from elsewhere than the text; null: it has no tag. */
const TAG_OF_FIELD: Readonly<
  Record<keyof GameDefaults | 'round' | 'board', (typeof DEFAULTABLE_TAGS)[number] | null>
> = {
  event: 'Event',
  site: 'Site',
  date: 'Date',
  round: 'Round',
  board: 'Board',
  stage: 'Stage',
  timeControl: 'TimeControl',
  edition: null,
  play: null,
  supervision: null,
  regulations: null,
}
const TAG_NAMES = new Map<string, string | null>(Object.entries(TAG_OF_FIELD))

/**
 * The describing tags of an import. A tag that its text does not have is not written, even where a tournament, a seat or the
 * readings of its clocks have filled in the field. What `details-corrected` has set since is written.
 */
export function importedTags({ details, log }: GameState, game: string): Record<string, string> {
  const unsaid = new Set(unsaidTagsOf(details?.source))
  for (const { type, data } of log) {
    if (type !== 'details-corrected') continue
    const { fields } = data as EventData<'details-corrected'>
    // A later text of the game lists itself which tags it lacks.
    if (fields.source !== undefined) continue
    for (const field of Object.keys(fields)) unsaid.delete(TAG_NAMES.get(field) ?? '')
    if (fields.board !== undefined) unsaid.delete(UNNAMED_BOARD)
  }
  const shownDetails = details === null ? null : { ...details }
  if (shownDetails !== null && unsaid.has(UNNAMED_BOARD)) delete shownDetails.board
  const tags = describingTags(shownDetails, game)
  const nothing = describingTags(null, game)
  for (const name of DEFAULTABLE_TAGS) {
    if (!unsaid.has(name)) continue
    if (nothing[name] === undefined) delete tags[name]
    else tags[name] = nothing[name]
  }
  return tags
}
