/** Unwinnability: can a side still mate by some series of legal moves (5.2.2, 6.9, 7.5.5, A.4.3)? See docs/winnable.md. */

export type { SearchBudget, UnwinnableProof, WinnableAnswer } from './answer.ts'
export { canMate } from './can-mate.ts'
export { isDead, isDeadBySearch, type Liveness } from './dead.ts'
export { isPlainlyAlive } from './precheck.ts'
