/** Reads the fields of foreign documents independently of each other. */
import type * as z from 'zod'

/** Null in place of a value that does not fit: a game without a readable clock has its moves all the same. */
export const nullIfInvalid = <S extends z.ZodType>(schema: S) => schema.nullish().catch(null)
