/** Clock readings as PGN commands write them, `h:mm:ss`. */

/** Thirty days: no chess clock shows more, and the record takes no more. */
const MAX_CLOCK_SECONDS = 30 * 86_400

/** The highest value of minutes after hours, and of seconds. */
const MAX_LOWER_FIELD = 59

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/**
 * Milliseconds of the reading in `text` from `start` to `end`: hours and minutes may be missing or unpadded, the seconds
 * may have a fraction after a point or a comma. Null when it is no reading; `1:75:00` is none, `75:00` is one of minutes.
 *
 * @example
 * ```ts
 * import { readClock, writeClock } from 'touchmove/pgn'
 *
 * console.log(readClock('1:29:58'), readClock('soon'), writeClock(5_398_000))
 * // 5398000 null 1:29:58
 * ```
 */
export function readClock(text: string, start = 0, end = text.length): number | null {
  let whole = 0
  let field = -1
  let fields = 1
  let fraction = -1
  let scale = 1000
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    if (isDigit(code)) {
      if (fraction < 0) field = (field < 0 ? 0 : field * 10) + code - 48
      else {
        scale /= 10
        fraction += (code - 48) * scale
      }
    } else if (code === 58 && fraction < 0 && field >= 0 && fields < 3) {
      if (fields > 1 && field > MAX_LOWER_FIELD) return null
      whole = (whole + field) * 60
      field = -1
      fields++
    } else if ((code === 46 || code === 44) && fraction < 0 && field >= 0) fraction = 0
    else return null
  }
  if (field < 0 || whole + field > MAX_CLOCK_SECONDS || (fields > 1 && field > MAX_LOWER_FIELD)) return null
  return (whole + field) * 1000 + Math.max(0, Math.round(fraction))
}

const twoDigits = (n: number): string => (n < 10 ? `0${n}` : String(n))

/** `h:mm:ss`, with a fraction only where the milliseconds are not whole seconds. */
export function writeClock(ms: number): string {
  const whole = Math.max(0, Math.round(ms))
  const seconds = Math.floor(whole / 1000)
  const text = `${Math.floor(seconds / 3600)}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
  const rest = whole % 1000
  const digits = String(rest).padStart(3, '0')
  return rest === 0 ? text : `${text}.${digits.replace(/(?<!0)0+$/, '')}`
}
