/** Writes `docs/laws.md`: for each edition, article → class → rule → files → tests. Run it after adding a rule or a case. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseCase } from '../../domain/cases/case.ts'
import { articlesOf } from '../../domain/editions/citations.ts'
import {
  CLASS_EXCEPTIONS,
  classOf,
  RULE_IDS,
  type RuleClass,
  type RuleId,
} from '../../domain/editions/rules.ts'
import { EN_PHRASES } from '../../domain/laws/text/en.ts'
import { EDITIONS, type Edition } from '../../events/index.ts'

const ROOT = join(import.meta.dirname, '../..')
export const LAWS_MD = join(ROOT, 'docs/laws.md')
/** The edition whose numbered articles are all listed, [article, class, rules]. */
const LISTED: Edition = '2018-01-01'
export const ARTICLES = JSON.parse(
  readFileSync(join(import.meta.dirname, 'articles-2018.json'), 'utf8'),
) as readonly [article: string, kind: RuleClass, rules: readonly RuleId[]][]

/** Tables and sentences name every rule and decide nothing. */
const TABLES = /\/(text\/|editions\/(rules|\d{4}-\d\d-\d\d)\.ts$)/

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !TABLES.test(path))
    .sort()

export interface Coverage {
  /** Source files that name the rule, from the root of the repository. */
  readonly files: ReadonlyMap<RuleId, readonly string[]>
  /** Cases of its own, and handed cases that expect it, by edition. */
  readonly own: ReadonlyMap<RuleId, readonly Edition[]>
  readonly handed: ReadonlyMap<RuleId, readonly Edition[]>
  /** Case files that hold its own cases. */
  readonly caseFiles: ReadonlyMap<RuleId, ReadonlySet<string>>
}

interface CaseLine {
  readonly rule?: RuleId
  readonly open?: { readonly edition?: Edition }
  readonly editions?: unknown
  readonly expect: unknown
}

const linesOf = (path: string): CaseLine[] =>
  readFileSync(join(ROOT, path), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CaseLine)

/** The editions under which a case is judged. */
function editionsOf(line: CaseLine): readonly Edition[] {
  if (line.editions === undefined) return [line.open?.edition ?? LISTED]
  const parsed = parseCase(JSON.stringify(line))
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value.kind === undefined ? (parsed.value.editions ?? []).map(({ edition }) => edition) : []
}

/** Which rules each file names, as the rule's id in quotes or as a property. */
function filesByRule(): Map<RuleId, string[]> {
  const texts = [
    ...sourcesIn('domain/editions'),
    ...sourcesIn('domain/state'),
    ...sourcesIn('domain/laws'),
    ...sourcesIn('domain/game'),
    ...sourcesIn('domain/sensors'),
  ].map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const)
  return new Map(
    RULE_IDS.map((rule) => {
      // `promotion` is also the code of an error and a field of an event: those name no rule.
      const named = new RegExp(`(?<!code [!=]== )(?<!\\| )'${rule}'(?! \\|)`)
      const naming = texts.filter(([, text]) => named.test(text))
      // A file that compares a verdict's rule, or lists it, does not decide it.
      const decides = new RegExp(
        `(?<![!=]== )(?:\\(game, |rule: |const \\w+ = |\\? |: |return |=> )'${rule}'`,
      )
      const [deciding, others] = [true, false].map((wanted) =>
        naming.filter(([, text]) => decides.test(text) === wanted).map(([path]) => path),
      )
      return [rule, [...deciding!, ...others!]]
    }),
  )
}

function put<V>(map: Map<RuleId, V[]>, rule: RuleId, value: V): void {
  map.set(rule, [...(map.get(rule) ?? []), value])
}

export function coverage(): Coverage {
  const own = new Map<RuleId, Edition[]>()
  const handed = new Map<RuleId, Edition[]>()
  const caseFiles = new Map<RuleId, Set<string>>()
  for (const name of readdirSync(join(ROOT, 'test/cases/laws'))) {
    if (!name.endsWith('.jsonl')) continue
    for (const line of linesOf(`test/cases/laws/${name}`)) {
      if (line.rule === undefined) continue
      for (const edition of editionsOf(line)) put(own, line.rule, edition)
      caseFiles.set(line.rule, (caseFiles.get(line.rule) ?? new Set()).add(name))
    }
  }
  for (const line of linesOf('test/cases/handed.jsonl')) {
    // What must not be raised is no case of it.
    const expected = JSON.stringify(line.expect, (name, value) => (name === 'noVerdicts' ? undefined : value))
    for (const rule of RULE_IDS)
      if (expected.includes(`"${rule}"`)) for (const edition of editionsOf(line)) put(handed, rule, edition)
  }
  return { files: filesByRule(), own, handed, caseFiles }
}

const link = (path: string): string => `[${path.replace(/^domain\//, '').replace(/\.ts$/, '')}](../${path})`

const where = ({ files }: Coverage, rule: RuleId): string =>
  classOf(rule) === 'definitional'
    ? `[definitions](definitions.md#${rule})`
    : (files.get(rule) ?? []).map(link).join(' ')

/**
 * How many cases there are. A rule that only defines words and duties can have none, and the row says so; one without cases under
 * an edition is asked those of the edition before (`test/laws/every-edition.test.ts`), and the row says whose they are.
 */
function counted(found: Coverage, rule: RuleId, edition: Edition | null): string {
  const count = (map: ReadonlyMap<RuleId, readonly Edition[]>) =>
    (map.get(rule) ?? []).filter((each) => edition === null || each === edition).length
  const [own, handed] = [count(found.own), count(found.handed)]
  const parts = [own > 0 ? `${own}` : '', handed > 0 ? `${handed} handed` : ''].filter((part) => part !== '')
  if (parts.length > 0) return parts.join(', ')
  if (classOf(rule) === 'definitional') return 'nothing to decide'
  const before = edition === null ? undefined : EDITIONS[EDITIONS.indexOf(edition) - 1]
  if (before === undefined) return ''
  const inherited = counted(found, rule, before)
  return inherited === '' || inherited.includes(' of ') ? inherited : `${inherited} of ${before}`
}

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const head = (...cells: readonly string[]): string[] => [row(...cells), row(...cells.map(() => '---'))]

/** One line an article; where several rules share an article, a line each. */
function editionTable(found: Coverage, edition: Edition): string[] {
  const cited: (readonly [string, RuleClass, RuleId])[] =
    edition === LISTED
      ? ARTICLES.flatMap(([article, kind, rules]) => rules.map((rule) => [article, kind, rule] as const))
      : RULE_IDS.flatMap((rule) =>
          articlesOf(rule, edition).map((article) => [article, classOf(rule), rule] as const),
        )
  return [
    ...head('article', 'class', 'rule', 'files', 'tests'),
    ...cited.map(([article, kind, rule]) =>
      row(article, kind, `[${rule}](#${rule})`, where(found, rule), counted(found, rule, edition)),
    ),
  ]
}

const said = (rule: RuleId): string => {
  const clause = EN_PHRASES[rule]
    .replaceAll(/\{side(\.(dat|acc))?\}/g, 'a player')
    .replaceAll('{side.gen}', 'a player’s')
    .replaceAll(/\{opponent(\.(dat|acc))?\}/g, 'the opponent')
    .replaceAll('{opponent.gen}', 'the opponent’s')
  return clause.charAt(0).toUpperCase() + clause.slice(1)
}

function ruleTable(found: Coverage): string[] {
  return [
    ...head('rule', 'what it says', 'class', 'files', 'tests'),
    ...RULE_IDS.map((rule) => {
      const exceptions = Object.entries(CLASS_EXCEPTIONS[rule] ?? {}).map(
        ([articles, kind]) => `${articles}: ${kind}`,
      )
      const cases = [...(found.caseFiles.get(rule) ?? [])]
        .sort()
        .map((name) => `[${name}](../test/cases/laws/${name})`)
      return row(
        `<a id="${rule}"></a>\`${rule}\``,
        said(rule),
        [classOf(rule), ...exceptions].join('; '),
        where(found, rule),
        [counted(found, rule, null), ...cases].filter((part) => part !== '').join(' '),
      )
    }),
  ]
}

const INTRODUCTION = `# The Laws in the code

Written by \`npm run docs:laws\`; a test compares it with what that gives. For each edition: the article as that edition
numbers it, its class, the rule, the files that name the rule (first those that raise it, or ask whether it is in force), and
how many cases test it under that edition
(\`rule\` of a case in \`test/cases/laws\`; "handed": cases of \`test/cases/handed.jsonl\` that expect it;
"2 of DAY": it has none under this edition, and is asked those of that one).

- *executable*: the reducer decides from recorded events;
- *recordable*: a person judges, and the record holds the incident, the options and the ruling;
- *definitional*: equipment, duties and words; [definitions](definitions.md) says what is made of them.

\`touchmove judge --without RULE FILE\` shows what rests on a rule.`

export function lawsMd(): string {
  const found = coverage()
  return [
    INTRODUCTION,
    ...EDITIONS.map(
      (edition) =>
        `## ${edition}${edition === LISTED ? ', every numbered article' : ''}\n\n${editionTable(found, edition).join('\n')}`,
    ),
    `## Rules\n\n${ruleTable(found).join('\n')}\n`,
  ].join('\n\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(LAWS_MD, lawsMd())
