/** Names that stand for nobody: what programs write where a player is not known, or where there was none. */
import { wordsOf } from './archive-row.ts'

const NOBODY = new Set(['', 'n n', 'nn', 'bye', 'spielfrei', 'unknown', 'anonymous', 'noname', 'no name'])

/** `?`, `N.N.`, `BYE`: who bears it is somebody else each time, so that nobody is known again by it. */
export const isNoName = (name: string): boolean => NOBODY.has(wordsOf(name).join(' '))
