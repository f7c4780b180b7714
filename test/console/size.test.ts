/** How much the page weighs over brotli: what a spectator of a round loads before its first board is painted. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAGE_EN } from '../../functions/console/page/words/en.ts'
import { bundle, removeBundle } from '../kit/command.ts'

/** Bytes: some fifth of a second of slow 4G (1.6 Mb/s). */
const MOST_AT_FIRST = 42_000

let folder: string
let files: { name: string; bytes: number }[] = []

beforeAll(async () => {
  folder = join(dirname(await bundle()), 'console')
  files = readdirSync(folder)
    .filter((name) => !/\.(br|gz)$/.test(name))
    .map((name) => ({ name, bytes: brotliCompressSync(readFileSync(join(folder, name))).length }))
})
afterAll(removeBundle)

const sum = (some: readonly { bytes: number }[]): number => some.reduce((all, { bytes }) => all + bytes, 0)

/** The page, what it names, what that imports at once, and the language of the page. */
function firstFiles(): Set<string> {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const seen = new Set<string>(['index.html'])
  const follow = (name: string): void => {
    if (seen.has(name)) return
    seen.add(name)
    if (!name.endsWith('.js')) return
    const text = readFileSync(join(folder, name), 'utf8')
    // Imported at once, not asked for later.
    for (const [, next] of text.matchAll(/(?:from|^import|;import)\s*"\.\/([^"]+)"/g)) follow(next!)
  }
  for (const [, name] of html.matchAll(/<(?:link|script)[^>]*(?:href|src)="\/console\/([^"]+)"/g))
    follow(name!)
  // Sentences that are loaded with the arbiter's table or the office are files in English too.
  const isOfEveryPage = (name: string) =>
    readFileSync(join(folder, name), 'utf8').includes(PAGE_EN['load-failed'])
  for (const { name } of files.filter(({ name }) => name.startsWith('en-') && isOfEveryPage(name)))
    follow(name)
  return seen
}

test('what a spectator of a round loads first is light', () => {
  const first = firstFiles()
  const bytes = sum(files.filter(({ name }) => first.has(name)))
  process.stdout.write(`a spectator loads ${bytes} bytes first, of ${sum(files)} that the page is made of\n`)
  expect(first.size).toBeGreaterThan(4)
  expect(bytes).toBeLessThan(MOST_AT_FIRST)
})

// An address of example.org and of a Cloud's round are shown where one is to be typed.
test('no code of elsewhere is asked for, and nothing is evaluated from text', () => {
  for (const { name } of files.filter(({ name }) => name.endsWith('.js'))) {
    const text = readFileSync(join(folder, name), 'utf8')
    expect(
      `${name} ${/\beval\(|new Function\(|https?:\/\/(?!www\.w3\.org|example\.org|view\.livechesscloud\.com|\[\$\{)/.test(text)}`,
    ).toBe(`${name} false`)
  }
})
