/** The vocabulary as JSON Schema (draft 2020-12): made from the zod schemas, written nowhere else. */

import * as z from 'zod'
import { reportSchema, storedSchema } from './envelope.ts'
import { omit } from './omit.ts'
import { regulations, timeControl } from './opening.ts'
import { GAME_DATA, ROUND_DATA } from './schemas.ts'

type Schema = z.core.JSONSchema.BaseSchema

/** A type that games and rounds both have (`details-corrected`) has the prefix `round-` among a round's. */
const roundName = (type: string): string => (Object.hasOwn(GAME_DATA, type) ? `round-${type}` : type)

/** The schemas that get a name of their own in `$defs`. */
const schemaRegistry = () => {
  const names = z.registry<{ id: string }>()
  names.add(timeControl, { id: 'timeControl' })
  names.add(regulations, { id: 'regulations' })
  for (const [type, data] of Object.entries(GAME_DATA)) {
    names.add(data, { id: `${type}.data` })
    names.add(reportSchema(type as keyof typeof GAME_DATA, data), { id: type })
    names.add(storedSchema(type as keyof typeof GAME_DATA, data), { id: `${type}.stored` })
  }
  for (const [type, data] of Object.entries(ROUND_DATA)) {
    names.add(data, { id: `${roundName(type)}.data` })
    names.add(reportSchema(type as keyof typeof ROUND_DATA, data), { id: roundName(type) })
  }
  return names
}

/** Zod marks each schema as a document of its own; here they are parts of one. */
const asPart = (schema: Schema): Schema => omit(schema, '$id', '$schema')

/**
 * One document: it validates a report about a game, and its `$defs` hold, for every type, the report (`move-made`),
 * its fields (`move-made.data`) and the event as the record gives it back (`move-made.stored`); for a round's types
 * the report and its fields. A rule about several fields at once stands in `description`.
 */
export function jsonSchema(): Schema {
  const { schemas } = z.toJSONSchema(schemaRegistry(), {
    io: 'input',
    target: 'draft-2020-12',
    uri: (id) => `#/$defs/${id}`,
  })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A report about a game of chess',
    oneOf: Object.keys(GAME_DATA).map((type) => ({ $ref: `#/$defs/${type}` })),
    $defs: Object.fromEntries(Object.entries(schemas).map(([name, part]) => [name, asPart(part)])),
  }
}
