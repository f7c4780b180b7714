/**
 * Canonical JSON (RFC 8785) for the values a record holds: the bytes that are hashed and stored. It is our own code, since a
 * value that cannot be hashed must be refused with its place, where packages write something else in silence.
 */
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
  const text = write(value, 0)
  return text === null ? { ok: false, error: faultIn(value, '', 0)! } : ok(text)
}

/** The canonical text of a value that this program made or has validated. Throws RangeError where `canonicalJson` refuses it. */
export function canonicalText(value: unknown): string {
  const text = canonicalJson(value)
  if (!text.ok) throw new RangeError(text.error.message)
  return text.value
}

/** What parsing the canonical text of a value gives, without the text: members in its order, none that is undefined, no −0. */
export function canonicalCopy(value: unknown): unknown {
  if (typeof value === 'number') return value === 0 ? 0 : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(canonicalCopy)
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[name]
    if (member === undefined) continue
    if (name === '__proto__') defineMember(copy, name, canonicalCopy(member))
    else copy[name] = canonicalCopy(member)
  }
  return copy
}

/** Sets a member whose name an assignment would not make one. */
const defineMember = (object: object, name: string, value: unknown) =>
  Object.defineProperty(object, name, { configurable: true, enumerable: true, writable: true, value })

function faultIn(value: unknown, at: string, depth: number): Problem | null {
  const no = (why: string) => refuse('not-canonical', `${at === '' ? 'the value' : at} ${why}`).error
  switch (typeof value) {
    case 'boolean':
      return null
    case 'string':
      return isWellFormed(value) ? null : no('holds a lone surrogate; text must be well-formed Unicode')
    case 'number':
      return isCanonical(value)
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
  if (!isPlain(value)) return no('is not a plain object')
  for (const [name, member] of Object.entries(value)) {
    if (!isWellFormed(name)) return no('has a member whose name holds a lone surrogate')
    if (member === undefined) continue
    const fault = faultIn(member, `${at}/${pointerToken(name)}`, depth + 1)
    if (fault !== null) return fault
  }
  return null
}

/**
 * Null for what is not canonical: only then is the place looked for. JSON.stringify escapes strings and writes numbers (−0
 * as 0) exactly as the RFC wants.
 */
function write(value: unknown, depth: number): string | null {
  switch (typeof value) {
    case 'string':
      return isWellFormed(value) ? JSON.stringify(value) : null
    case 'number':
      return isCanonical(value) ? JSON.stringify(value) : null
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      if (value === null) return 'null'
      if (depth === MAX_DEPTH) return null
      return Array.isArray(value) ? writeArray(value, depth) : writeObject(value, depth)
    default:
      return null
  }
}

function writeArray(values: readonly unknown[], depth: number): string | null {
  let text = ''
  for (let i = 0; i < values.length; i++) {
    const item = write(values[i], depth + 1)
    if (item === null) return null
    text += i === 0 ? item : `,${item}`
  }
  return `[${text}]`
}

function writeObject(object: object, depth: number): string | null {
  if (!isPlain(object)) return null
  let text = ''
  // Strings are sorted by UTF-16 code units, which is the order of RFC 8785, 3.2.3.
  for (const name of Object.keys(object).sort()) {
    const member = (object as Record<string, unknown>)[name]
    if (member === undefined && isWellFormed(name)) continue
    const written = write(member, depth + 1)
    if (written === null || !isWellFormed(name)) return null
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${written}`
  }
  return `{${text}}`
}

/** An integer beyond ±(2^53 − 1) may not be the one that its sender wrote; RFC 8785 writes all others as ECMAScript does. */
const isCanonical = (value: number): boolean =>
  Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * With the `u` flag a surrogate matches only where it has no partner. The range is faster than `\p{Surrogate}` and means the
 * same.
 */
const isWellFormed = (text: string): boolean => !/[\ud800-\udfff]/u.test(text)

const pointerToken = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
