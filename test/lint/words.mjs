/**
 * Fails where a retired word is used in an identifier, a comment, the title of a test or a document: retired-words.json
 * says what to write instead. Other strings are not searched: what is on the wire or on disk keeps its name. Run by `npm run lint`.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { wordsOf } from './source-words.mjs'

const list = JSON.parse(readFileSync(new URL('retired-words.json', import.meta.url), 'utf8'))
const inIdentifiers = new Map(Object.entries(list.inIdentifiers))
const asIdentifiers = new Map(Object.entries(list.asIdentifiers))
const inComments = new Map(Object.entries(list.inComments))
const fieldsOnTheWire = new Map(Object.entries(list.fieldsOnTheWire))

const SEARCHED = ['events', 'domain', 'functions', 'infra', 'test', 'docs', 'README.md', 'CONTRIBUTING.md']
const files = execFileSync('git', ['ls-files', ...SEARCHED], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(ts|mjs|md)$/.test(path))

const insteadOf = ({ word, whole, kind }) => {
  if (kind === 'comment' || kind === 'prose') return inComments.get(word)
  if (kind === 'field' && fieldsOnTheWire.has(whole)) return
  return inIdentifiers.get(word) ?? asIdentifiers.get(whole)
}

const faults = []
const usedFields = new Set()
for (const path of files) {
  for (const found of wordsOf(path)) {
    if (found.kind === 'field') usedFields.add(found.whole)
    const instead = insteadOf(found)
    if (instead !== undefined) faults.push(`${path}:${found.line} ${found.whole}: write ${instead}`)
  }
}
for (const name of fieldsOnTheWire.keys())
  if (!usedFields.has(name))
    faults.push(`no field is called ${name}: take it out of fieldsOnTheWire in retired-words.json`)

for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)
