/** The schema of `report-corrected`: a wrong report is taken back or replaced; it stays in the record. */
import * as z from 'zod'
import { ACTORS_OF, type ActorOf } from './actors.ts'
import { CORRECTABLE_SCHEMAS, type CorrectableData, type CorrectableType } from './correctable.ts'
import { fields, freeText, instant, listOf, oneOf, orEmpty, seqs } from './primitives.ts'

/** What should have been reported. It has no id of its own; without `at` it happened when the event it replaces did. */
export type Replacement = {
  [T in CorrectableType]: {
    type: T
    at?: string | undefined
    by: ActorOf<T>
    data: CorrectableData<T>
  }
}[CorrectableType]

const CORRECTABLE_TYPES = Object.keys(CORRECTABLE_SCHEMAS) as CorrectableType[]

const replacementOf = (type: CorrectableType) =>
  fields({
    type: z.literal(type),
    at: instant.optional(),
    by: oneOf(ACTORS_OF[type]),
    data: orEmpty(CORRECTABLE_SCHEMAS[type]),
  })

const anyReplacement = () => {
  const [first, ...others] = CORRECTABLE_TYPES.map(replacementOf)
  return z.discriminatedUnion('type', [first!, ...others], {
    error: (issue) =>
      issue.code === 'invalid_union'
        ? 'a type of the vocabulary that is not itself a correction'
        : 'an event without id: {type, at, by, data}',
  })
}

/**
 * The union is made at the first correction, so that no start waits for it. A mapped list of schemas loses which type has
 * which data; the cast gives that back.
 */
const replacement = z.lazy(anyReplacement) as unknown as z.ZodType<Replacement, Replacement>

export const correctionSchemas = {
  'report-corrected': fields({
    seqs,
    reason: freeText,
    replacement: listOf(replacement, 0, 50, 'a list of at most 50 events without id').optional(),
  }),
}
