import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseCase } from '../../domain/cases/case.ts'
import { playScript } from '../../domain/cases/script.ts'

const FOLDER = join(import.meta.dirname, '../cases/laws')

/** For each rule: does some case of its own come out with a verdict by it, and some without? */
function outcomes(): Map<string, { raised: boolean; silent: boolean }> {
  const seen = new Map<string, { raised: boolean; silent: boolean }>()
  const lines = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(FOLDER, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
  for (const line of lines) {
    const parsed = parseCase(line)
    if (!parsed.ok || parsed.value.kind !== undefined) continue
    const { rule } = JSON.parse(line) as { rule: string }
    const played = playScript(parsed.value, () => {})
    if (!played.ok) throw new Error(`${parsed.value.id}: ${played.error.message}`)
    const raised = played.value.fold.state.verdicts.some((verdict) => verdict.rule === rule)
    const before = seen.get(rule) ?? { raised: false, silent: false }
    seen.set(rule, { raised: before.raised || raised, silent: before.silent || !raised })
  }
  return seen
}

test('every rule that gives a verdict in a case of its own gives none in another', () => {
  const always = [...outcomes()].filter(([, { raised, silent }]) => raised && !silent)
  expect(always.map(([rule]) => rule)).toEqual([])
})
