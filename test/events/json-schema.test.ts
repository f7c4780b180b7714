import { expect, test } from 'vitest'
import { ACTORS_OF, EVENT_TYPES, jsonSchema, parseReport, ROUND_EVENT_TYPES } from '../../events/index.ts'
import { faults, report } from './helpers.ts'

interface Part {
  type?: string
  $ref?: string
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Part>
  required?: string[]
  additionalProperties?: unknown
  pattern?: string
  oneOf?: Part[]
  items?: Part
  $id?: string
  $schema?: string
}

const schema = jsonSchema() as Part & { $defs: Record<string, Part> }
const { $defs } = schema

const partsIn = (part: unknown): Part[] =>
  typeof part !== 'object' || part === null ? [] : [part as Part, ...Object.values(part).flatMap(partsIn)]

test('the document is of draft 2020-12 and plain JSON', () => {
  expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema')
  expect(JSON.parse(JSON.stringify(schema))).toEqual(schema)
})

test('it validates one report: any type of a game’s stream', () => {
  expect(schema.oneOf).toEqual(EVENT_TYPES.map((type) => ({ $ref: `#/$defs/${type}` })))
})

test.each(EVENT_TYPES)('%s: the envelope is closed, names its type and its actors', (type) => {
  const part = $defs[type]!
  expect(part.additionalProperties).toBe(false)
  expect(Object.keys(part.properties!)).toEqual(['id', 'type', 'at', 'by', 'data'])
  expect(part.properties!['type']).toMatchObject({ const: type })
  expect(part.properties!['by']!.enum).toEqual([...ACTORS_OF[type]])
  expect(part.properties!['data']!.$ref).toBe(`#/$defs/${type}.data`)
  expect($defs[`${type}.data`]).toMatchObject({ type: 'object', additionalProperties: false })
})

test.each(EVENT_TYPES)('%s: what the schema requires is what validation asks for', (type) => {
  const asked = faults(parseReport({ type, data: {} })).filter((fault) => fault.includes('is missing'))
  const required = [
    ...$defs[type]!.required!.filter((name) => !['type', 'data'].includes(name)).map((name) => `/${name}`),
    ...($defs[`${type}.data`]!.required ?? []).map((name) => `/data/${name}`),
  ]
  expect(asked.map((fault) => fault.split(' ')[0]).sort()).toEqual(required.sort())
})

test.each(EVENT_TYPES)('%s: `data` is required when one of its fields is', (type) => {
  const hasRequired = ($defs[`${type}.data`]!.required ?? []).length > 0
  const mayBeLeftOut = faults(parseReport(report(type, ACTORS_OF[type][0]))).length === 0
  expect($defs[type]!.required!.includes('data')).toBe(!mayBeLeftOut)
  if (hasRequired) expect(mayBeLeftOut).toBe(false)
})

test('the record’s form adds what the service sets', () => {
  for (const type of EVENT_TYPES) {
    expect(Object.keys($defs[`${type}.stored`]!.properties!)).toEqual([
      'id',
      'type',
      'at',
      'by',
      'data',
      'game',
      'seq',
      'receivedAt',
      'recordedAt',
      'principal',
      'v',
    ])
  }
})

test('a round’s types are there too, under names of their own', () => {
  for (const type of ROUND_EVENT_TYPES) {
    const name = type === 'details-corrected' ? 'round-details-corrected' : type
    expect($defs[name]!.properties!['type']).toMatchObject({ const: type })
    expect($defs[`${name}.data`]!.additionalProperties).toBe(false)
  }
})

test('every object is closed, save an import’s tags, which are texts by any name', () => {
  const open = partsIn(schema).filter((part) => part.type === 'object' && part.additionalProperties !== false)
  expect(open.length).toBeGreaterThan(0)
  for (const part of open) expect(part.additionalProperties).toMatchObject({ type: 'string' })
})

test('every reference leads somewhere, and no part calls itself a document', () => {
  for (const part of partsIn(schema)) {
    if (typeof part.$ref === 'string') expect($defs).toHaveProperty([part.$ref.replace('#/$defs/', '')])
    expect(part.$id).toBeUndefined()
    if (part !== schema) expect(part.$schema).toBeUndefined()
  }
})

test('every pattern is a regular expression as JSON Schema has them: Unicode, without flags', () => {
  const patterns = partsIn(schema).flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []))
  expect(patterns.length).toBeGreaterThan(20)
  for (const pattern of patterns) expect(() => new RegExp(pattern, 'u')).not.toThrow()
})

test('a correction’s replacement is any event but a correction, without id', () => {
  const options = $defs['report-corrected.data']!.properties!['replacement']!.items!.oneOf!
  expect(options.map((option) => option.properties!['type']!.const)).toEqual(
    EVENT_TYPES.filter((type) => type !== 'report-corrected'),
  )
  for (const option of options) expect(option.properties).not.toHaveProperty('id')
})
