/** Says in one line what is wrong with a report: which field, what was found, what would be right. */
import type * as z from 'zod'
import { suggestionsFor } from './suggestions.ts'

export interface EventFault {
  /** RFC 6901, within the event: `/data/squares/0`. */
  readonly pointer: string
  /** One line: the field, what was found, what would be right. */
  readonly detail: string
}

type Path = readonly PropertyKey[]

/** The most faults of one event that are reported. */
const MAX_FAULTS = 20

const truncate = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text

/** RFC 6901, section 3: `~` and `/` in a name are written `~0` and `~1`. */
const pointerOf = (path: Path): string =>
  path.map((step) => `/${truncate(String(step), 100).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** A path as code writes it, `data.squares[0]`; a step that is no plain name is quoted. */
const nameOf = (path: Path): string => {
  let name = ''
  for (const step of path) {
    if (typeof step === 'number') name += `[${step}]`
    else if (/^\w+$/.test(String(step))) name += `${name === '' ? '' : '.'}${truncate(String(step), 60)}`
    else name += `[${truncate(JSON.stringify(String(step)), 60)}]`
  }
  return name === '' ? 'the event' : name
}

const describeValue = (value: unknown): string => {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (value === null) return 'null'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'string') return truncate(JSON.stringify(value), 60)
  return truncate(String(value), 60)
}

const valueAt = (value: unknown, path: Path): unknown => {
  let here = value
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined
    here = (here as Record<PropertyKey, unknown>)[step]
  }
  return here
}

const suggestion = (value: unknown, words: readonly unknown[]): string => {
  if (typeof value !== 'string') return ''
  const meant = suggestionsFor(value, words.map(String))
  return meant.length === 0 ? '' : `; near: ${meant.join(', ')}`
}

/** The fault of a value that is missing or is not what the phrase `expected` says. `words`: values to suggest a near one from. */
export function mismatch(
  path: Path,
  value: unknown,
  expected: string,
  words: readonly unknown[] = [],
): EventFault {
  const what = value === undefined ? 'is missing' : `is ${describeValue(value)}`
  return {
    pointer: pointerOf(path),
    detail: `${nameOf(path)} ${what}; it takes ${expected}${suggestion(value, words)}`,
  }
}

const unknownField = (path: Path, names: string): EventFault => {
  const allowed = names === '' ? 'there are none here' : `there are ${names}`
  return {
    pointer: pointerOf(path),
    detail: `${nameOf(path)} is no field; ${allowed}${suggestion(path.at(-1), names.split(', '))}`,
  }
}

const faultsOfIssue = (issue: z.core.$ZodIssue, value: unknown): EventFault[] => {
  const { path } = issue
  const here = valueAt(value, path)
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.slice(0, MAX_FAULTS).map((key) => unknownField([...path, key], issue.message))
    case 'custom':
      if (issue.params?.['phrase'] === true) return [mismatch(path, here, issue.message)]
      return [{ pointer: pointerOf(path), detail: `${nameOf(path)}: ${issue.message}` }]
    case 'invalid_value':
      return [mismatch(path, here, issue.message, issue.values)]
    case 'invalid_union':
      return [mismatch(path, here, issue.message, 'options' in issue ? (issue.options ?? []) : [])]
    case 'invalid_key':
      return [
        {
          pointer: pointerOf(path),
          detail: `${nameOf(path)} has a bad name; a name is ${issue.issues[0]?.message ?? issue.message}`,
        },
      ]
    default:
      return [mismatch(path, here, issue.message)]
  }
}

/** The faults of `value` that zod found, each in one line. */
export const faultsOf = (error: z.core.$ZodError, value: unknown): EventFault[] =>
  error.issues
    .slice(0, MAX_FAULTS)
    .flatMap((issue) => faultsOfIssue(issue, value))
    .slice(0, MAX_FAULTS)
