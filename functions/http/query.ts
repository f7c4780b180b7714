/** Values of query parameters: text that stands for a number or an instant. */
import * as z from 'zod'

/** A whole number from `least` to `most`. */
export const integerParam = (least: number, most: number, about: string) => {
  const expected = `a whole number from ${least} to ${most}`
  return z
    .string({ error: expected })
    .regex(/^\d{1,10}$/, { error: expected, abort: true })
    .transform(Number)
    .pipe(z.int({ error: expected }).min(least, { error: expected }).max(most, { error: expected }))
    .meta({ type: 'integer', minimum: least, maximum: most, description: about })
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/i
const INSTANT_WORDS = 'an RFC 3339 instant such as 2026-03-14T15:00:00.000Z'

/** An RFC 3339 instant, parsed to milliseconds since 1970. A `+` that a client did not escape arrives as a space. */
export const instantParam = (about: string) =>
  z
    .string({ error: INSTANT_WORDS })
    .transform((text) => text.replace(' ', '+'))
    .refine((text) => INSTANT.test(text) && !Number.isNaN(Date.parse(text)), {
      error: INSTANT_WORDS,
      params: { phrase: true },
    })
    .transform((text) => Date.parse(text))
    .meta({ type: 'string', format: 'date-time', description: about })

/** The error of a query with a parameter of another name; `names` are the right ones, in words. */
export const onlyNames = (names: string) => ({
  error: (issue: { code?: string | undefined }) => (issue.code === 'unrecognized_keys' ? names : 'a query'),
})
