import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { METRICS } from '../../functions/observability/metrics-catalogue.ts'

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
  // Named where faults are told apart, before they are written.
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

test('every alarm of the cloud has a runbook by its name', () => {
  const stack = read('infra/stacks/observability.ts')
  const failing = [.../const functions = \[([^\]]*)\]/.exec(stack)![1]!.matchAll(/\w+/g)].map(
    ([name]) => name,
  )
  const single = [...stack.matchAll(/this\.alarm\(\s*'([a-z-]+)'/g)].map(([, name = '']) => name)
  expect([failing.length, single.length].every((count) => count > 5)).toBe(true)
  const named = headings.flatMap((heading) => heading.split(', '))
  const wanted = [...failing.map((name) => `${name}-errors`), ...single]
  expect(
    wanted.filter((name) => !named.includes(name)),
    'write under Runbooks in docs/operations.md: ### NAME: what it means',
  ).toEqual([])
})

test('every alarm that counts log lines counts those of an event that is written', () => {
  const stack = read('infra/stacks/observability.ts')
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
