/** How much the page weighs: all that a reader in one language ever loads, the board and its men with it. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const MOST = 150_000

const folder = mkdtempSync(join(tmpdir(), 'touchmove-page-'))
let files: { name: string; bytes: number }[] = []

beforeAll(async () => {
  const code = `import('${ROOT}/functions/console/bundle.mjs').then((made) => made.bundleConsole('${folder}'))`
  await promisify(execFile)(process.execPath, ['-e', code], { cwd: ROOT })
  files = readdirSync(folder).map((name) => ({
    name,
    bytes: gzipSync(readFileSync(join(folder, name)), { level: 9 }).length,
  }))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Texts of the page and of the Laws, a file for each language; the page's own English comes with the page. */
const LANGUAGES = ['en', 'sl', 'sk', 'sr', 'pl']
const isOfLanguage = (name: string): boolean => LANGUAGES.some((code) => name.startsWith(`${code}-`))
const sum = (some: readonly { bytes: number }[]): number => some.reduce((all, { bytes }) => all + bytes, 0)

test('all that a reader loads in one language is less than 150 KB compressed', () => {
  const own = files.filter(({ name }) => !isOfLanguage(name))
  const largest = Math.max(
    ...LANGUAGES.map((code) => sum(files.filter(({ name }) => name.startsWith(`${code}-`)))),
  )
  const most = sum(own) + largest
  process.stdout.write(`the page: ${most} bytes compressed, of ${sum(files)} with every language\n`)
  expect(most).toBeLessThan(MOST)
})

test('the round, seen without a token, loads less than a third of that', () => {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const seen = new Set<string>()
  const follow = (name: string): void => {
    if (seen.has(name)) return
    seen.add(name)
    if (!name.endsWith('.js')) return
    const text = readFileSync(join(folder, name), 'utf8')
    // Imported at once, not asked for later.
    for (const [, next] of text.matchAll(/(?:from|^import|;import)\s*"\.\/([^"]+)"/g)) follow(next!)
  }
  for (const [, name] of html.matchAll(/(?:href|src)="\/console\/([^"]+)"/g)) follow(name!)
  expect(sum(files.filter(({ name }) => seen.has(name)))).toBeLessThan(MOST / 3)
})

test('no code of elsewhere is asked for, and nothing is evaluated from text', () => {
  for (const { name } of files.filter(({ name }) => name.endsWith('.js'))) {
    const text = readFileSync(join(folder, name), 'utf8')
    expect(`${name} ${/\beval\(|new Function\(|https?:\/\/(?!www\.w3\.org)/.test(text)}`).toBe(
      `${name} false`,
    )
  }
})
