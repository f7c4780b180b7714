/** Instants of events (RFC 3339) as milliseconds since the epoch, and the effective times on which clocks run. */

/** The number of two digits that begin at `i`. */
const twoDigits = (text: string, i: number): number => text.charCodeAt(i) * 10 + text.charCodeAt(i + 1) - 528

/** Days from 1970-01-01 to a date of the Gregorian calendar (H. Hinnant's civil-day arithmetic, public domain). */
function daysTo(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const ofEra = y - era * 400
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const inEra = ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear
  return era * 146_097 + inEra - 719_468
}

/** The last date and its number of days: the events of a game are of one or two dates. */
let lastDate = { year: 1970, month: 1, day: 1, days: 0 }

function dayOf(year: number, month: number, day: number): number {
  if (lastDate.day !== day || lastDate.month !== month || lastDate.year !== year)
    lastDate = { year, month, day, days: daysTo(year, month, day) }
  return lastDate.days
}

/**
 * `2026-03-14T14:00:05.250Z` as milliseconds since the epoch. Every fold reads the instant of every event, and the stored form
 * is always this one; `Date.parse` reads other forms, at ten times the cost.
 */
export function millisOf(at: string): number {
  if (at.length !== 24 || at.charCodeAt(23) !== 90) return Date.parse(at)
  const days = dayOf(twoDigits(at, 0) * 100 + twoDigits(at, 2), twoDigits(at, 5), twoDigits(at, 8))
  const seconds = twoDigits(at, 11) * 3600 + twoDigits(at, 14) * 60 + twoDigits(at, 17)
  return (days * 86_400 + seconds) * 1000 + twoDigits(at, 20) * 10 + at.charCodeAt(22) - 48
}

/** When an event is reported to have happened, and when it was stored; `recordedAt` is absent where it was not stored. */
export interface EventTimes {
  readonly at: string
  readonly recordedAt?: string
}

/** Times of an event, with what distinguishes an opening that named no instant. */
interface TimedEvent extends EventTimes {
  readonly type: string
  /** Of an event as it is stored. */
  readonly receivedAt?: string
  /** Of an entry of the log, which has no receipt. */
  readonly untimed?: true
}

/** When the event happened, in ms: its `at`, but at the latest when it was stored. */
export function occurredAt({ at, recordedAt }: EventTimes): number {
  const reportedMs = millisOf(at)
  // Stored instants sort as text, so the second one is read only where it decides.
  return recordedAt !== undefined && recordedAt < at ? Math.min(reportedMs, millisOf(recordedAt)) : reportedMs
}

/**
 * The instant an event took effect, in ms: when it happened, or the effective time of the event before it (`before`)
 * where that is later, since `seq` is the order. Clocks run on effective times.
 */
export function effectiveTime(before: number, event: EventTimes): number {
  const own = occurredAt(event)
  if (own > before) return own
  return before
}

/**
 * Whether this is an opening that named no instant, so that it has that of its receipt. Such an opening is no bound of the
 * times after it: what a board reports later of earlier instants has its own times.
 */
export const isUntimedOpening = ({ type, at, receivedAt, untimed }: TimedEvent): boolean =>
  type === 'game-opened' && (untimed === true || at === receivedAt)

/** The effective times of a game's events, in ms, never falling: an opening without an instant comes before all others. */
export function effectiveTimes(events: readonly TimedEvent[]): number[] {
  const [opening] = events
  let at = Number.NEGATIVE_INFINITY
  const times = events.map((event) => {
    at = effectiveTime(at, event)
    if (event !== opening || !isUntimedOpening(event)) return at
    const receipt = at
    at = Number.NEGATIVE_INFINITY
    return receipt
  })
  if (times.length > 1) times[0] = Math.min(times[0]!, times[1]!)
  return times
}
