/** Compares a state with what a case expects. Only fields that the case names are compared. */
import { remarkInWords } from '../laws/text/remark.ts'
import { EN_REMARKS } from '../laws/text/remarks/en.ts'
import type { Remark } from '../reasons.ts'

interface Tolerance {
  /** By how much clock times may differ, in milliseconds. */
  readonly clock: number
}

const EXACT: Tolerance = { clock: 0 }
/** Fields of an entry that are not expectations: where to look, a tolerance, a note. */
const NOT_COMPARED = new Set(['after', 'afterEvent', 'clockTolerance', 'note'])

/**
 * The first difference between an `expect` entry and a public state, or null where everything named matches. `mustPlay` is compared
 * as a set; each of `verdicts` must match some verdict; a verdict of a rule in `noVerdicts` is a difference.
 */
export function entryDifference(
  entry: Record<string, unknown>,
  state: Record<string, unknown>,
): string | null {
  for (const [field, expected] of Object.entries(entry)) {
    if (NOT_COMPARED.has(field)) continue
    const difference = fieldDifference(field, expected, state, entry)
    if (difference !== null) return difference
  }
  return null
}

function fieldDifference(
  field: string,
  expected: unknown,
  state: Record<string, unknown>,
  entry: Record<string, unknown>,
): string | null {
  switch (field) {
    case 'mustPlay':
      return setDifference(expected, state[field], field)
    case 'verdicts':
      return missingVerdict(expected, state['verdicts'])
    case 'noVerdicts':
      return unwantedVerdict(expected, state['verdicts'])
    case 'clocks':
      return difference(expected, state[field], field, { clock: tolerance(entry, expected) })
    default:
      return difference(expected, state[field], field)
  }
}

/** The tolerance of clock times, in ms: `clockTolerance` of the entry or of its `clocks`. */
function tolerance(entry: Record<string, unknown>, clocks: unknown): number {
  const beside = isObject(clocks) ? clocks['clockTolerance'] : undefined
  return Number(entry['clockTolerance'] ?? beside ?? 0)
}

/** Does an option or a note have the expected code or English sentence? */
const isRemarkSaid = (expected: string, actual: Record<string, unknown>): boolean =>
  typeof actual['code'] === 'string' &&
  isObject(actual['params']) &&
  (actual['code'] === expected || remarkInWords(actual as unknown as Remark, EN_REMARKS) === expected)

/** Objects match when every named field matches, lists item by item; a `rule` may be a list of which any will do. */
export function difference(expected: unknown, actual: unknown, path: string, within = EXACT): string | null {
  if (Array.isArray(expected) && path.endsWith('.rule') && !Array.isArray(actual))
    return expected.includes(actual) ? null : differs(path, expected, actual)
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return differs(path, expected, actual)
    return first(
      expected.map((item, i) => [item, actual[i], `${path}[${i}]`] as const),
      within,
    )
  }
  if (isObject(expected)) {
    if (!isObject(actual)) return differs(path, expected, actual)
    const named = Object.entries(expected).filter(([field]) => !NOT_COMPARED.has(field))
    return first(
      named.map(([field, item]) => [item, actual[field], `${path}.${field}`] as const),
      within,
    )
  }
  if (typeof expected === 'string' && isObject(actual) && isRemarkSaid(expected, actual)) return null
  if (typeof expected === 'number' && typeof actual === 'number') {
    return Math.abs(expected - actual) <= within.clock ? null : differs(path, expected, actual)
  }
  // A field that is absent and one that is null say the same: there is none.
  return (expected ?? null) === (actual ?? null) ? null : differs(path, expected, actual)
}

function first(pairs: readonly (readonly [unknown, unknown, string])[], within: Tolerance): string | null {
  for (const [expected, actual, path] of pairs) {
    const found = difference(expected, actual, path, within)
    if (found !== null) return found
  }
  return null
}

function setDifference(expected: unknown, actual: unknown, path: string): string | null {
  if (!Array.isArray(expected) || !Array.isArray(actual)) return difference(expected, actual, path)
  const sorted = (list: readonly unknown[]) => [...new Set(list)].sort()
  return difference(sorted(expected), sorted(actual), path)
}

/** What is missing of the expected verdicts; `verdicts: []` expects that there is none. */
function missingVerdict(expected: unknown, actual: unknown): string | null {
  const listed = Array.isArray(expected) ? expected : [expected]
  const verdicts: unknown[] = Array.isArray(actual) ? actual : []
  if (listed.length === 0 && verdicts.length > 0) return `verdicts: none expected, found ${summary(verdicts)}`
  const missing = listed.find((wanted) => !verdicts.some((verdict) => isVerdict(wanted, verdict)))
  if (missing === undefined) return null
  return `verdicts: no verdict matches ${show(missing)}; there ${verdicts.length === 1 ? 'is' : 'are'} ${summary(verdicts)}`
}

function isVerdict(wanted: unknown, verdict: unknown): boolean {
  if (!isObject(wanted) || !isObject(verdict)) return false
  const { rule, ...rest } = wanted
  return isRule(rule, verdict['rule']) && difference(rest, verdict, 'verdict') === null
}

function isRule(wanted: unknown, rule: unknown): boolean {
  if (wanted === undefined) return true
  return Array.isArray(wanted) ? wanted.includes(rule) : wanted === rule
}

function unwantedVerdict(expected: unknown, actual: unknown): string | null {
  const rules = (Array.isArray(expected) ? expected : [expected]).flat()
  const verdicts: unknown[] = Array.isArray(actual) ? actual : []
  const found = verdicts.find((verdict) => isObject(verdict) && rules.includes(verdict['rule']))
  return found === undefined ? null : `noVerdicts: ${show(found)} arose`
}

/** The verdicts in one line, by their main fields. */
function summary(verdicts: readonly unknown[]): string {
  if (verdicts.length === 0) return 'none'
  const brief = verdicts.map((verdict) => {
    if (!isObject(verdict)) return show(verdict)
    const { rule, against, status, remedy } = verdict
    return show({ rule, against, status, remedy })
  })
  return brief.join(' ')
}

const differs = (path: string, expected: unknown, actual: unknown): string =>
  `${path}: expected ${show(expected)}, found ${show(actual)}`

const show = (value: unknown): string => JSON.stringify(value ?? null)

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
