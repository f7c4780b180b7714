/** Converts instants to places on the timeline and back, and chooses the ticks of its ruler. */

/** The part of time in view, ms since 1970. */
export interface TimeSpan {
  readonly from: number
  readonly to: number
}

/** The shortest span in view, ms: single milliseconds can be distinguished. */
const MIN_SPAN_MS = 40

export const timeToX = ({ from, to }: TimeSpan, width: number, at: number): number =>
  ((at - from) / (to - from)) * width
export const xToTime = ({ from, to }: TimeSpan, width: number, x: number): number =>
  from + (x / width) * (to - from)

/** Zooms by a factor (below 1: in) so that `around` stays where it is; within `whole`, and not closer than milliseconds. */
export function zoomSpan(span: TimeSpan, whole: TimeSpan, factor: number, around: number): TimeSpan {
  const length = span.to - span.from
  const longest = whole.to - whole.from
  const next = Math.min(longest, Math.max(MIN_SPAN_MS, length * factor))
  const share = (around - span.from) / length
  return clampSpan({ from: around - share * next, to: around + (1 - share) * next }, whole)
}

/** The span moved as little as needed to lie in `whole`. */
export function clampSpan(span: TimeSpan, whole: TimeSpan): TimeSpan {
  const length = Math.min(span.to - span.from, whole.to - whole.from)
  const from = Math.min(Math.max(span.from, whole.from), whole.to - length)
  return { from, to: from + length }
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const TICK_STEPS_MS = [
  1,
  5,
  10,
  50,
  100,
  500,
  SECOND_MS,
  5 * SECOND_MS,
  15 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
]

/** Ms between labelled ticks so that labels have `room` pixels; whole multiples in local time. */
export function tickStepMs({ from, to }: TimeSpan, width: number, room: number): number {
  const least = ((to - from) / width) * room
  return TICK_STEPS_MS.find((step) => step >= least) ?? 24 * HOUR_MS
}

export function tickTimes(span: TimeSpan, step: number): number[] {
  const offset = new Date(span.from).getTimezoneOffset() * MINUTE_MS
  const first = Math.ceil((span.from - offset) / step) * step + offset
  const found: number[] = []
  for (let at = first; at <= span.to; at += step) found.push(at)
  return found
}
