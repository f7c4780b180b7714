/** Types of the texts of a language: a phrase for every rule, its slots, and the frame of a verdict's sentence. */
import type { Side } from '../../../events/index.ts'
import type { RuleId } from '../../editions/rules.ts'
import type { Language } from '../../notation/languages.ts'
import type { VerdictStatus } from '../../state/state.ts'

/** English, Slovene, Slovak, Serbian in Latin letters, Polish. */
export const EXPLANATION_LANGUAGES = ['en', 'sl', 'sk', 'sr', 'pl'] as const satisfies readonly Language[]
export type ExplanationLanguage = (typeof EXPLANATION_LANGUAGES)[number]

/** A name in the grammatical cases that sentences need; a language without cases repeats it. */
export interface GrammaticalCases {
  readonly nom: string
  readonly gen: string
  readonly dat: string
  readonly acc: string
}

/** A name's nominative, genitive, dative and accusative. */
export const grammaticalCases = (nom: string, gen: string, dat: string, acc: string): GrammaticalCases => ({
  nom,
  gen,
  dat,
  acc,
})

/** `{side}` is the one the verdict is against, `{opponent}` the other; where it is against nobody, any player. */
type Person = 'side' | 'opponent'
type Slot = Person | `${Person}.${Exclude<keyof GrammaticalCases, 'nom'>}`

type SlotsIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | SlotsIn<Rest>
  : never

/** A table of phrases; a phrase with a slot that nothing fills is not accepted. */
type Filled<Table> = {
  [Rule in keyof Table]: Rule extends RuleId
    ? Table[Rule] extends string
      ? SlotsIn<Table[Rule]> extends Slot
        ? Table[Rule]
        : never
      : never
    : never
}

export type Phrasebook = Readonly<Record<RuleId, string>>

/** The phrases of a language, in the order of the citations: one clause a rule, without a capital and a full stop. */
export const phrasebook = <const Table extends Phrasebook>(phrases: Table & Filled<Table>): Phrasebook =>
  phrases

/** Plural forms by the categories of the language (CLDR); `other` serves what is not named. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

/** The words that citations have besides numbers. */
export type CitedWord =
  | 'Preface'
  | 'manual to'
  | 'manual'
  | 'glossary'
  | 'notes'
  | 'override'
  | 'interpretation 14 June 2017 point'

/** How a language builds the sentence around the clause of the rule. */
export interface SentenceFrame {
  readonly sides: Readonly<Record<Side | 'player' | 'opponent', GrammaticalCases>>
  /** Abbreviation before article numbers. */
  readonly article: string
  readonly cited: Readonly<Record<CitedWord, string>>
  readonly decimal: ',' | '.'
  readonly units: { readonly minute: PluralForms; readonly second: PluralForms }
  /** What is due: `restore` has `{seq}`, `time` has `{time}` and a side, `due` comes before the list. */
  readonly due: string
  readonly restore: string
  readonly time: string
  /** Of results: `win` and `forfeit` have `{side.gen}`, the winner; `lost` and `absent` are both players' loss. */
  readonly results: Readonly<Record<'win' | 'forfeit' | 'draw' | 'lost' | 'absent' | 'score', string>>
  /** Clauses that a note puts in the place of the rule's: it says more exactly what happened. */
  readonly instead: Readonly<Record<'written-fixed' | 'claimed-not-made', string>>
  /** The clause of each status; `awaits-penalty`: the arbiter may choose from the list of penalties. */
  readonly status: Readonly<Record<VerdictStatus | 'awaits-penalty', string>>
}
