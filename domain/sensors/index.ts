/** The sensor stage: edges of a board in, moves out. */
export { changesOf, type Differences, lettersOf } from './differences.ts'
export { QUESTION_DELAY_MS, SENSOR_LATENCY_MS, SETTLING_MS } from './durations.ts'
