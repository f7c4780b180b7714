/** From instants to places on the timeline and back, and the ticks between. */

/** The part of time in view, ms since 1970. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The shortest span in view, ms: single milliseconds can be told apart. */
const SHORTEST = 40

export const xOf = ({ from, to }: Span, width: number, at: number): number =>
  ((at - from) / (to - from)) * width
export const timeAt = ({ from, to }: Span, width: number, x: number): number =>
  from + (x / width) * (to - from)

/** Zooms by a factor (below 1: in) so that `around` stays where it is; within `whole`, and not closer than milliseconds. */
export function zoomed(span: Span, whole: Span, factor: number, around: number): Span {
  const length = span.to - span.from
  const longest = whole.to - whole.from
  const next = Math.min(longest, Math.max(SHORTEST, length * factor))
  const share = (around - span.from) / length
  return within({ from: around - share * next, to: around + (1 - share) * next }, whole)
}

/** Moved as little as needed to lie in `whole`. */
export function within(span: Span, whole: Span): Span {
  const length = Math.min(span.to - span.from, whole.to - whole.from)
  const from = Math.min(Math.max(span.from, whole.from), whole.to - length)
  return { from, to: from + length }
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const STEPS = [
  1,
  5,
  10,
  50,
  100,
  500,
  SECOND,
  5 * SECOND,
  15 * SECOND,
  30 * SECOND,
  MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  12 * HOUR,
  24 * HOUR,
]

/** Ms between labelled ticks so that labels have `room` pixels; whole multiples in local time. */
export function stepFor({ from, to }: Span, width: number, room: number): number {
  const least = ((to - from) / width) * room
  return STEPS.find((step) => step >= least) ?? 24 * HOUR
}

export function ticks(span: Span, step: number): number[] {
  const offset = new Date(span.from).getTimezoneOffset() * MINUTE
  const first = Math.ceil((span.from - offset) / step) * step + offset
  const found: number[] = []
  for (let at = first; at <= span.to; at += step) found.push(at)
  return found
}
