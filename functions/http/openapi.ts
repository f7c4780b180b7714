/** The description of the interface (OpenAPI 3.1), made from the route table and the schemas that check requests. */
import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi'
import type * as z from 'zod'
import { jsonSchema } from '../../events/index.ts'
import { problemSchema } from './response-schemas.ts'
import type { Route } from './route.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

const PARTS = '#/components/schemas/'

/** The OpenAPI document of these routes as plain JSON. */
export function describeRoutes(routes: readonly Route[]): Json {
  const registry = new OpenAPIRegistry()
  registry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
  })
  for (const each of routes) registry.registerPath(operation(each))
  const document = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Touchmove', version: '1', description: 'The flight recorder of over-the-board chess.' },
  })
  const { $defs = {}, ...report } = jsonSchema()
  const parts = { ...$defs, Report: report, Event: anyStored(Object.keys($defs)) }
  const described = withComponentRefs(JSON.parse(JSON.stringify(document))) as {
    components: { schemas: object }
  }
  const schemas = {
    ...described.components.schemas,
    ...(withComponentRefs(JSON.parse(JSON.stringify(parts))) as object),
  }
  return { ...described, components: { ...described.components, schemas } } as unknown as Json
}

/** The schema of a stored event of any type. `names`: of all definitions; the stored events' end in `.stored`. */
const anyStored = (names: readonly string[]) => ({
  title: 'An event of the record',
  oneOf: names.filter((name) => name.endsWith('.stored')).map((name) => ({ $ref: `#/$defs/${name}` })),
})

function operation({
  method,
  path,
  summary,
  open,
  params,
  query,
  documentedBody,
  replies,
}: Route): RouteConfig {
  const content = (schema: z.ZodType) => ({ 'application/json': { schema } })
  const refusal = {
    description: 'Refused',
    content: { 'application/problem+json': { schema: problemSchema } },
  }
  return {
    method: method.toLowerCase() as Lowercase<typeof method>,
    path,
    summary,
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^A-Za-z]+(\w)?/g, (_, next?: string) => (next ?? '').toUpperCase())}`,
    security: open ? [{}, { token: [] }] : [{ token: [] }],
    request: {
      params,
      query,
      ...(documentedBody !== null && { body: { required: true, content: content(documentedBody) } }),
    },
    responses: {
      ...Object.fromEntries(
        Object.entries(replies).map(([status, { description, content: types = {} }]) => [
          status,
          {
            description,
            content: Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, { schema }])),
          },
        ]),
      ),
      default: refusal,
    },
  }
}

/**
 * Makes references of the schemas of events/ point to `components`, and removes the delimiter and flags of regular expressions,
 * which the generator leaves at the end of patterns (JSON Schema's patterns are Unicode patterns anyway).
 */
function withComponentRefs(value: Json): Json {
  if (Array.isArray(value)) return value.map(withComponentRefs)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value as { [name: string]: Json }).map(([name, member]) => {
      if (name === '$ref' && typeof member === 'string') return [name, member.replace('#/$defs/', PARTS)]
      if (name === 'pattern' && typeof member === 'string') return [name, member.replace(/\/[a-z]+$/, '')]
      return [name, withComponentRefs(member)]
    }),
  )
}
