/** Lines of a backup are looked at before anything of them is stored. */
import { expect, test } from 'vitest'
import { parseBackupLine } from '../../../functions/integrity/backup/lines.ts'

const document = { kind: 'document', table: 'registry', pk: 'a', sk: 'b', n: null, value: { x: 1 } }
const commit = { kind: 'commit', stream: 'game#g', n: 1, body: '{}', hash: 'ab' }
const end = { kind: 'end', streams: 0, commits: 0, documents: 0, root: '', anchor: 0 }

test.each([
  { kind: 'backup', format: 2, software: 'later', at: '2026-11-29T12:00:00Z' },
  { kind: 'secret', name: 'keys.json', text: '{}' },
  ...[document, { ...document, table: 'persons', n: 3 }, commit, end],
])('a line as it is written is read: $kind', (line) => {
  expect(parseBackupLine(JSON.stringify(line))).toEqual({ ok: true, value: line })
})

test.each([
  ['not JSON', '{', /no JSON/],
  ['null', 'null', /the line/],
  ['a list', '[]', /the line/],
  ['an unknown kind', '{"kind":"file"}', /kind/],
  ['a table that is not backed up', JSON.stringify({ ...document, table: 'views' }), /^table/],
  ['a table that is none', JSON.stringify({ ...document, table: '__proto__' }), /^table/],
  ['an empty key', JSON.stringify({ ...document, pk: '' }), /^pk/],
  ['a secret that is no text', '{"kind":"secret","name":"keys.json","text":{"a":1}}', /^text/],
  ['a commit without a number', JSON.stringify({ ...commit, n: 'x' }), /^n:/],
  ['an end without a root', JSON.stringify({ ...end, root: 1 }), /^root/],
])('%s is refused with what is wrong', (_, text, message) => {
  const parsed = parseBackupLine(text)
  expect(parsed).toMatchObject({ ok: false, error: { code: 'bad-backup' } })
  expect(parsed.ok ? '' : parsed.error.message).toMatch(message)
})
