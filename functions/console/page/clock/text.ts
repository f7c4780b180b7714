/** Times of clocks, instants and durations as text, and read from text. */

/** `1:22:45`, `9:05`; with tenths `9:05.3`. Never below zero. */
export function formatClockTime(ms: number, tenths = false): string {
  const shown = Math.max(0, ms)
  // Displays change to the next second when it is used up: 0:00 only when nothing is left.
  const unit = tenths ? Math.floor(shown / 100) : Math.ceil(shown / 1000) * 10
  const seconds = Math.floor(unit / 10)
  const two = (n: number) => String(n).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  const main = hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
  return tenths ? `${main}.${unit % 10}` : main
}

/** Reads the time of a clock, `1:22:45`, `9:05` or `9:05.3`, in ms. Null where the text is none. */
export function parseClockTime(text: string): number | null {
  const found = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)(?:[.,](\d))?$/.exec(text.trim())
  if (found === null) return null
  const [, hours = '0', minutes = '0', seconds = '0', tenth = '0'] = found
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(tenth) * 100
}

/** Local time of day to the millisecond: `14:02:05.250`. */
export function formatTimeOfDay(ms: number, millis = true): string {
  const date = new Date(ms)
  const two = (n: number) => String(n).padStart(2, '0')
  const text = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
  return millis ? `${text}.${String(date.getMilliseconds()).padStart(3, '0')}` : text
}

/** A duration: `1 h 02 min`, `3 min 20 s`, `2 min`, `4.2 s`, `35 ms`. */
export function formatDuration(ms: number): string {
  const abs = Math.abs(ms)
  if (abs < 1000) return `${Math.round(ms)} ms`
  if (abs < 10_000) return `${(ms / 1000).toFixed(1)} s`
  if (abs < 60_000) return `${Math.round(ms / 1000)} s`
  const minutes = Math.floor(abs / 60_000)
  const sign = ms < 0 ? '−' : ''
  const seconds = Math.floor(abs / 1000) % 60
  if (minutes < 60) return `${sign}${minutes} min${seconds === 0 ? '' : ` ${seconds} s`}`
  return `${sign}${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/**
 * Reads an instant, ms since 1970: an ISO instant, a local time of the day (`14:02:05.250`), or `+5:10` after the start.
 * Null where the text is none of these.
 */
export function parseInstantText(
  text: string,
  { start, day }: { start: number; day: number },
): number | null {
  const clean = text.trim()
  const span = /^\+\s*(?:(\d+):)?(\d+):(\d+(?:[.,]\d+)?)$/.exec(clean)
  if (span !== null) {
    const [, hours = '0', minutes = '0', seconds = '0'] = span
    return start + ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds.replace(',', '.'))) * 1000
  }
  const time = /^(2[0-3]|[01]?\d):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,3}))?)?$/.exec(clean)
  if (time !== null) {
    const [, hours, minutes, seconds = '0', millis = '0'] = time
    return new Date(day).setHours(
      Number(hours),
      Number(minutes),
      Number(seconds),
      Number(millis.padEnd(3, '0')),
    )
  }
  const iso = /^\d{4}-\d\d-\d\dT/.test(clean) ? Date.parse(clean) : Number.NaN
  return Number.isNaN(iso) ? null : iso
}
