import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  ACTORS_OF,
  currentVersion,
  EVENT_TYPES,
  jsonSchema,
  parseRoundReport,
  parseStoredEvent,
  ROUND_EVENT_TYPES,
} from '../../events/index.ts'

const FOLDER = new URL('../../events/golden/', import.meta.url)

interface Sample {
  type: string
  by: string
  v: number
  data: Record<string, unknown>
  [field: string]: unknown
}

const samples = (file: string): Sample[] => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))

const versionsOf = (type: string): number[] => Array.from({ length: currentVersion(type) }, (_, i) => i + 1)
const GAME_FILES = EVENT_TYPES.flatMap((type) => versionsOf(type).map((v) => `${type}.v${v}.json`))
const ROUND_FILES = ROUND_EVENT_TYPES.flatMap((type) =>
  versionsOf(type).map((v) => `${type === 'details-corrected' ? `round-${type}` : type}.v${v}.json`),
)

test('every version of every type that was ever written has its sample, and nothing else lies there', () => {
  const wanted = [...GAME_FILES, ...ROUND_FILES]
  const present = readdirSync(FOLDER)
  expect(
    wanted.filter((file) => !present.includes(file)),
    'write in events/golden samples of each, as they are stored, that between them show every field: "An event" in docs/extending.md has one',
  ).toEqual([])
  expect(
    present.filter((file) => !wanted.includes(file)),
    'no event has this type and version',
  ).toEqual([])
})

const WRITTEN = readdirSync(FOLDER)
const written = (files: readonly string[]) => files.filter((file) => WRITTEN.includes(file))

test.each(written(GAME_FILES))('%s is read as it was written', (file) => {
  const found = samples(file)
  expect(found.length).toBeGreaterThan(0)
  for (const sample of found) {
    expect(file).toBe(`${sample.type}.v${sample.v}.json`)
    const read = parseStoredEvent(sample, 0)
    if (sample.v === currentVersion(sample.type)) expect(read).toEqual({ ok: true, value: sample })
    else expect(read).toMatchObject({ ok: true, value: { id: sample.id, v: currentVersion(sample.type) } })
  }
})

test.each(written(ROUND_FILES))('%s holds valid reports', (file) => {
  for (const { id, type, at, by, data } of samples(file)) {
    const report = { id, type, at, by, data }
    expect(parseRoundReport(report)).toEqual({ ok: true, value: report })
  }
})

type Schema = {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly [combination: string]: unknown
}
const { $defs } = jsonSchema() as { $defs: Record<string, Schema> }

/** A replacement holds the data of any other event, whose own samples show them. */
const SHOWN_ELSEWHERE = '.replacement[].data'

/** Each field that data of this schema may have, at any depth: `.fields.white.name`, `.periods[].time`. */
function fieldsOf(schema: Schema, path = ''): string[] {
  if (path === SHOWN_ELSEWHERE) return []
  if (schema.$ref !== undefined) {
    const part = $defs[decodeURIComponent(schema.$ref.replace('#/$defs/', ''))]
    if (part === undefined) throw new Error(`${schema.$ref} is not in the schema`)
    return fieldsOf(part, path)
  }
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((name) => (schema[name] ?? []) as readonly Schema[])
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, of]) => [
      `${path}.${name}`,
      ...fieldsOf(of, `${path}.${name}`),
    ]),
    ...(schema.items === undefined ? [] : fieldsOf(schema.items, `${path}[]`)),
    ...parts.flatMap((part) => fieldsOf(part, path)),
  ]
}

/** Each field that a value has, written the same way. */
function fieldsIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsIn(item, `${path}[]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, of]) => [
    `${path}.${name}`,
    ...fieldsIn(of, `${path}.${name}`),
  ])
}

const typeOfFile = (file: string): string => file.replace(/\.v\d+\.json$/, '')

test.each([...new Set(WRITTEN.map(typeOfFile))])(
  'between them the samples of %s show each of its fields',
  (type) => {
    const files = WRITTEN.filter((file) => typeOfFile(file) === type)
    const shown = new Set(files.flatMap((file) => samples(file).flatMap(({ data }) => fieldsIn(data))))
    const missing = new Set(fieldsOf($defs[`${type}.data`]!).filter((field) => !shown.has(field)))
    expect(
      [...missing],
      `no sample of ${type} in events/golden shows these fields: add one that does`,
    ).toEqual([])
  },
)

test('samples are done by those who may do them', () => {
  for (const file of WRITTEN) {
    for (const { type, by } of samples(file)) {
      expect(ACTORS_OF[type as keyof typeof ACTORS_OF]).toContain(by)
    }
  }
})
