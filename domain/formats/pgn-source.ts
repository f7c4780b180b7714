/**
 * What a PGN text has that the events of an import have no field for: it is stored in `source.tags` beside the tags.
 * Its keys cannot be names of tags, which hold letters, digits and `_` only. For ply 12, `{12}` is the comment, `[12]` the
 * commands in it (JSON), `$12` the glyphs; `%emt1` lists the times spent from ply 1 on, in ms; `%clk1` the plies from the
 * first on that had no reading of the clock. `%undated` is there where no day is named, `%result` where the board says another one,
 * `%marker` where the moves end with another result than the tag says. `%kings` are the kings that showed the result, `%unsaid`
 * the tags that were not there.
 */
import type { EventData } from '../../events/index.ts'
import { parseJson } from '../json-text.ts'
import type { PgnAnnotations, PgnCommand, PgnGame } from '../pgn/index.ts'
import { withoutControlCharacters } from './control-characters.ts'

type Tags = Readonly<Record<string, string>>

/** What stood at a ply beside the move, save the reading itself, which is in the record. */
export interface PlySource extends Pick<PgnAnnotations, 'emt' | 'nags' | 'comments' | 'commands'> {
  readonly hasClk: boolean
}

/** Key of the kings that were put in the centre to show the result, as the text has them in place of moves. */
export const KINGS_KEY = '%kings'

/** Name of the command that tells by which rule a game ended. */
export const REASON_COMMAND = 'rec'

/** Key of a text that is followed while the game is played; a game of any other text is not live, whether it has a result or not. */
export const FOLLOWED = '%followed'

/** Key of a text that names no day: the instants of its events count back from when it was read. */
export const UNDATED = '%undated'

/** Key of the text's result where it contradicts that of the board, in the points of events: `1-0`. */
export const STATED_RESULT = '%result'

/** Key of the marker at the end of the moves where the tag `Result` has another result, which is the one that is written. */
export const OTHER_MARKER = '%marker'

/** Whether a game's text came from an archive: it is not played now, whether it was finished or not. */
export const isArchived = (details: EventData<'game-opened'> | null): boolean =>
  details?.source?.kind === 'pgn' && details.source.tags?.[FOLLOWED] === undefined

/** Key of the tags that the text lacks, or has as unknown, and that something else may fill in. */
export const UNSAID_KEY = '%unsaid'
/** Those tags, in the order in which they are listed. */
export const DEFAULTABLE_TAGS = ['Event', 'Site', 'Date', 'Round', 'Board', 'Stage', 'TimeControl'] as const
/** Among them where not even the round names a board, as `3.1` does. */
export const UNNAMED_BOARD = 'board'

type Source = EventData<'game-opened'>['source']

/**
 * Whether an import's tags have been erased, with a person or after their time. What its text did not say is not known any more:
 * a board and a time control may be the record's choice, and its first instant the one at which the text was read.
 */
export const hasErasedTags = (source: Source): boolean =>
  source?.kind === 'pgn' && source.tags !== undefined && Object.keys(source.tags).length === 0

/** Names of the tags that are not written though the record has a value for them. */
export const unsaidTagsOf = (source: Source): ReadonlySet<string> =>
  new Set(
    hasErasedTags(source)
      ? ['Board', 'TimeControl', UNNAMED_BOARD]
      : (source?.tags?.[UNSAID_KEY] ?? '').split(' '),
  )

/** Plies in one value, which may have 2,000 characters. */
const PLIES_PER_VALUE = 250
const MAX_VALUE_LENGTH = 2000
/** Of all comments of one game: an event is at most 64 KB. */
const MAX_COMMENT_TEXT = 16_000

export interface StoredAnnotations {
  readonly tags: Tags
  /** Comments that are too long to be stored with the game. */
  readonly leftOut: number
}

/** Ply 0 is what stands before the first move. */
export function storeAnnotations(game: PgnGame): StoredAnnotations {
  const tags: Record<string, string> = {}
  const times = game.moves.map(({ emt }) => (emt === undefined ? '' : String(emt)))
  const silent = game.moves.flatMap(({ clk }, index) => (clk === undefined ? [String(index + 1)] : []))
  storeRows(tags, '%emt', times)
  // A text without any clock has none in the record either, so that nothing is there to be left out.
  if (game.moves.some(({ clk, emt }) => clk !== undefined || emt !== undefined))
    storeRows(tags, '%clk', silent)

  let room = MAX_COMMENT_TEXT
  let leftOut = 0
  for (const [ply, { comments, commands, nags }] of [game.before, ...game.moves].entries()) {
    if (nags.length > 0) tags[`$${ply}`] = nags.join(' ')
    for (const [key, text] of [
      [`{${ply}}`, withoutControlCharacters(comments.join(' '))],
      [`[${ply}]`, commands.length === 0 ? '' : withoutControlCharacters(JSON.stringify(commands))],
    ] as const) {
      if (text === '') continue
      if (text.length > Math.min(room, MAX_VALUE_LENGTH)) leftOut++
      else {
        room -= text.length
        tags[key] = text
      }
    }
  }
  return { tags, leftOut }
}

/** Stores rows of at most `PLIES_PER_VALUE` items, each under the number of its first; nothing where every item is empty. */
function storeRows(tags: Record<string, string>, key: string, items: readonly string[]): void {
  if (items.every((item) => item === '')) return
  for (let start = 0; start < items.length; start += PLIES_PER_VALUE) {
    tags[`${key}${start + 1}`] = items.slice(start, start + PLIES_PER_VALUE).join(',')
  }
}

/** Reads back, ply by ply, what `storeAnnotations` wrote; a value that it cannot have written says nothing. */
export function annotationsOf(tags: Tags): (ply: number) => PlySource {
  const times = rows(tags, '%emt')
  const silent = new Set(rows(tags, '%clk').map(Number))
  return (ply) => {
    const emt = times[ply - 1] ?? ''
    const comment = tags[`{${ply}}`]
    return {
      hasClk: !silent.has(ply),
      emt: isCount(emt) ? Number(emt) : undefined,
      nags: (tags[`$${ply}`] ?? '').split(' ').filter(isCount).map(Number),
      comments: comment === undefined ? [] : [comment],
      commands: commandsIn(tags[`[${ply}]`] ?? '[]'),
    }
  }
}

const isCount = (text: string): boolean => /^\d{1,15}$/.test(text)

/** Who opens a game by the interface may send any text under any key. */
export function commandsIn(text: string): PgnCommand[] {
  const commands = parseJson(text)
  return Array.isArray(commands) ? commands.filter(isCommand) : []
}

const isCommand = (value: unknown): value is PgnCommand => {
  const { name, operands } = (value ?? {}) as Partial<Record<keyof PgnCommand, unknown>>
  const isText = (each: unknown) => typeof each === 'string'
  return isText(name) && /^[^\s\]]*$/.test(`${name}`) && Array.isArray(operands) && operands.every(isText)
}

function rows(tags: Tags, key: string): string[] {
  const all: string[] = []
  for (let start = 1; ; start += PLIES_PER_VALUE) {
    const row = tags[`${key}${start}`]
    if (row === undefined) return all
    all.push(...row.split(','))
  }
}

/** Whether a key of `source.tags` holds the commands at a ply. */
export const isCommandsKey = (key: string): boolean => /^\[\d+\]$/.test(key)

/** Whether a key of `source.tags` is a tag of the text. */
export const isTagName = (key: string): boolean => /^\w+$/.test(key)
