/** The game: events folded into facts, judged by the Laws, shown as the contract shows them. */
export type { Fold, FoldOptions } from './fold.ts'
export { effectiveTime, fold, openFold, reduce, resumeFold, step } from './fold.ts'
export { pathOf } from './line.ts'
export type { PublicMove, PublicState } from './public.ts'
export { publicState } from './public.ts'
export { foldToInstant, foldToSeq } from './replay.ts'
export type { GameDetails, GameState, MoveMade, Point, Result, Status, Verdict } from './state.ts'
export { REDUCER_VERSION } from './state.ts'
