/** The opening of a PGN game: its tags as the data of `game-opened`, those without a field stored as they are. */
import { initialPosition, isChess960, type Position, writeFen } from '../../domain/chess/index.ts'
import { parseTimeControl } from '../../domain/clock/index.ts'
import { editionInForceOn } from '../../domain/editions/edition-in-force.ts'
import { withoutControlCharacters } from '../../domain/formats/control-characters.ts'
import {
  DEFAULTABLE_TAGS,
  FOLLOWED,
  KINGS_KEY,
  OTHER_MARKER,
  storeAnnotations,
  UNDATED,
  UNNAMED_BOARD,
  UNSAID_KEY,
} from '../../domain/formats/pgn-source.ts'
import { describingTags } from '../../domain/formats/pgn-tags.ts'
import { isCutOff, type PgnGame, readResult, readStart, tagOf } from '../../domain/pgn/index.ts'
import type { Remark } from '../../domain/reasons.ts'
import type { EventData, TimeControl } from '../../events/index.ts'
import { isVisible } from '../../events/text-rules.ts'
import { importRemarks, remarkParamOf } from './import-remarks.ts'
import { hasClocks, isTimeControl, pgnTimeControl, playOf } from './pgn-control.ts'
import { isDayOfCalendar, pgnDay, pgnTime } from './pgn-start.ts'

const { remark } = importRemarks

type Opened = EventData<'game-opened'>

/** What a tournament says of all its games; the text's own words come before it only where they say something. */
export type TournamentDefaults = Partial<Pick<Opened, 'edition' | 'play' | 'supervision' | 'regulations'>>

export interface OpeningOptions extends TournamentDefaults {
  /** False: another game has the text's board in this round; the tag is kept, the seat is not taken. */
  readonly board?: boolean
  /** The game is followed while it is played; else its text comes from an archive, and an unfinished game is not live. */
  readonly followed?: true
  /** The text names no day on which the game may have begun. */
  readonly undated?: boolean
  /** Kings put in the centre at the end to say the result, as written in place of moves. */
  readonly signal?: string
}

export interface PgnOpening {
  readonly data: Opened
  /** The starting position; null where the text's FEN cannot be read. */
  readonly position: Position | null
  readonly warnings: readonly Remark[]
  /** Why the text's FEN is not taken as it stands. */
  readonly startWarning: Remark | null
  /** Values that are none of their tag's; they are kept as tags. */
  readonly unplaced: readonly { readonly tag: string; readonly remark: Remark }[]
}

/** A tag's name and value in an event are at most so long; all of them together leave room for what else an event holds. */
const LONGEST_NAME = 255
const LONGEST = 2000
const MOST_CHARACTERS = 16_000

export function openingOf(
  game: PgnGame,
  id: string,
  { board = true, signal, followed, undated, ...defaults }: OpeningOptions = {},
): PgnOpening {
  const control = pgnTimeControl(game)
  const start = startOf(game)
  const annotations = storeAnnotations(game)
  const variations = game.moves.reduce((sum, move) => sum + move.variations.length, 0)
  const warnings = [
    ...(control.warning === undefined ? [] : [control.warning]),
    ...setUpWarnings(game),
    ...(annotations.leftOut > 0 ? [remark('comments-left-out', { count: annotations.leftOut })] : []),
    ...(variations > 0 ? [remark('variations-left-out', { count: variations })] : []),
  ]
  const { board: seat, ...place } = roundAndBoardOf(game)
  const described: Opened = {
    white: player(game, 'White'),
    black: player(game, 'Black'),
    ...texts(game),
    ...place,
    ...(board && seat !== undefined && { board: seat }),
    ...underLaws(game, control.timeControl, defaults),
    ...(start.data !== undefined && { start: start.data }),
  }
  const unplaced = otherTags(game, described, id)
  if (unplaced.leftOut.length > 0)
    warnings.push(remark('tags-left-out', { names: namesText(unplaced.leftOut) }))
  const unsaid = unsaidTags(game, described)
  const tags = {
    ...unplaced.tags,
    ...(unsaid !== '' && { [UNSAID_KEY]: unsaid }),
    ...annotations.tags,
    ...(followed && { [FOLLOWED]: 'true' }),
    ...(undated && !followed && { [UNDATED]: 'true' }),
    ...(contradictsTag(game) && { [OTHER_MARKER]: game.result }),
    ...(signal !== undefined && { [KINGS_KEY]: withoutControlCharacters(signal).slice(0, LONGEST) }),
  }
  const timeBasis = hasClocks(game) ? 'derived' : 'none'
  return {
    data: { ...described, source: { kind: 'pgn', tags, timeBasis } },
    position: start.position,
    warnings,
    startWarning: start.warning ?? null,
    // What is left out is not kept as a tag either.
    unplaced: unplacedValues(game, described).filter(({ tag }) => !unplaced.leftOut.includes(tag)),
  }
}

/** Whether the moves end with another result than the tag says, which is the one that counts. */
function contradictsTag(game: PgnGame): boolean {
  const tag = readResult(tagOf(game, 'Result')?.trim() ?? '')
  return tag !== null && tag !== '*' && tag !== game.result && !isCutOff(game)
}

/** `SetUp` and `FEN` come together (PGN 9.7). */
function setUpWarnings(game: PgnGame): Remark[] {
  const setUp = tagOf(game, 'SetUp')?.trim()
  const hasFen = (tagOf(game, 'FEN') ?? '').trim() !== ''
  if (setUp === '1' && !hasFen) return [remark('setup-without-fen')]
  return setUp === '0' && hasFen ? [remark('setup-against-fen')] : []
}

/** Tags that say when a game began beside its `Date`. */
const DAYS = ['UTCDate', 'EventDate'] as const
const TIMES = ['UTCTime', 'Time'] as const

/** A value that says nothing, as programs write it. */
const SAYS_NOTHING = /^[?.0-]*$/

/** Values of tags that have a field in the record and do not fit it. */
function unplacedValues(game: PgnGame, { date, white, black }: Opened): PgnOpening['unplaced'] {
  const unplaced = (tag: string, isPlaced: boolean, code: UnplacedCode) => {
    const value = tagOf(game, tag)?.trim() ?? ''
    if (isPlaced || SAYS_NOTHING.test(value)) return []
    return [{ tag, remark: remark(code, { tag, text: value.slice(0, 60) }) }]
  }
  return [
    ...unplaced('Date', date !== undefined, 'no-date'),
    ...DAYS.flatMap((tag) => unplaced(tag, pgnDay(tagOf(game, tag)) !== null, 'no-date')),
    ...TIMES.flatMap((tag) => unplaced(tag, pgnTime(tagOf(game, tag)) !== null, 'no-time-of-day')),
    ...unplaced('TimeControl', isTimeControl(game), 'no-time-control'),
    ...[['White', white] as const, ['Black', black] as const].flatMap(([side, player]) => [
      ...unplaced(side, player.name !== '?', 'no-name'),
      ...unplaced(`${side}FideId`, player.fideId !== undefined, 'no-fide-id'),
      ...unplaced(`${side}Elo`, player.rating !== undefined, 'no-rating'),
      ...unplaced(`${side}Title`, player.title !== undefined, 'no-title'),
    ]),
  ]
}

/** What a value of a tag is not. */
type UnplacedCode =
  | 'no-date'
  | 'no-time-of-day'
  | 'no-time-control'
  | 'no-name'
  | 'no-fide-id'
  | 'no-rating'
  | 'no-title'

/** A time control that nothing shows at work still tells rapid from standard play. */
function underLaws(game: PgnGame, timeControl: TimeControl | null, defaults: TournamentDefaults) {
  const edition = defaults.edition ?? editionInForceOn(tagOf(game, 'Date'))
  const planned = parseTimeControl(tagOf(game, 'TimeControl') ?? '?')
  const play = playOf(timeControl ?? (planned.ok ? planned.value : null), edition)
  const clock =
    timeControl === null ? {} : { timeControl: { ...timeControl, periods: [...timeControl.periods] } }
  return { play, ...defaults, edition, ...clock }
}

/** Every tag that the record would not write back as it stands, as far as there is room in one event. */
function otherTags(
  game: PgnGame,
  described: Opened,
  id: string,
): { tags: Record<string, string>; leftOut: readonly string[] } {
  const written = describingTags(described, id)
  // What says nothing is written as a tag that is not there: `..` as `?`.
  const nothing = describingTags(null, id)
  const tags = new Map<string, string>()
  const seen = new Set<string>()
  let room = MOST_CHARACTERS
  const leftOut: string[] = []
  for (const [name, value] of game.tags) {
    // Of a tag that stands twice the first counts.
    if (seen.has(name)) continue
    seen.add(name)
    const isWritten = (saysNothing(game, name) ? nothing : written)[name] === value
    if (isWritten || (name === 'Result' && readResult(value.trim()) !== null)) continue
    const size = name.length + value.length
    // JSON has a member of that name, and hardly any reader of JSON keeps it.
    const isKept = name !== '__proto__' && name.length <= LONGEST_NAME && value.length <= LONGEST
    if (!isKept || size > room) leftOut.push(name)
    else {
      room -= size
      tags.set(withoutControlCharacters(name), withoutControlCharacters(value))
    }
  }
  return { tags: Object.fromEntries(tags), leftOut }
}

/** A few of the names, each shortened, and how many more there are. */
function namesText(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => name.slice(0, 40))
  return [...shown, ...(names.length > 5 ? [`+${names.length - 5}`] : [])].join(', ')
}

/** Tags that a tournament, a round's order or the clocks' readings would fill in, of which the text itself says nothing. */
function unsaidTags(game: PgnGame, { board }: Opened): string {
  const unsaid = DEFAULTABLE_TAGS.filter((name) => saysNothing(game, name))
  return [...unsaid, ...(board === undefined ? [UNNAMED_BOARD] : [])].join(' ')
}

/** Whether it is a tag that something else could fill in, and the text does not have it, or has it as unknown. */
const saysNothing = (game: PgnGame, name: string): boolean =>
  DEFAULTABLE_TAGS.some((each) => each === name) && /^[?.]*$/.test(tagOf(game, name) ?? '')

/** One line without control characters, or nothing. */
function lineOf(game: PgnGame, name: string, most: number): string | undefined {
  const text = withoutControlCharacters(tagOf(game, name) ?? '').trim()
  return !isVisible(text) || text === '?' || text.length > most ? undefined : text
}

function texts(game: PgnGame): Pick<Opened, 'event' | 'site' | 'date'> {
  const event = lineOf(game, 'Event', 255)
  const site = lineOf(game, 'Site', 255)
  const date = tagOf(game, 'Date')
  const isDate =
    date !== undefined && /^\d{4}\.(?:\d\d|\?\?)\.(?:\d\d|\?\?)$/.test(date) && isDayOfCalendar(date)
  return {
    ...(event !== undefined && { event }),
    ...(site !== undefined && { site }),
    ...(isDate && { date }),
  }
}

/** `3.1` is round 3, board 1. */
export function roundAndBoardOf(game: PgnGame): Pick<Opened, 'round' | 'board'> {
  const given = lineOf(game, 'Round', 64)
  const named = lineOf(game, 'Board', 64)
  const [, first, second] = /^(\d{1,5})\.(\d{1,5})$/.exec(given ?? '') ?? []
  const joined = first !== undefined && (named === undefined || named === second)
  const round = joined ? first : given === '-' ? undefined : given
  const board = named ?? (joined ? second : undefined)
  return {
    ...(round !== undefined && { round: ordinal(round) }),
    ...(board !== undefined && { board: ordinal(board) }),
  }
}

const ordinal = (text: string): number | string => (/^(?:0|[1-9]\d{0,4})$/.test(text) ? Number(text) : text)

function player(game: PgnGame, side: 'White' | 'Black'): Opened['white'] {
  const name = lineOf(game, side, 200)
  const title = lineOf(game, `${side}Title`, 16)
  const rating = tagOf(game, `${side}Elo`) ?? ''
  const fideId = tagOf(game, `${side}FideId`) ?? ''
  return {
    name: name ?? '?',
    ...(title !== undefined && title !== '-' && { title }),
    ...(/^[1-9]\d{0,3}$/.test(rating) && Number(rating) <= 4000 && { rating: Number(rating) }),
    ...(/^[1-9]\d{0,10}$/.test(fideId) && { fideId }),
  }
}

interface Start {
  readonly data?: NonNullable<Opened['start']>
  readonly position: Position | null
  readonly warning?: Remark
}

/** The FEN in the record's own form: Shredder letters where the text calls the game Chess960. */
function startOf(game: PgnGame): Start {
  // Without a FEN the text does not say from which of the 960 positions.
  if (tagOf(game, 'FEN') === undefined) return { position: initialPosition() }
  const start = readStart(game)
  if (!start.ok) return { position: null, warning: remark('no-start', { why: remarkParamOf(start.error) }) }
  const { position, problem } = start.value
  const fen = writeFen(position)
  const isUnsaid = isChess960(position) && tagOf(game, 'Variant') === undefined
  const warning = problem?.remark ?? (isUnsaid ? remark('start-rook-letters') : undefined)
  return {
    position,
    ...(fen !== STANDARD_FEN && { data: { fen } }),
    ...(warning !== undefined && { warning }),
  }
}

const STANDARD_FEN = writeFen(initialPosition())
