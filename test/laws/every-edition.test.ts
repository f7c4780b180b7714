/**
 * Each edition is as well examined as any other: every rule that it states, and that decides or records, has under it a case that
 * fails once the rule is out of force, and a case in which the rule raises nothing.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { casesByEdition, type GameCase, parseCase } from '../../domain/cases/case.ts'
import { caseDifference } from '../../domain/cases/run.ts'
import { playScript } from '../../domain/cases/script.ts'
import { articlesOf } from '../../domain/editions/citations.ts'
import { classOf, RULE_IDS, type RuleId } from '../../domain/editions/rules.ts'
import { EDITIONS, type Edition } from '../../events/index.ts'

/** Rules that an edition states although no game can need them there, from a day until a day, and why. */
const NEEDED_BY_NONE: readonly {
  readonly rule: RuleId
  readonly from: Edition
  readonly until?: Edition
  readonly why: string
}[] = [
  {
    rule: 'one-hand-only',
    from: '2017-07-01',
    why: 'a move made with two hands is judged by two-hands, as an illegal move',
  },
  {
    rule: 'two-hands',
    from: '2009-07-01',
    until: '2014-07-01',
    why: '4.1 alone speaks of it, and one-hand-only judges the breach',
  },
  {
    rule: 'press-without-move',
    from: '2014-07-01',
    until: '2014-07-01',
    why: 'it is no illegal move yet: what 6.2.c says of it is clock-handling',
  },
  {
    rule: 'points-limits',
    from: '2014-07-01',
    until: '2014-07-01',
    why: 'the edition does not limit scores to the usual ones (scoresLimited)',
  },
  {
    rule: 'penalty-list',
    from: '2017-07-01',
    why: 'the list has every penalty that an arbiter can record, so that none is outside it',
  },
  {
    rule: 'rapid-flag-claims',
    from: '2014-07-01',
    why: 'the arbiter may call the flag as well, so that the rule forbids nothing',
  },
  {
    rule: 'rapid-win-on-time-claim',
    from: '2018-01-01',
    why: 'the claimant needs no time of their own any more, and flag-fall-result decides',
  },
]

const FOLDER = join(import.meta.dirname, '../cases/laws')

/** The cases of each rule, one for each edition that a case names. */
function casesByRule(): Map<RuleId, GameCase[]> {
  const cases = new Map<RuleId, GameCase[]>()
  for (const name of readdirSync(FOLDER).filter((each) => each.endsWith('.jsonl'))) {
    for (const line of readFileSync(join(FOLDER, name), 'utf8').split('\n')) {
      const parsed = line === '' ? null : parseCase(line)
      if (parsed === null) continue
      if (!parsed.ok) throw new Error(`${name}: ${parsed.error.message}`)
      const { rule } = JSON.parse(line) as { rule?: RuleId }
      if (rule === undefined || parsed.value.kind !== undefined) continue
      cases.set(rule, [...(cases.get(rule) ?? []), ...casesByEdition(parsed.value)])
    }
  }
  return cases
}

const cases = casesByRule()

const needs = (given: GameCase, rule: RuleId): boolean =>
  caseDifference(given, { without: [rule] }) !== null && caseDifference(given) === null

function raises(given: GameCase, rule: RuleId): boolean {
  const played = playScript(given, () => {})
  if (!played.ok) throw new Error(`${given.id}: ${played.error.message}`)
  return played.value.fold.state.verdicts.some((verdict) => verdict.rule === rule)
}

const isExcused = (rule: RuleId, edition: Edition): boolean =>
  NEEDED_BY_NONE.some(
    (each) => each.rule === rule && each.from <= edition && edition <= (each.until ?? '9999'),
  )

/**
 * Cases of a rule under an edition. Where it has none of its own, those of the edition before it are asked again: they
 * count only if the answer is still the same.
 */
function casesUnder(rule: RuleId, edition: Edition): readonly GameCase[] {
  const own = (cases.get(rule) ?? []).filter(({ open }) => (open['edition'] ?? '2018-01-01') === edition)
  const before = EDITIONS[EDITIONS.indexOf(edition) - 1]
  if (own.length > 0 || before === undefined) return own
  const asked = casesUnder(rule, before).map((each) => ({ ...each, open: { ...each.open, edition } }))
  return asked.filter((each) => caseDifference(each) === null)
}

/** What an edition's rules lack: a case that needs the rule, and one that does not raise it. */
function unexamined(edition: Edition) {
  const rules = RULE_IDS.filter(
    (rule) => classOf(rule) !== 'definitional' && articlesOf(rule, edition).length > 0,
  )
  const unneeded = rules.filter(
    (rule) => !isExcused(rule, edition) && !casesUnder(rule, edition).some((each) => needs(each, rule)),
  )
  const alwaysRaised = rules.filter((rule) => casesUnder(rule, edition).every((each) => raises(each, rule)))
  return { unneeded, alwaysRaised }
}

test.each(EDITIONS)(
  '%s: each of its rules has a case that needs it and one that does not raise it',
  (edition) => {
    expect(
      unexamined(edition),
      'write in test/cases/laws for each of `unneeded` a case that fails without the rule, for each of `alwaysRaised` one in which it raises nothing: "How a case is written" in docs/testing.md',
    ).toEqual({ unneeded: [], alwaysRaised: [] })
  },
)

test('a rule that an edition states is excused only where its cases there do not need it', () => {
  const wrong = NEEDED_BY_NONE.flatMap(({ rule, from, until = '9999' }) =>
    (cases.get(rule) ?? [])
      .filter(({ open }) => from <= String(open['edition']) && String(open['edition']) <= until)
      .filter((each) => needs(each, rule))
      .map(({ id }) => id),
  )
  expect(wrong).toEqual([])
})
