/** The sensor stage: it makes moves of the edges of a board. */
export { changesOf, type Differences, lettersOf } from './differences.ts'
export { QUESTION_DELAY_MS, SENSOR_LATENCY_MS, SETTLING_MS } from './durations.ts'
