/** What the games of a reader share: room for their numbers, and the words and names that these are numbers of. */
import { usualWords, type Words } from './move-words.ts'
import { emptyRoom, type Room } from './rows.ts'
import { type TagNames, usualNames } from './tag-names.ts'

export class Rooms {
  readonly moves: Room = emptyRoom()
  /** For `%emt`. */
  readonly spent: Room = emptyRoom()
  readonly tags: Room = emptyRoom()
  readonly words: Words = usualWords()
  readonly names: TagNames = usualNames()
}
