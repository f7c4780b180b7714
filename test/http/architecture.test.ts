/** docs/architecture.md names the files through which a move and a feed request go; V8's coverage says whether it is true. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { DelayedTrace } from '../kit/trace-delayed-round.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PLACES = ['host', 'cloud'] as const
const SECTIONS = { move: 'One move, file by file', feed: 'One feed request, file by file' } as const

interface Ran {
  readonly files: readonly string[]
  readonly calls: Readonly<Record<string, number>>
}

interface Trace
  extends Readonly<Record<(typeof PLACES)[number], Readonly<Record<keyof typeof SECTIONS, Ran>>>> {
  readonly delayed: DelayedTrace
}

/** The rows of a section's table: file, and where it runs. */
function rowsOf(title: string): (readonly [file: string, where: string])[] {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  const section = text.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = [...section.matchAll(/^\| `([^`]+)` \| (host|cloud|both|stream) \|/gm)]
  return rows.map(([, file = '', where = '']) => [file, where])
}

/** A folder of the domain, or the vocabulary, stands for its files. */
const named = (file: string): string =>
  file.startsWith('functions/')
    ? file
    : file.startsWith('events/')
      ? 'events'
      : file.split('/').slice(0, 2).join('/')

let trace: Trace
beforeAll(() => {
  const printed = execFileSync(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, '../kit/trace.ts')],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  )
  trace = JSON.parse(printed.trimEnd().split('\n').at(-1) ?? '') as Trace
}, 300_000)

test('the files that the architecture names are those that run', () => {
  for (const [kind, title] of Object.entries(SECTIONS) as [keyof typeof SECTIONS, string][]) {
    const rows = rowsOf(title)
    for (const place of PLACES) {
      const reported = rows.filter(([, where]) => where === place || where === 'both').map(([file]) => file)
      const ran = new Set(trace[place][kind].files.map(named))
      expect(reported.sort(), `${kind}, ${place}`).toEqual([...ran].sort())
    }
  }
})

test('a commit comes to a delayed round by the files that the architecture names, where it names them', () => {
  const rows = rowsOf('From a commit to a delayed round, file by file')
  const ran = Object.entries(trace.delayed).map(([where, files]) => [where, new Set(files)] as const)
  for (const [where, files] of ran) {
    const [own, other] =
      where === 'stream'
        ? [['stream'], []]
        : [
            [where, 'both'],
            ['host', 'cloud'],
          ]
    const untrue = rows.filter(([file, of]) =>
      own.includes(of) ? !files.has(file) : other.includes(of) && files.has(file),
    )
    expect(untrue, where).toEqual([])
  }
  const named = new Set(rows.map(([file]) => file))
  const all = [...new Set(Object.values(trace.delayed).flat())]
  const unnamed = all.filter((file) => /^functions\/(?:feeds|projections)\//.test(file) && !named.has(file))
  expect(unnamed).toEqual([])
})

/** A move is read, decided, hashed and judged by these; the only text that is hashed is the commit. */
const MOVE = {
  'JSON.parse': 1,
  parseReports: 1,
  refusalOfReporter: 1,
  refusalByScope: 1,
  decideReports: 1,
  hashCommit: 1,
  sha256OfText: 1,
  step: 1,
  judge: 1,
}

/** A reader is let in by the scope of their token; what another process stored is checked and folded, and nothing else. */
const FEED = {
  host: { 'JSON.parse': 0, refusalByScope: 1, step: undefined },
  cloud: { 'JSON.parse': 1, refusalByScope: 1, decodeCommit: 1, sha256OfText: 1, step: 1 },
}

test.each(PLACES)('nothing of a request is parsed, hashed or authorised twice (%s)', (place) => {
  const { move, feed } = trace[place]
  const counts = (calls: Ran['calls'], of: object) =>
    Object.fromEntries(Object.keys(of).map((name) => [name, calls[name]]))
  expect(counts(move.calls, MOVE)).toEqual(MOVE)
  expect(counts(feed.calls, FEED[place])).toEqual(FEED[place])
})
