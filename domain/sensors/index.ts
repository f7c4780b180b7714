/** Sensor boards: edges in, readings out. */
export { changesOf, type Differences, lettersOf } from './differences.ts'
export { ASK, LATE, QUIET } from './durations.ts'
