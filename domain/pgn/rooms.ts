/** What the games of a reader share: room for their numbers, and the words and names that these are numbers of. */
import { usualWords, type Words } from './move-words.ts'
import { emptyRoom, type Room } from './rows.ts'
import { type TagNames, usualNames } from './tag-names.ts'

export interface Rooms {
  readonly moves: Room
  /** For `%emt`. */
  readonly spent: Room
  readonly tags: Room
  readonly words: Words
  readonly names: TagNames
}

export const openRooms = (): Rooms => ({
  moves: emptyRoom(),
  spent: emptyRoom(),
  tags: emptyRoom(),
  words: usualWords(),
  names: usualNames(),
})
