/** Names that stand for nobody: what programs write where a player is not known, or where there was none. */
import { wordsOf } from './archive-row.ts'

/** What an erased person is called: readers see that there was a name. */
export const ERASED = 'erased'

/** `erased` is what is left of whom the record was asked to forget: two of them are not one. */
const PLACEHOLDER_NAMES = new Set([
  '',
  'n n',
  'nn',
  'bye',
  'spielfrei',
  'unknown',
  'anonymous',
  'noname',
  'no name',
  ERASED,
])

/** `?`, `N.N.`, `BYE`: who bears it is somebody else each time, so that nobody is known again by it. */
export const isPlaceholderName = (name: string): boolean => PLACEHOLDER_NAMES.has(wordsOf(name).join(' '))
