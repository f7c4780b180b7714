/** Canonical JSON (RFC 8785) for the values a record holds: the bytes that are hashed and stored. */
import { ok, type Problem, type Result, refuse } from '../../domain/result.ts'

/** Deeper nesting is refused: no event needs it, and it catches a value that contains itself. */
const MAX_DEPTH = 64

/**
 * The one text that RFC 8785 allows for a value: no white space, members in the order of their UTF-16 code units,
 * the shortest escapes. Integers beyond ±(2^53 − 1), what is not finite, lone surrogates, holes in arrays and anything that is
 * not JSON are refused (`not-canonical`), the message naming the place as a JSON pointer. A member that is `undefined`
 * counts as absent, as it does in JSON.stringify.
 */
export function canonicalJson(value: unknown): Result<string> {
  const fault = faultIn(value, '', 0)
  return fault === null ? ok(write(value)) : { ok: false, error: fault }
}

function faultIn(value: unknown, at: string, depth: number): Problem | null {
  const no = (why: string) => refuse('not-canonical', `${at === '' ? 'the value' : at} ${why}`).error
  switch (typeof value) {
    case 'boolean':
      return null
    case 'string':
      return isWellFormed(value) ? null : no('holds a lone surrogate; text must be well-formed Unicode')
    case 'number':
      // RFC 8785 writes numbers as ECMAScript does; half points are the only fractions that the record knows.
      return Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))
        ? null
        : no(`is ${value}; a number must be finite, and an integer within ±(2^53 − 1)`)
    case 'object':
      break
    default:
      return no(`is of type ${typeof value}; only JSON values can be recorded`)
  }
  if (value === null) return null
  if (depth === MAX_DEPTH) return no(`is nested deeper than ${MAX_DEPTH} levels`)
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const fault = faultIn(value[i], `${at}/${i}`, depth + 1)
      if (fault !== null) return fault
    }
    return null
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return no('is not a plain object')
  for (const [name, member] of Object.entries(value)) {
    if (!isWellFormed(name)) return no('has a member whose name holds a lone surrogate')
    if (member === undefined) continue
    const fault = faultIn(member, `${at}/${pointerToken(name)}`, depth + 1)
    if (fault !== null) return fault
  }
  return null
}

/** Expects a value without faults. JSON.stringify escapes strings and writes integers (−0 as 0) exactly as the RFC wants. */
function write(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  const present = Object.entries(value).filter(([, member]) => member !== undefined)
  // `<` compares strings by UTF-16 code units, which is the order of RFC 8785, 3.2.3.
  const members = present.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join(',')}}`
}

/** With the `u` flag a surrogate matches only where it has no partner. */
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text)

const pointerToken = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
