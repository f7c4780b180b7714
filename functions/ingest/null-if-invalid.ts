/** Foreign documents, whose fields are read independently of each other. */
import type * as z from 'zod'

/** A field that is not what it was takes nothing else with it: a game without its clock has its moves. */
export const nullIfInvalid = <S extends z.ZodType>(schema: S) => schema.nullish().catch(null)
