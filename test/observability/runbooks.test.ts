import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { METRICS } from '../../functions/observability/metrics-catalogue.ts'
import { ALL_TABLES } from '../../functions/store/tables.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const docs = read('docs/operations.md')

const sources = readdirSync(join(ROOT, 'functions'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => read(join('functions', file)))
  .join('\n')

/** Names that the log's table explains: in the first column, several to a row. */
const explained = [...docs.matchAll(/^\| ((?:`[a-z-]+`(?:, )?)+) \| (?:info|warn|error|debug)/gm)].flatMap(
  ([, cell = '']) => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name),
)

test('docs/operations.md explains every event that the log writes, and no other', () => {
  const written = [
    ...sources.matchAll(
      /\.write\(\s*[^()\n]*?'([a-z]+(?:-[a-z]+)*)', \{|\.write\([^()\n]*?'([a-z]+(?:-[a-z]+)*)', failureFields/g,
    ),
  ].map(([, plain, failed]) => plain ?? failed)
  // Named where faults are classified, before they are written.
  const faults = [...read('functions/observability/faults.ts').matchAll(/'(store-unavailable|fault)'/g)].map(
    ([, name]) => name,
  )
  expect([...new Set(explained)].sort()).toEqual([...new Set([...written, ...faults])].sort())
})

const runbooks = docs
  .slice(docs.indexOf('## Runbooks'), docs.indexOf('## Checking by hand'))
  .split(/^### /m)
  .slice(1)
const headings = runbooks.map((text) => text.slice(0, text.indexOf(':')))

const stack = read('infra/stacks/observability.ts')
const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name).filter((name) => name !== '')
const functions = namesIn(/const functions = \[([^\]]*)\]/.exec(stack)?.[1] ?? '', /(\w+)/g)
const consumers = namesIn(/for \(const consumer of \[([^\]]*)\]/.exec(stack)?.[1] ?? '', /(\w+)/g)
const single = namesIn(stack, /this\.alarm\(\s*'([a-z-]+)'/g)
/** Names of the cloud's alarms, as the stacks build them. */
const alarms = [
  ...single,
  ...functions.flatMap((name) => [`${name}-errors`, `${name}-throttles`]),
  ...consumers.map((name) => `${name}-lag`),
  ...ALL_TABLES.map((name) => `${name}-throttled`),
  ...namesIn(read('infra/stacks/guard.ts'), /new Alarm\(this, n === 0 \? '([a-z-]+)'/g),
]

test('every alarm of the cloud has a runbook by its name', () => {
  expect([functions, single, consumers].map((list) => list.length > 1)).toEqual([true, true, true])
  const named = headings.flatMap((heading) => heading.split(/, | and /))
  expect(
    alarms.filter((name) => !named.includes(name)),
    'write under Runbooks in docs/operations.md: ### NAME: what it means',
  ).toEqual([])
})

test('a runbook says that the cloud has no such alarm where it has none, and only there', () => {
  const markOf = (heading: string) =>
    heading.split(/, | and /).some((name) => alarms.includes(name)) ? 'an alarm' : 'no alarm'
  expect(headings.map((heading) => [heading, markOf(heading)])).toEqual(
    runbooks.map((text, k) => [
      headings[k],
      text.split('\n', 1)[0]?.endsWith('(no alarm in the cloud)') === true ? 'no alarm' : 'an alarm',
    ]),
  )
})

test('every alarm that counts log lines counts those of an event that is written', () => {
  const counted = [...stack.matchAll(/this\.logged\(\s*'[a-z-]+',\s*[^']*?,\s*'([a-z-]+)'/g)].map(
    ([, event = '']) => event,
  )
  expect(counted.length).toBeGreaterThan(5)
  expect(
    counted.filter((event) => !explained.includes(event)),
    'nothing writes it: no row of the log in docs/operations.md has it',
  ).toEqual([])
})

test('every metric is counted, set or observed somewhere', () => {
  const uses = (name: string) => sources.split(`'${name}'`).length - 1
  expect(Object.keys(METRICS).filter((name) => uses(name) === 0)).toEqual([])
})

test('every runbook of a host rests on a figure or a log event that there is', () => {
  for (const [k, text] of runbooks.entries()) {
    const figures = [...text.matchAll(/touchmove_\w+/g)].map(([name]) =>
      name.replace(/_(bucket|count|sum)$/, ''),
    )
    for (const figure of figures) expect(Object.keys(METRICS), headings[k]).toContain(figure)
    const events = explained.filter((event) => text.includes(`\`${event}\``))
    const cloudOnly = text.split('\n', 1)[0]?.endsWith('(cloud)') === true
    expect(cloudOnly || figures.length + events.length > 0, headings[k]).toBe(true)
  }
})
