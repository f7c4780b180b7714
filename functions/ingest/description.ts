/** What a text says of its game beside the moves and the result, as the record gives it back. */
import { createHash } from 'node:crypto'
import {
  commandsIn,
  FOLLOWED,
  isCommandsKey,
  isTagName,
  OTHER_MARKER,
  REASON_COMMAND,
  STATED_RESULT,
  UNDATED,
  UNSAID_KEY,
} from '../../domain/formats/pgn-source.ts'
import { importedTags } from '../../domain/formats/pgn-tags.ts'
import type { GameState } from '../../domain/game/index.ts'

/** By the names of tags, and the keys under which comments are stored. */
export type Description = Readonly<Record<string, string>>

/** A game's own name may be the record's choice; the others are notes about the text. */
const NOT_SAID = new Set(['GameId', UNSAID_KEY, FOLLOWED, STATED_RESULT, OTHER_MARKER, UNDATED])
/** A text that names no round or board leaves the choice to the record. */
const SEAT_TAGS = new Set(['Round', 'Board'])
const isUnnamedSeat = (name: string, value: string | undefined): boolean =>
  SEAT_TAGS.has(name) && /^[?-]?$/.test(value ?? '')

export const descriptionOf = (state: GameState, id: string): Description =>
  Object.fromEntries(
    Object.entries({ ...importedTags(state, id), ...state.details?.source?.tags })
      .filter(([name]) => !NOT_SAID.has(name))
      .flatMap(([name, value]) => withoutReason(state, name, value))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** `[%rec reason,…]` is written anew wherever the record knows the rule by which the game ended: a text's own says nothing. */
function withoutReason({ result }: GameState, name: string, value: string): [string, string][] {
  if (result?.rule == null || !isCommandsKey(name)) return [[name, value]]
  const others = commandsIn(value).filter((command) => command.name !== REASON_COMMAND)
  return others.length === 0 ? [] : [[name, JSON.stringify(others)]]
}

export const digestOf = (description: Description): string =>
  createHash('sha256').update(JSON.stringify(description)).digest('hex')

/** What a text says otherwise than the record, in the order of names; comments as one. */
export function differingNames(text: Description, record: Description): string[] {
  const names = Object.keys(text).filter(
    (name) => text[name] !== record[name] && !isUnnamedSeat(name, text[name]),
  )
  const tags = names.filter(isTagName)
  return tags.length < names.length ? [...tags, 'comments'] : tags
}
