import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const ROOT = resolve(import.meta.dirname, '../..')

/** The diffs of docs/extending.md add files: test/docs/extending.test.ts looks at that one. */
const DOCUMENTS = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md') && name !== 'extending.md')
    .map((name) => `docs/${name}`),
]

test.each(DOCUMENTS)('%s names no file that is not there', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const named = [...text.matchAll(/`((?:docs|events|domain|functions|infra|test)\/[\w./-]+)`/g)]
  const missing = named.map(([, path = '']) => path).filter((path) => !existsSync(join(ROOT, path)))
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

/** Files of the repository, by path and by folder. */
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\n')

test('docs/where.md names each file by its path, or beside the one named before it', () => {
  const paths = new Set(tracked)
  const rows = readFileSync(join(ROOT, 'docs/where.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
  const astray = rows.flatMap((row) => {
    let folder = ''
    return [...row.matchAll(/`([\w./+-]+)`/g)].flatMap(([, name = '']) => {
      if (existsSync(join(ROOT, name)) && statSync(join(ROOT, name)).isDirectory())
        folder = name.replace(/\/$/, '')
      if (!/\.(?:ts|mjs|cjs|json|jsonl|patch)$/.test(name)) return []
      const path = [name, `${folder}/${name}`].find((each) => paths.has(each))
      if (path === undefined) return name === '/openapi.json' ? [] : [`${name}: ${row.slice(0, 60)}`]
      folder = dirname(path)
      return []
    })
  })
  expect(rows.length).toBeGreaterThan(100)
  expect(astray).toEqual([])
})

/** As GitHub makes it of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')

test('each link of a document leads to a file, and to a heading of it', () => {
  const documents = tracked.filter((path) => /^(?:docs\/)?[\w-]+\.md$/.test(path))
  const headings = new Map(
    documents.map((path) => [
      path,
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(/^#+ (.*)$|<a id="([^"]+)">/gm)].map(
        ([, heading = '', id]) => id ?? anchorOf(heading),
      ),
    ]),
  )
  const links = documents.flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(
      ([link, file = '', anchor]) => ({
        link: `${path}: ${link}`,
        to: file === '' ? path : join(dirname(path), file),
        anchor,
      }),
    ),
  )
  expect(links.length).toBeGreaterThan(200)
  const broken = links.filter(({ to, anchor }) =>
    anchor === undefined ? !existsSync(join(ROOT, to)) : headings.get(to)?.includes(anchor) === false,
  )
  expect(broken.map(({ link }) => link)).toEqual([])
})

test('CONTRIBUTING.md names each script of package.json, and no document another', () => {
  const scripts = Object.keys(manifest.scripts)
  const called = (path: string) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/npm (?:run (?:-s )?)?([a-z][\w:-]*)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !['ci', 'run', 'pack', 'install', 'exec', 'audit'].includes(name))
  const documents = tracked.filter((path) => /^(?:docs\/)?[\w-]+\.md$/.test(path))
  const unknown = documents.flatMap((path) =>
    called(path).flatMap((name) => (scripts.includes(name) ? [] : [`${path}: ${name}`])),
  )
  expect(unknown).toEqual([])
  // npm itself runs `prepare`.
  const named = new Set([...called('CONTRIBUTING.md'), 'prepare', 'audit'])
  expect(scripts.filter((name) => !named.has(name))).toEqual([])
})

test('docs/testing.md says of each folder of test/ what it holds', () => {
  const text = readFileSync(join(ROOT, 'docs/testing.md'), 'utf8')
  const table = text.slice(text.indexOf('## The folders of'), text.indexOf('## How a case is written'))
  const named = [...table.matchAll(/^\| ((?:`\w+` ?)+)\|/gm)].flatMap(
    ([, cell = '']) => cell.match(/\w+/g) ?? [],
  )
  const folders = readdirSync(join(ROOT, 'test'), { withFileTypes: true }).filter((each) =>
    each.isDirectory(),
  )
  expect([...named].sort()).toEqual(folders.map(({ name }) => name).sort())
})
