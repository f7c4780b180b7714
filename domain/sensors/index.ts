/** Sensor boards: edges in, readings out. */
export { arrivals } from './arrivals.ts'
export { bouncedAt } from './bounce.ts'
export { changesOf, type Differences, lettersOf } from './differences.ts'
export { ASK, LATE, QUIET, reported } from './edge.ts'
export { exactly, readBoard } from './read.ts'
export type { Reading, ReadMove, Watched } from './reading.ts'
