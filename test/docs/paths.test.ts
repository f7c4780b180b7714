import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

test.each(['docs/architecture.md', 'CONTRIBUTING.md'])('%s names no file that is not there', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const named = [...text.matchAll(/`((?:docs|events|domain|functions|infra|test)\/[\w./-]+)`/g)]
  const missing = named.map(([, path = '']) => path).filter((path) => !existsSync(join(ROOT, path)))
  expect(named.length).toBeGreaterThan(5)
  expect(missing).toEqual([])
})

const textsBelow = (folder: string, kind: RegExp): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => kind.test(path))
    .map((path) => readFileSync(join(ROOT, folder, path), 'utf8'))

test('each name in capitals that a document puts between backticks is a word of the code', () => {
  const code = ['events', 'domain', 'functions', 'infra', 'test'].flatMap((folder) =>
    textsBelow(folder, /\.(?:ts|json)$/),
  )
  const words = new Set(code.flatMap((text) => text.match(/\b[A-Z][A-Z0-9_]*\b/g) ?? []))
  const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map((path) =>
    readFileSync(join(ROOT, path), 'utf8'),
  )
  // What a diff adds is not there yet.
  const prose = [...documents, ...textsBelow('docs', /\.md$/)].map((text) =>
    text.replaceAll(/^```.*?^```$/gms, ''),
  )
  const named = prose.flatMap((text) =>
    [...text.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((name) => !words.has(name))).toEqual([])
})

/** TypeScript of the product and its tests, by path. */
const sources = new Map(
  ['events', 'domain', 'functions', 'infra', 'test'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => [`${folder}/${path}`, readFileSync(join(ROOT, folder, path), 'utf8')] as const),
  ),
)
const COMMENT = /\/\*[^*][\s\S]*?\*\/|\/\*\*[\s\S]*?\*\/|^ *\/\/.*$/gm

test('each name that a comment puts between backticks is a word of the code', () => {
  const words = new Set(
    [...sources.values()].flatMap((text) => text.replaceAll(COMMENT, ' ').match(/[A-Za-z_]\w*/g) ?? []),
  )
  const named = [...sources].flatMap(([path, text]) =>
    (text.match(COMMENT) ?? []).flatMap((comment) =>
      [...comment.matchAll(/`([a-z]{2,}[A-Z]\w*|[A-Z]{4,}\w*)`/g)].map(([, name = '']) => ({ path, name })),
    ),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ name }) => !words.has(name))).toEqual([])
})

test('each name that a document looks for in a file is in that file', () => {
  const named = textsBelow('docs', /\.md$/).flatMap((text) =>
    [
      ...text.matchAll(/`(?<name>[A-Za-z_]\w+)` (?:beside it )?(?:in|of) `(?<file>[\w./-]+\.ts)`/g),
      ...text.matchAll(/`(?<name>[A-Za-z_]\w+)` \(`(?<file>[\w./-]+\.ts)`/g),
      ...text.matchAll(/`(?<file>[\w./-]+\.ts)` \(`(?<name>[A-Za-z_]\w+)`/g),
    ].map(({ groups = {} }) => ({ name: groups['name'] ?? '', file: groups['file'] ?? '' })),
  )
  const isThere = ({ name, file }: (typeof named)[number]) =>
    [...sources].some(
      ([path, text]) =>
        (path === file || path.endsWith(`/${file}`)) && new RegExp(`\\b${name}\\b`).test(text),
    )
  expect(named.length).toBeGreaterThan(60)
  expect(named.filter((each) => !isThere(each))).toEqual([])
})
