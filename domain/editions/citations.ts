/** Citations: the articles of a rule in an edition, and whether an article is among those cited. */
import type { Edition } from '../../events/vocabulary.ts'
import { EDITION_CITATIONS } from './editions.ts'
import type { RuleId } from './rules.ts'

/** The articles under which the rule stands in the edition, e.g. `['7.5.1', '7.5.5']`; empty where it has none. */
export function articlesOf(rule: RuleId, edition: Edition): string[] {
  const text = EDITION_CITATIONS[edition][rule]
  return text === '' ? [] : text.split(', ')
}

/** `6.2.a(1)` is the steps 6, 2, a, 1. */
const stepsOf = (article: string): string[] => article.split(/[.()]+/).filter((step) => step !== '')

/** Compares articles by their place in the text: below 0 where `a` comes before `b`. An article comes before its parts. */
function compareArticles(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [left = '', right = ''] = [a[i], b[i]]
    const numbers = /^\d+$/.test(left) && /^\d+$/.test(right)
    const difference = numbers ? Number(left) - Number(right) : left < right ? -1 : left > right ? 1 : 0
    if (difference !== 0) return difference
  }
  return 0
}

const isPartOf = (article: readonly string[], whole: readonly string[]): boolean =>
  whole.every((step, i) => article[i] === step)

/** Is an article the one cited, part of it, or within the cited range? `3.7.a-c` and `6.2.a(1)-(2)` end as they begin. */
function covers(cited: string, article: string): boolean {
  const [first = cited, last] = cited.split('-')
  const [from, asked] = [stepsOf(first), stepsOf(article)]
  if (last === undefined) return isPartOf(asked, from)
  const end = stepsOf(last)
  const to = end[0] === from[0] ? end : [...from.slice(0, Math.max(0, from.length - end.length)), ...end]
  return compareArticles(from, asked) <= 0 && (compareArticles(asked, to) <= 0 || isPartOf(asked, to))
}

/** Does the rule stand under this article in the edition? */
export const standsUnder = (rule: RuleId, article: string, edition: Edition): boolean =>
  articlesOf(rule, edition).some((cited) => covers(cited, article))

/** Does the rule stand under this article in any edition? An arbiter may name the number that they learned. */
export const standsUnderAnywhere = (rule: RuleId, article: string): boolean =>
  (Object.keys(EDITION_CITATIONS) as Edition[]).some((edition) => standsUnder(rule, article, edition))

/** Is the article one of those cited, part of one, or a whole of which one is a part (`7.5` of `7.5.1`)? */
export const namesOneOf = (article: string, cited: readonly string[]): boolean =>
  cited.some(
    (each) => covers(each, article) || isPartOf(stepsOf(each.split('-')[0] ?? each), stepsOf(article)),
  )
