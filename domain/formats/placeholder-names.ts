/** Placeholder names: what programs write where a player is not known, or where there was none. */
import { wordsOf } from './archive-row.ts'

/** What an erased person is called: readers see that there was a name. */
export const ERASED = 'erased'

/** `erased` is the name of every erased player: two players of that name need not be the same. */
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

/** Whether a name such as `?`, `N.N.` or `BYE` is a placeholder, which may be another player each time. */
export const isPlaceholderName = (name: string): boolean => PLACEHOLDER_NAMES.has(wordsOf(name).join(' '))
