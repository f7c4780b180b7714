/** Builds the sentence about a verdict around the clause of its rule, in any language. */
import type { Side } from '../../../events/index.ts'
import type { Score, Verdict } from '../../state/state.ts'
import type { CitedWord, ExplanationLanguage, GrammaticalCases, Phrasebook, SentenceFrame } from './phrase.ts'

/** As `explainVerdict`, with the texts of the language given, so that a caller of one language need not load all. */
export function verdictSentence(
  verdict: Verdict,
  language: ExplanationLanguage,
  phrases: Phrasebook,
  frame: SentenceFrame,
): string {
  const opponent = verdict.against === null ? 'opponent' : other(verdict.against)
  const clause = fill(clauseOf(verdict, phrases, frame), {
    ...slots('side', frame.sides[verdict.against ?? 'player']),
    ...slots('opponent', frame.sides[opponent]),
  })
  // A lapsed verdict has nothing due: naming its remedy would read as if it had.
  const due = verdict.status === 'lapsed' ? '' : dueBy(verdict, frame, language).join(', ')
  return [
    clause.charAt(0).toUpperCase() + clause.slice(1),
    citation(verdict.articles, frame),
    due === '' ? '' : `, ${frame.due}: ${due}`,
    `; ${frame.status[statusOf(verdict)]}.`,
  ].join('')
}

const isInstead = (frame: SentenceFrame, code: string): code is keyof SentenceFrame['instead'] =>
  Object.hasOwn(frame.instead, code)

function clauseOf({ rule, notes }: Verdict, phrases: Phrasebook, frame: SentenceFrame): string {
  const code = notes.map((note) => note.code).find((each) => isInstead(frame, each))
  return code !== undefined && isInstead(frame, code) ? frame.instead[code] : phrases[rule]
}

const other = (side: Side): Side => (side === 'white' ? 'black' : 'white')

const slots = (name: string, { nom, gen, dat, acc }: GrammaticalCases): Record<string, string> => ({
  [name]: nom,
  [`${name}.gen`]: gen,
  [`${name}.dat`]: dat,
  [`${name}.acc`]: acc,
})

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{([^{}]+)\}/g, (slot, name: string) => values[name] ?? slot)

/** ` (Art. 7.5.1, 7.5.5)`, with the language's words in citations; empty where no article is cited. */
function citation(articles: readonly string[], { article, cited }: SentenceFrame): string {
  const [first] = articles
  if (first === undefined) return ''
  const words = /Preface|manual to|manual|glossary|notes|override|interpretation 14 June 2017 point/
  const texts = articles.map((text) => text.replace(words, (word) => cited[word as CitedWord]))
  return ` (${first.search(words) === 0 ? '' : `${article} `}${texts.join(', ')})`
}

function statusOf({ status, options }: Verdict): keyof SentenceFrame['status'] {
  return status === 'awaits-arbiter' && options.some(({ code }) => code === 'warning')
    ? 'awaits-penalty'
    : status
}

function dueBy({ remedy }: Verdict, frame: SentenceFrame, language: ExplanationLanguage): string[] {
  const { restore, clock, result } = remedy
  const times = (['white', 'black'] as const).flatMap((side) => {
    const ms = clock?.[side]
    if (ms === undefined) return []
    return fill(frame.time, { time: timeText(ms, frame, language), ...slots('side', frame.sides[side]) })
  })
  return [
    ...(restore === null ? [] : [fill(frame.restore, { seq: String(restore) })]),
    ...times,
    ...(result === null ? [] : [resultText(result, frame)]),
  ]
}

/** `2 minutes 30 seconds`, in the plural forms of the language. */
function timeText(ms: number, { units, decimal }: SentenceFrame, language: ExplanationLanguage): string {
  const rules = new Intl.PluralRules(language)
  const counted = (n: number, unit: keyof SentenceFrame['units']) =>
    `${String(n).replace('.', decimal)} ${units[unit][rules.select(n)] ?? units[unit].other}`
  const minutes = Math.trunc(ms / 60_000)
  const seconds = (ms - minutes * 60_000) / 1000
  return [
    ...(minutes === 0 ? [] : [counted(minutes, 'minute')]),
    ...(seconds === 0 && minutes !== 0 ? [] : [counted(seconds, 'second')]),
  ].join(' ')
}

function resultText({ white, black }: Score, { results, sides }: SentenceFrame): string {
  const forfeit = '+-'.includes(white)
  const written = `${white}${forfeit ? '/' : '–'}${black}`.replaceAll('-', '−')
  const winner = '1+'.includes(white) ? 'white' : '1+'.includes(black) ? 'black' : null
  const won = winner === null ? {} : slots('side', sides[winner])
  return `${fill(results[kindOf(white + black)], won)} (${written})`
}

const kindOf = (score: string): keyof SentenceFrame['results'] =>
  (
    ({
      '10': 'win',
      '01': 'win',
      '+-': 'forfeit',
      '-+': 'forfeit',
      '½½': 'draw',
      '00': 'lost',
      '--': 'absent',
    }) as const
  )[score] ?? 'score'
