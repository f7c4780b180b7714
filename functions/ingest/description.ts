/** What a text says of its game beside the moves and the result, as the record gives it back. */
import { createHash } from 'node:crypto'
import { FOLLOWED, isTagName, STATED_RESULT, UNDATED, UNSAID_KEY } from '../../domain/formats/pgn-source.ts'
import { importedTags } from '../../domain/formats/pgn-tags.ts'
import type { GameState } from '../../domain/game/index.ts'

/** By the names of tags, and the keys under which comments are stored. */
export type Description = Readonly<Record<string, string>>

/** A game's own name and its seat may be the record's choice. */
const NOT_SAID = new Set(['GameId', 'Round', 'Board', UNSAID_KEY, FOLLOWED, STATED_RESULT, UNDATED])

export const descriptionOf = (state: GameState, id: string): Description =>
  Object.fromEntries(
    Object.entries({ ...importedTags(state, id), ...state.details?.source?.tags })
      .filter(([name]) => !NOT_SAID.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

export const digestOf = (description: Description): string =>
  createHash('sha256').update(JSON.stringify(description)).digest('hex')

/** What a text says otherwise than the record, in the order of names; comments as one. */
export function differingNames(text: Description, record: Description): string[] {
  const names = Object.keys(text).filter((name) => text[name] !== record[name])
  const tags = names.filter(isTagName)
  return tags.length < names.length ? [...tags, 'comments'] : tags
}
