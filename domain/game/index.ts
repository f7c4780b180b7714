/** The entry of this folder: folding events into a state, replaying to a point, and what readers are shown (`PublicState`). */

export type { Remark } from '../reasons.ts'
export { fenOf } from '../state/fens.ts'
export { pathOf } from '../state/history.ts'
export { effectiveTime, effectiveTimes, millisOf } from '../state/instant.ts'
export type {
  GameDetails,
  GameResult,
  GameState,
  LogEntry,
  MoveMade,
  Point,
  Status,
  Verdict,
} from '../state/state.ts'
export { REDUCER_VERSION } from '../state/state.ts'
export { movesAfterEnd, type PublicMoveAfterEnd } from './after-end.ts'
export type { Fold, FoldOptions } from './fold.ts'
export { fold, openFold, reduce, resumeFold, step } from './fold.ts'
export type { PublicMove, PublicState } from './public.ts'
export { publicState } from './public.ts'
export { foldToInstant, foldToSeq } from './replay.ts'
