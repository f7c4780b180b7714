/**
 * Fails where a comment or a document names a file that is not in the repository, links to one, or names in backticks a function, type
 * or constant that is in no code; and where a name of the code stands in a sentence without backticks, as a renaming over the whole
 * repository may put it there. Run by `npm run lint`.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const all = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
const files = execFileSync('git', ['ls-files', '*.ts', '*.mjs', '*.cjs', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter(Boolean)

/** A path from the root of the repository, as prose and comments write it. */
const PATH = /(?<![\w./-])(?:docs|events|domain|functions|infra|test)\/[\w./-]*\.(?:ts|md|mjs|json|jsonl)\b/g
/** A file by its name, or with the folders above it. */
const NAME = /(?<![\w./*{}<>…-])[a-z][\w-]*(?:\/[\w-]+)*\.ts\b(?![\w/])/g
/** A name in capitals stands for any: `golden/TYPE.v1.json`. */
const EXAMPLE = /\/[A-Z]+\./
/** Files that show changes, and so name files that such a change would add. */
const CHANGES = ['docs/extending.md', 'test/docs/extending.test.ts']
const LINK = /\]\((?!https?:|#)([^)#\s]+)/g
/** `readContext`, `GameState`, `MAX_AGE_MS`: a name of several words is one of the code, with or without parentheses. */
const IDENTIFIER =
  /`([a-z]+[A-Z][A-Za-z0-9]*|[A-Z][a-z]+[A-Z][A-Za-z]+|[A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:\([^`]*\))?`/g
/** Names of other systems, and names in examples. */
const OTHERS = ['EventSource', 'KkQn', 'MAX_AGE_MS', 'MOVE_MADE']
/** A name of several words in a comment. */
const BARE = /(?<![\w./#@-])[a-z]+[A-Z]\w+/g
/** Lines of a comment that show code, or describe a parameter. */
const CODE_LINE = /[=(){};]|=>|@param|\bimport\b/
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g

const code = execFileSync('git', ['ls-files', '*.ts', '*.mjs', '*.cjs', '*.json'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))
const names = new Set(OTHERS)
for (const file of code)
  for (const [name] of readFileSync(file, 'utf8')
    .replaceAll(COMMENT, '')
    .matchAll(/[A-Za-z_$][\w$]*/g))
    names.add(name)

const absent = (fault) => `${fault}, which is not in the repository`

const bareNames = (file, comment) =>
  comment
    .split('\n')
    .map((line) => line.replaceAll(/`[^`]*`/g, ''))
    .filter((line) => !CODE_LINE.test(line))
    .flatMap((line) => line.match(BARE) ?? [])
    .filter((name) => names.has(name))
    .map((name) => `${file} has ${name} without backticks`)

const faults = []
for (const file of files) {
  const text = readFileSync(file, 'utf8')
  const prose = file.endsWith('.md') ? [text] : (text.match(COMMENT) ?? [])
  for (const part of prose) {
    for (const [path] of part.matchAll(PATH))
      if (!existsSync(path) && !EXAMPLE.test(path) && !CHANGES.includes(file))
        faults.push(absent(`${file} names ${path}`))
    for (const [name] of part.matchAll(NAME))
      if (!all.some((path) => path === name || path.endsWith(`/${name}`)) && !CHANGES.includes(file))
        faults.push(absent(`${file} names ${name}`))
    for (const [, name] of part.matchAll(IDENTIFIER))
      if (!names.has(name) && !CHANGES.includes(file)) faults.push(absent(`${file} names ${name}`))
    if (/^\/(?:\*\*|\/)\s/.test(part)) faults.push(...bareNames(file, part))
    if (!file.endsWith('.md')) continue
    for (const [, path] of part.matchAll(LINK))
      if (!existsSync(join(dirname(file), path))) faults.push(absent(`${file} links to ${path}`))
  }
}

for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)
