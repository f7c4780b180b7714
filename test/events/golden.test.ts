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

test('between them the samples of a type show each of its fields', () => {
  const { $defs } = jsonSchema() as { $defs: Record<string, { properties: object }> }
  const shown = new Map<string, Set<string>>()
  for (const file of WRITTEN) {
    const name = file.replace(/\.v\d+\.json$/, '')
    const fields = samples(file).flatMap(({ data }) => Object.keys(data))
    shown.set(name, new Set([...(shown.get(name) ?? []), ...fields]))
  }
  for (const [name, fields] of shown) {
    expect(
      [...fields].sort(),
      `the samples of ${name} in events/golden show these fields, its schema has those`,
    ).toEqual(Object.keys($defs[`${name}.data`]!.properties).sort())
  }
})

test('samples are done by those who may do them', () => {
  for (const file of WRITTEN) {
    for (const { type, by } of samples(file)) {
      expect(ACTORS_OF[type as keyof typeof ACTORS_OF]).toContain(by)
    }
  }
})
