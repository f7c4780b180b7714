/** docs/architecture.md tells through which files a move and a feed request go: V8's coverage says whether it is true. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const PLACES = ['host', 'cloud'] as const
const SECTIONS = { move: 'One move, file by file', feed: 'One feed request, file by file' } as const

type Trace = Readonly<Record<(typeof PLACES)[number], Readonly<Record<keyof typeof SECTIONS, string[]>>>>

/** A folder of the domain, or the vocabulary, stands for its files. */
const named = (file: string): string =>
  file.startsWith('functions/')
    ? file
    : file.startsWith('events/')
      ? 'events'
      : file.split('/').slice(0, 2).join('/')

test('the files that the architecture names are those that run', () => {
  const printed = execFileSync(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, '../kit/trace.ts')],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  )
  const trace = JSON.parse(printed.trimEnd().split('\n').at(-1) ?? '') as Trace
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  for (const [kind, title] of Object.entries(SECTIONS) as [keyof typeof SECTIONS, string][]) {
    const section = text.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
    const rows = [...section.matchAll(/^\| `([^`]+)` \| (host|cloud|both) \|/gm)]
    for (const place of PLACES) {
      const told = rows.filter(([, , where]) => where === place || where === 'both').map(([, file]) => file)
      const ran = new Set(trace[place][kind].map(named))
      expect(told.sort(), `${kind}, ${place}`).toEqual([...ran].sort())
    }
  }
}, 120_000)
