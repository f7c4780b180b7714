/** Sensor boards: edges in, readings out. */
export { changesOf, type Differences, lettersOf } from './differences.ts'
export { ASK, type Edge, LATE, QUIET } from './edge.ts'
export { arrivals, exactly, type Reading, type ReadMove, readBoard, type Watched } from './read.ts'
