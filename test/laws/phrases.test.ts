import { expect, test } from 'vitest'
import { articlesOf } from '../../domain/editions/citations.ts'
import { RULE_IDS, type RuleId } from '../../domain/editions/rules.ts'
import { penaltyOption } from '../../domain/laws/remark.ts'
import { EN_PHRASES } from '../../domain/laws/text/en.ts'
import { explainVerdict } from '../../domain/laws/text/explain.ts'
import { FRAMES } from '../../domain/laws/text/frames.ts'
import {
  EXPLANATION_LANGUAGES,
  type ExplanationLanguage,
  type Phrasebook,
  phrasebook,
} from '../../domain/laws/text/phrase.ts'
import { PL_PHRASES } from '../../domain/laws/text/pl.ts'
import { SK_PHRASES } from '../../domain/laws/text/sk.ts'
import { SL_PHRASES } from '../../domain/laws/text/sl.ts'
import { SR_PHRASES } from '../../domain/laws/text/sr.ts'
import type { Verdict, VerdictStatus } from '../../domain/state/state.ts'
import { EDITIONS, type Edition } from '../../events/index.ts'

const BOOKS: Record<ExplanationLanguage, Phrasebook> = {
  en: EN_PHRASES,
  sl: SL_PHRASES,
  sk: SK_PHRASES,
  sr: SR_PHRASES,
  pl: PL_PHRASES,
}
const OTHERS = EXPLANATION_LANGUAGES.filter((language) => language !== 'en')
const STATUSES: VerdictStatus[] = [
  'final',
  'awaits-arbiter',
  'awaits-claim',
  'applied',
  'overruled',
  'lapsed',
  'undetermined',
]

function verdict(rule: RuleId, given: Partial<Verdict> & { edition?: Edition } = {}): Verdict {
  const edition = given.edition ?? '2018-01-01'
  return {
    rule,
    edition,
    articles: articlesOf(rule, edition),
    against: 'white',
    seq: 57,
    evidence: [55, 57],
    status: 'awaits-arbiter',
    remedy: { restore: null, clock: null, result: null },
    options: [],
    notes: [],
    due: [],
    answeredBy: null,
    counted: false,
    establishedBy: null,
    ...given,
  }
}

const second = verdict('illegal-move-completed', {
  articles: ['7.5.1', '7.5.5'],
  remedy: { restore: 54, clock: { black: 120_000 }, result: null },
})

test('an illegal move completed is explained in five languages', () => {
  expect(EXPLANATION_LANGUAGES.map((language) => explainVerdict(second, language))).toEqual([
    'White completed an illegal move by pressing the clock (Art. 7.5.1, 7.5.5), due: back to the position after event 54, 2 minutes for Black; the arbiter decides.',
    'Nepravilna poteza belega je zaključena s pritiskom na uro (čl. 7.5.1, 7.5.5), predpisano je: vrnitev v pozicijo po dogodku 54, 2 minuti za črnega; odloči sodnik.',
    'Neprípustný ťah Bieleho bol ukončený stlačením hodín (čl. 7.5.1, 7.5.5), predpísané je: návrat k pozícii po udalosti 54, 2 minúty pre Čierneho; rozhodne rozhodca.',
    'Nelegalan potez belog kompletiran je pritiskom na sat (čl. 7.5.1, 7.5.5), propisano je: vraćanje na poziciju posle događaja 54, 2 minuta za crnog; odlučuje sudija.',
    'Nieprawidłowe posunięcie białych zakończono wciśnięciem zegara (art. 7.5.1, 7.5.5), należy się: powrót do pozycji po zdarzeniu 54, 2 minuty dla czarnych; decyduje sędzia.',
  ])
})

test('times take the plural forms of the language', () => {
  const times = (language: ExplanationLanguage, ...durations: number[]) =>
    durations.map((ms) => {
      const given = verdict('extra-time-for-disturbance', {
        remedy: { restore: null, clock: { white: ms }, result: null },
      })
      return /: (.*) (?:for|za|pre|dla) /.exec(explainVerdict(given, language))?.[1]
    })
  const given = [60_000, 120_000, 180_000, 300_000, 1000, 2000, 5000, 90_500]
  expect(times('en', ...given)).toEqual([
    '1 minute',
    '2 minutes',
    '3 minutes',
    '5 minutes',
    '1 second',
    '2 seconds',
    '5 seconds',
    '1 minute 30.5 seconds',
  ])
  expect(times('sl', ...given)).toEqual([
    '1 minuta',
    '2 minuti',
    '3 minute',
    '5 minut',
    '1 sekunda',
    '2 sekundi',
    '5 sekund',
    '1 minuta 30,5 sekunde',
  ])
  expect(times('sk', ...given)).toEqual([
    '1 minúta',
    '2 minúty',
    '3 minúty',
    '5 minút',
    '1 sekunda',
    '2 sekundy',
    '5 sekúnd',
    '1 minúta 30,5 sekundy',
  ])
  expect(times('sr', ...given, 21_000)).toEqual([
    '1 minut',
    '2 minuta',
    '3 minuta',
    '5 minuta',
    '1 sekunda',
    '2 sekunde',
    '5 sekundi',
    '1 minut 30,5 sekundi',
    '21 sekunda',
  ])
  expect(times('pl', ...given, 22_000)).toEqual([
    '1 minuta',
    '2 minuty',
    '3 minuty',
    '5 minut',
    '1 sekunda',
    '2 sekundy',
    '5 sekund',
    '1 minuta 30,5 sekundy',
    '22 sekundy',
  ])
})

test('results name the winner and are written as on the scoresheet', () => {
  const results = (language: ExplanationLanguage) =>
    (['10', '01', '½½', '+-', '-+', '--', '00', '½0'] as const).map(([white, black]) => {
      const result = { white, black } as Verdict['remedy']['result']
      const given = verdict('default-time', { remedy: { restore: null, clock: null, result } })
      return /: (.*);/.exec(explainVerdict(given, language))?.[1]
    })
  expect(results('en')).toEqual([
    'a win for White (1–0)',
    'a win for Black (0–1)',
    'a draw (½–½)',
    'a win by forfeit for White (+/−)',
    'a win by forfeit for Black (−/+)',
    'a loss by forfeit for both players (−/−)',
    'a loss for both players (0–0)',
    'the score (½–0)',
  ])
  expect(results('pl').slice(0, 4)).toEqual([
    'wygrana białych (1–0)',
    'wygrana czarnych (0–1)',
    'remis (½–½)',
    'wygrana białych walkowerem (+/−)',
  ])
})

test('a sentence says what has become of the verdict', () => {
  const ends = STATUSES.map((status) => explainVerdict(verdict('two-hands', { status }), 'sk').split('; ')[1])
  expect(ends).toEqual([
    'určujú to samotné Pravidlá.',
    'rozhodne rozhodca.',
    'platí to len pri včasnej reklamácii alebo spozorovaní.',
    'už sa tak stalo.',
    'rozhodnutie rozhodcu bolo iné.',
    'nič ďalšie z toho nevyplýva.',
    'čo nasleduje, sa nepodarilo určiť.',
  ])
  const lapsed: Verdict = { ...second, status: 'lapsed' }
  expect(explainVerdict(lapsed, 'pl')).toBe(
    'Nieprawidłowe posunięcie białych zakończono wciśnięciem zegara (art. 7.5.1, 7.5.5); nic więcej z tego nie wynika.',
  )
  const penalty = verdict('smoking', { options: [penaltyOption('warning'), penaltyOption('loss')] })
  expect(explainVerdict(penalty, 'sl')).toBe(
    'Beli kadi, kjer to ni dovoljeno (čl. 11.3.4); kazen izbere sodnik.',
  )
})

test('every rule has a sentence of its own in every language, against either side', () => {
  for (const language of EXPLANATION_LANGUAGES) {
    const seen = new Map<string, RuleId>()
    for (const rule of RULE_IDS) {
      for (const against of ['white', 'black', null] as const) {
        const sentence = explainVerdict(verdict(rule, { against, articles: [] }), language)
        expect(sentence, `${language} ${rule}`).toMatch(/^\p{Lu}[^{}]*\p{Ll}[^{}]*\.$/u)
        expect(sentence.slice(0, -1), `${language} ${rule} is one sentence`).not.toMatch(/[.!?] \p{Lu}/u)
        if (against === 'white') {
          expect(seen.get(sentence), `${language} ${rule}`).toBeUndefined()
          seen.set(sentence, rule)
        }
      }
    }
  }
})

test('no phrase equals the English one, and all are of different words', () => {
  for (const language of OTHERS) {
    const same = RULE_IDS.filter((rule) => BOOKS[language][rule] === BOOKS.en[rule])
    expect(same, language).toEqual([])
    const { status, results, due, restore } = FRAMES[language]
    const own = [...Object.values(status), ...Object.values(results), due, restore]
    const english = [...Object.values(FRAMES.en.status), ...Object.values(FRAMES.en.results)]
    expect(own.filter((text) => english.includes(text) || text === '')).toEqual([])
  }
  const everywhere = RULE_IDS.flatMap((rule) =>
    EXPLANATION_LANGUAGES.map((language) => BOOKS[language][rule]),
  )
  expect(new Set(everywhere).size).toBe(everywhere.length)
})

test('citations in words are in the words of the language', () => {
  const english = /\b(preface|manual|glossary|notes|override|interpretation|point)\b/i
  for (const language of OTHERS) {
    for (const rule of RULE_IDS) {
      for (const edition of EDITIONS) {
        expect(explainVerdict(verdict(rule, { edition }), language), `${rule} of ${edition}`).not.toMatch(
          english,
        )
      }
    }
  }
})

test('what stands in no numbered article is not cited as one', () => {
  expect(explainVerdict(verdict('unregulated-case'), 'sk')).toContain('podobnými (Predslov);')
  expect(explainVerdict(verdict('two-faults-one-move', { edition: '2017-07-01' }), 'en')).toContain(
    'illegal move (interpretation of 14 June 2017, point 3);',
  )
  expect(explainVerdict(verdict('promotion-inverted-rook'), 'en')).toContain('is a rook; the arbiter')
})

test('each language speaks with its own terms of the Laws', () => {
  const terms: Record<ExplanationLanguage, [RuleId, RegExp][]> = {
    en: [['flag-fall-check-moves', /flag/]],
    sl: [
      ['flag-fall-check-moves', /^Zastavica/],
      ['default-time', /privzeti čas zamude/],
      ['record-draw-offer', /remija na zapisniku/],
      ['bad-sealed-move', /kuvertirana/i],
    ],
    sk: [
      ['flag-fall-check-moves', /^Zástavka/],
      ['default-time', /čakaciu dobu/],
      ['illegal-move-completed', /neprípustný ťah/i],
      ['record-draw-offer', /remízy.*partiári/],
    ],
    sr: [
      ['flag-fall-check-moves', /^Zastavica/],
      ['default-time', /vreme kašnjenja/],
      ['bad-sealed-move', /kovertirani potez/i],
      ['record-draw-offer', /formularu/],
    ],
    pl: [
      ['illegal-move-completed', /nieprawidłowe posunięcie/i],
      ['draw-claim-incorrect', /reklamacja remisu/i],
      ['promotion-choice-final', /pola promocji/],
      ['touch-own', /bierk/],
    ],
  }
  for (const language of EXPLANATION_LANGUAGES) {
    for (const [rule, term] of terms[language]) expect(explainVerdict(verdict(rule), language)).toMatch(term)
  }
})

test('a phrase that is missing, or that has a slot nothing fills, fails the build', () => {
  const { checkmate, ...rest } = EN_PHRASES
  // @ts-expect-error: without checkmate it is no phrasebook
  const short: Phrasebook = rest
  // @ts-expect-error: nobody is called so
  const odd: Phrasebook = phrasebook({ ...EN_PHRASES, checkmate: '{arbiter} sees mate' })
  expect([checkmate, short.checkmate, odd.checkmate]).toEqual([
    'checkmate ended the game',
    undefined,
    '{arbiter} sees mate',
  ])
})
