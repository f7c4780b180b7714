/** The sensor stage: edges of a board in, moves out. */
export { changesOf, type Differences, lettersOf } from './differences.ts'
export { ASK, LATE, QUIET } from './durations.ts'
