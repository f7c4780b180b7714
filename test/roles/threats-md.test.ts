/** docs/threats.md names a test for each threat; a test that was renamed or removed must not go on standing there. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const docs = read('docs/threats.md')

/** The rows of each table of which the last column names tests. */
const tables = docs
  .split(/\n\n+/)
  .filter((block) => /^\|.*\| test \|\n/.test(block))
  .map((block) =>
    block
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('| ---'))
      .map((line) =>
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      ),
  )

const sentences = new Set(
  [...read('test/roles/sentences.test.ts').matchAll(/^test\('(\d+)\. /gm)].map(([, n]) => Number(n)),
)
const scripts = JSON.parse(read('package.json')).scripts as Record<string, string>

/** Paths in a cell; one without a folder lies where the one before it does. */
function pathsIn(cell: string): string[] {
  let folder = ''
  return [...cell.matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => {
    const whole = path.includes('/') ? path : `${folder}/${path}`
    folder = dirname(whole)
    return whole
  })
}

/** `14, 19–21` */
const numbersIn = (text: string): number[] =>
  text.split(', ').flatMap((part) => {
    const [from = 0, to = from] = part.split('–').map(Number)
    return Array.from({ length: to - from + 1 }, (_, k) => from + k)
  })

/** Whether there is a test at the path: a file of tests, or a folder with one. */
function isTest(path: string): boolean {
  const there = join(ROOT, path)
  if (!existsSync(there)) return false
  if (statSync(there).isFile()) return /\.test\.ts$/.test(path) && /^(?:test|describe)/m.test(read(path))
  return readdirSync(there).some((file) => file.endsWith('.test.ts'))
}

test('for each threat and each bound a test is named, and each that is named is there', () => {
  expect(tables).toHaveLength(2)
  for (const [head, ...rows] of tables)
    for (const row of rows) {
      const [first, second] = row
      expect(row, first).toHaveLength(head!.length)
      const cell = row.at(-1)!
      const paths = pathsIn(cell).filter((path) => path.startsWith('test/'))
      const [, numbers] = /sentences?(?:\.test\.ts`)? ((?:\d+(?:–\d+)?(?:, )?)+)/.exec(cell) ?? []
      const said = numbers === undefined ? [] : numbersIn(numbers.replace(/, $/, ''))
      expect(paths.length + said.length, `${first}, ${second}`).toBeGreaterThan(0)
      for (const path of paths) expect(isTest(path), path).toBe(true)
      for (const n of said) expect(sentences.has(n), `sentence ${n}`).toBe(true)
    }
  expect(tables[0]!.length).toBeGreaterThan(20)
})

test('each command that the threats name is one of package.json', () => {
  const named = [...docs.matchAll(/`npm run ([\w:]+)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(0)
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
})

test('the comparison itself notices a test that is gone, one that holds none, and a sentence never written', () => {
  expect(isTest('test/roles/gone.test.ts')).toBe(false)
  expect(isTest('test/roles/roles-md.ts')).toBe(false)
  expect(isTest('test/kit')).toBe(false)
  expect(pathsIn('`test/http/abuse.test.ts`, `fuzz.test.ts`')[1]).toBe('test/http/fuzz.test.ts')
  expect(numbersIn('14, 19–21')).toEqual([14, 19, 20, 21])
  expect(sentences.has(31)).toBe(false)
})
