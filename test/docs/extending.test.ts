/** docs/extending.md shows changes that can be made as they stand there: each is applied to a copy of what the repository says. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../kit/command.ts'
import { trials } from '../kit/trials.ts'
import { applied, workedDiffs } from '../kit/worked-diffs.ts'
import TYPE_PROJECTS from '../type-projects.json' with { type: 'json' }

const ROOT = resolve(import.meta.dirname, '../..')
const DOCUMENT = readFileSync(join(ROOT, 'docs/extending.md'), 'utf8')

/** The files that the diffs change or add, as they read with all of them. */
function changed(): Map<string, string> {
  const texts = new Map<string, string>()
  const read = (path: string) => {
    if (texts.has(path)) return texts.get(path)!
    return existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : null
  }
  for (const diff of workedDiffs(DOCUMENT))
    for (const [path, text] of applied(diff, read)) texts.set(path, text)
  return texts
}

test('each kind of extension has a diff that can be applied, on top of those before it', () => {
  const sections = DOCUMENT.split(/^## /m).slice(1)
  const shown = sections.filter((section) => !/No diff\s+is\s+shown/.test(section))
  const kinds = shown.map((section) => section.split('\n')[0])
  expect(kinds.length).toBeGreaterThan(7)
  expect(workedDiffs(DOCUMENT).map(({ title }) => title)).toEqual(kinds)
  for (const [path, text] of changed())
    if (path.endsWith('.json')) expect(() => JSON.parse(text)).not.toThrow()
})

test('every file that it names is in the repository, or comes with a diff', () => {
  const added = changed()
  const named = [...DOCUMENT.matchAll(/`((?:docs|events|domain|functions|infra|test)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  )
  // `DAY.ts` is any edition's; the figures of an edition come from its text.
  const others = [
    'domain/editions/DAY.ts',
    'test/laws/matrix/2099-01-01.json',
    'domain/laws/text/CODE.ts',
    'functions/console/page/words/CODE.ts',
  ]
  const missing = named.filter((path) => !existsSync(join(ROOT, path)) && !added.has(path))
  expect(missing.filter((path) => !others.includes(path))).toEqual([])
})

test('a diff that shows what is not there, or is there twice, is refused with its place', () => {
  const document = (body: string) => `## One\n\n\`\`\`diff\n${body}\n\`\`\`\n`
  const apply = (body: string) => applied(workedDiffs(document(body))[0]!, () => 'a\nb\na\nc\n')
  expect(apply(' // f.ts\n b\n+x\n@@\n-c')).toEqual(new Map([['f.ts', 'a\nb\nx\na\n']]))
  expect(apply(' // f.ts\n b…\n-a\n+A').get('f.ts')).toBe('a\nb\nA\nc\n')
  expect(() => apply(' // f.ts\n a\n+x')).toThrow('One: f.ts has 2 places')
  expect(() => apply(' // f.ts\n d\n+x')).toThrow('One: f.ts has 0 places')
  expect(() => apply(' // f.ts\n+x')).toThrow('is there already')
})

/** The types of the product, its stacks, the page and their tests take a minute: too long for the ordinary run. */
if (trials(0, 1) > 0)
  test('with all diffs the repository has no fault of types', () => {
    const scratch = temporaryFolder()
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0')
    for (const path of files.filter((each) => each !== '' && existsSync(join(ROOT, each))))
      cpSync(join(ROOT, path), join(scratch.path, path))
    cpSync(join(ROOT, 'dist/library'), join(scratch.path, 'dist/library'), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(scratch.path, 'node_modules'))
    for (const [path, text] of changed()) {
      mkdirSync(dirname(join(scratch.path, path)), { recursive: true })
      writeFileSync(join(scratch.path, path), text)
    }
    for (const project of TYPE_PROJECTS) {
      const options = ['-p', project]
      const tsc = join(ROOT, 'node_modules/typescript-native/bin/tsc')
      const checked = spawnSync(process.execPath, [tsc, ...options], { cwd: scratch.path, encoding: 'utf8' })
      expect(checked.stdout, project).toBe('')
    }
    scratch.remove()
  }, 600_000)
