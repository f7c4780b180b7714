/** How long hands, boards and clocks take, in ms. */

/** Ms without an edge after which a board counts as settled: a scan takes 250 ms, a slow hand a little longer. */
export const SETTLING_MS = 1000

/** Ms without an edge after which a board that cannot be read is asked about: a piece knocked over is back on its square by then. */
export const QUESTION_DELAY_MS = 5000

/** Ms by which a sensor may report later than the clock: two scans of the squares. */
export const SENSOR_LATENCY_MS = 500

/** Ms for which a hand that hovers rests at most. */
export const HOVER_WINDOW_MS = 10_000

/** Ms within which no hand lifts a piece and puts it back: two edges on one square so close together are a contact that bounced. */
export const BOUNCE_MS = 100
