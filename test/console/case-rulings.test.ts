/** Every verdict of the cases of the Laws: its buttons record what the contract takes. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseCase } from '../../domain/cases/case.ts'
import { playScript } from '../../domain/cases/script.ts'
import type { GameState, Verdict } from '../../domain/game/index.ts'
import { parseReport } from '../../events/index.ts'
import { rulingsFor } from '../../functions/console/page/rulings/rulings.ts'

const folder = join(import.meta.dirname, '../cases/laws')

/** The first verdict of each rule, status and set of options, with the state it stands in. */
function verdictsOfCases(): Map<string, { readonly verdict: Verdict; readonly state: GameState }> {
  const found = new Map<string, { readonly verdict: Verdict; readonly state: GameState }>()
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.jsonl')))
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)) {
      const given = parseCase(line)
      if (!given.ok || given.value.kind !== undefined) continue
      const played = playScript(given.value, () => {})
      if (!played.ok) continue
      const { state } = played.value.fold
      for (const verdict of state.verdicts) {
        const key = [verdict.rule, verdict.status, ...verdict.options.map(({ code }) => code)].join(' ')
        if (!found.has(key)) found.set(key, { verdict, state })
      }
    }
  return found
}

test('each button of each verdict records events that the service takes', () => {
  const verdicts = verdictsOfCases()
  const rules = new Set<string>()
  const faults: string[] = []
  for (const [key, { verdict, state }] of verdicts)
    for (const { kind, option, restoredBy, drafts } of rulingsFor(verdict, state)) {
      rules.add(verdict.rule)
      if (drafts.length === 0 && restoredBy === undefined) faults.push(`${key}: ${kind} records nothing`)
      for (const draft of drafts) {
        const parsed = parseReport({ id: 'e1', at: '2026-01-01T00:00:00.000Z', ...draft })
        if (!parsed.ok)
          faults.push(`${key}: ${kind} ${option ?? ''}: ${parsed.errors.map(({ detail }) => detail).join()}`)
      }
    }
  expect(faults).toEqual([])
  expect(rules.size).toBeGreaterThan(40)
})
