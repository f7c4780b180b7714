/** The handed text cases of the kinds that this folder answers: `fen` and `uci`. */

import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseFen, parseUci, requireLegal, writeFen } from '../../domain/chess/index.ts'
import { position } from './kit.ts'

interface TextCase {
  readonly id: string
  readonly kind?: string
  readonly input: string
  readonly fen?: string
  readonly expect: { readonly valid?: boolean; readonly canonical?: string; readonly error?: string }
}

const FILES = ['test/cases/handed.jsonl', '../shared/cases/handed.jsonl']
const cases = FILES.filter(existsSync)
  .slice(0, 1)
  .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line) as TextCase)

test('there are cases of both kinds', () => {
  expect(cases.filter(({ kind }) => kind === 'fen').length).toBeGreaterThan(0)
  expect(cases.filter(({ kind }) => kind === 'uci').length).toBeGreaterThan(0)
})

for (const { id, input, expect: wanted } of cases.filter(({ kind }) => kind === 'fen')) {
  test(`case ${id}: the FEN ${input}`, () => {
    const read = parseFen(input)
    const judged = read.ok ? requireLegal(read.value) : read
    expect(judged.ok).toBe(wanted.valid)
    if (!judged.ok) expect(judged.error.message).toContain(wanted.error ?? '')
    if (judged.ok && wanted.canonical !== undefined) expect(writeFen(judged.value)).toBe(wanted.canonical)
  })
}

for (const { id, input, fen = '', expect: wanted } of cases.filter(({ kind }) => kind === 'uci')) {
  test(`case ${id}: the move ${input}`, () => {
    const move = parseUci(position(fen), input)
    expect(move.ok).toBe(wanted.error === undefined)
    if (!move.ok) expect(move.error.message).toContain(wanted.error)
  })
}
