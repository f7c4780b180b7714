/**
 * Fails where a retired word is used in an identifier, a comment or a document: retired-words.json says what to write
 * instead. Strings are not searched: what is on the wire or on disk keeps its name. Run by `npm run lint`.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { wordsOf } from './source-words.mjs'

const list = JSON.parse(readFileSync(new URL('retired-words.json', import.meta.url), 'utf8'))
const { notYetClean } = list
const inIdentifiers = new Map(Object.entries(list.inIdentifiers))
const asIdentifiers = new Map(Object.entries(list.asIdentifiers))
const inComments = new Map(Object.entries(list.inComments))

const SEARCHED = ['events', 'domain', 'functions', 'infra', 'library', 'docs', 'README.md', 'CONTRIBUTING.md']
const files = execFileSync('git', ['ls-files', ...SEARCHED], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(ts|mjs|md)$/.test(path))

const insteadOf = ({ word, whole, kind }) =>
  kind === 'identifier' ? (inIdentifiers.get(word) ?? asIdentifiers.get(whole)) : inComments.get(word)

/** The innermost folder of the list that holds the file. */
const folderOf = (path) =>
  notYetClean
    .filter((place) => path === place || path.startsWith(`${place}/`))
    .sort((a, b) => b.length - a.length)[0]

const faults = []
const stillUnclean = new Set()
for (const path of files) {
  for (const found of wordsOf(path)) {
    const instead = insteadOf(found)
    if (instead === undefined) continue
    const place = folderOf(path)
    if (place === undefined) faults.push(`${path}:${found.line} ${found.whole}: write ${instead}`)
    else stillUnclean.add(place)
  }
}

for (const fault of faults) console.error(fault)
const clean = notYetClean.filter((place) => !stillUnclean.has(place))
for (const place of clean)
  console.error(`${place} is clean: take it out of notYetClean in retired-words.json`)
if (faults.length > 0) process.exit(1)
