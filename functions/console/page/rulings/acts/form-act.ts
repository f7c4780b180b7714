/** The parts of a form's acts: their fields, and functions that read the written values. */
import type { Verdict } from '../../../../../domain/game/index.ts'
import type { EventType } from '../../../../../events/index.ts'
import { POINTS, type Points, type Side } from '../../../../../events/vocabulary.ts'
import { formatScore } from '../../words/describe.ts'
import { type TextKey, t, tDynamic } from '../../words/texts.ts'
import type { EventDraft } from '../proposal.ts'

export interface FormField {
  readonly name: string
  readonly label: TextKey
  /** `clocks`: both clocks with periods and counters. */
  readonly kind: 'choice' | 'number' | 'text' | 'long-text' | 'instant' | 'clocks'
  readonly choices?: readonly (readonly [value: string, text: string])[]
  readonly start?: string
  readonly least?: number
  readonly step?: string
  readonly optional?: boolean
  /** The pattern of the input, which the browser checks. */
  readonly pattern?: string
}

/** What the first values of the form depend on. */
export interface ActContext {
  readonly verdict: Verdict | null
  /** Seq of the last event that the arbiter has seen. */
  readonly head: number
  /** What each side has used of its time, ms; null without a clock. */
  usedTimes(): Readonly<Record<Side, number>> | null
}

/** Returns the value of a field by its name, trimmed; empty where nothing is written. */
export type Written = (name: string) => string

export interface FormAct {
  readonly id: string
  readonly group: TextKey
  readonly text: () => string
  readonly fields: (context: ActContext, written: Written) => readonly FormField[]
  readonly draft: (written: Written, context: ActContext) => EventDraft
  /** Whether the act settles a verdict. */
  readonly needsVerdict?: boolean
}

const sides = (): FormField['choices'] => (['white', 'black'] as const).map((side) => [side, t(side)])
/** The field of a side, which by default has no value: the arbiter has to name whom an act concerns. */
export const sideField = (start: Side | '' = ''): FormField => ({
  ...{ name: 'side', label: 'side', kind: 'choice', start },
  choices: [['', '—'], ...sides()!],
})
/** The same, which may stay empty. */
export const anySideField = (start: Side | ''): FormField => ({ ...sideField(start), optional: true })
export const note = (label: TextKey = 'note'): FormField => ({
  ...{ name: 'note', label, kind: 'long-text', optional: true },
})
/** The article that the arbiter cites. */
export const articleField: FormField = { name: 'article', label: 'article', kind: 'text', optional: true }
export const choice = (
  label: TextKey,
  prefix: string,
  values: readonly string[],
  start = values[0] ?? '',
  name = 'kind',
): FormField => ({
  ...{ name, label, kind: 'choice', start },
  choices: values.map((value) => [value, tDynamic(`${prefix}-${value}`)]),
})
export const number = (name: string, label: TextKey, start: number, least = 1, step = '1'): FormField => ({
  ...{ name, label, kind: 'number', start: String(start), least, step },
})
export const minutes = number('minutes', 'minutes', 2, 0, 'any')
export const seqsField: FormField = {
  ...{ name: 'seqs', label: 'events', kind: 'text', optional: true, pattern: '[0-9#, ]+' },
}

const RESULTS: readonly (readonly [Points, Points])[] = [
  ['1', '0'],
  ['½', '½'],
  ['0', '1'],
  ['+', '-'],
  ['-', '+'],
  ['0', '0'],
  ['½', '0'],
  ['0', '½'],
  ['-', '-'],
]
export const resultField = (start = '10', none = false): FormField => ({
  ...{ name: 'result', label: 'result', kind: 'choice', start: none ? '' : start, optional: none },
  choices: [
    ...(none ? ([['', '—']] as const) : []),
    ...RESULTS.map(([white, black]) => [white + black, formatScore({ white, black })] as const),
  ],
})

const isPoints = (sign: string): sign is Points => (POINTS as readonly string[]).includes(sign)
export function resultOf(written: Written): { white: Points; black: Points } {
  const [white = '½', black = '½'] = [...written('result')].filter(isPoints)
  return { white, black }
}

export const noted = (written: Written): { note?: string } =>
  written('note') === '' ? {} : { note: written('note') }
export const citedArticle = (written: Written): { article?: string } =>
  written('article') === '' ? {} : { article: written('article') }
export const seqsOf = (written: Written): { seqs?: number[] } => {
  const found = (written('seqs').match(/\d+/g) ?? []).map(Number)
  return found.length === 0 ? {} : { seqs: found }
}
export const writtenSide = (written: Written): Side => (written('side') === 'black' ? 'black' : 'white')
export const anyWrittenSide = (written: Written): { readonly side?: Side } =>
  written('side') === '' ? {} : { side: writtenSide(written) }
export const msOf = (written: Written): number => Math.round(Number(written('minutes')) * 60_000)
export const player = (written: Written): string => writtenSide(written)

type AfterAct<Key> = Key extends `act-${infer Id}` ? Id : never
/** Ids of acts, of which each has a text: `act-penalty` is the text of `penalty`. */
type ActId = AfterAct<TextKey>

/** An act whose event is made of the written values; it is by the arbiter, or by the side that `by` returns. */
export function act<T extends EventType>(
  id: ActId,
  group: TextKey,
  type: T,
  fields: FormAct['fields'] = () => [],
  data: (written: Written) => unknown = () => ({}),
  by: (written: Written) => string = () => 'arbiter',
): FormAct {
  return {
    id,
    group,
    fields,
    text: () => t(`act-${id}`),
    draft: (written) => ({ type, by: by(written), data: data(written) }) as EventDraft,
  }
}

/** An act whose only field is the side. */
export const sideAct = (id: ActId, group: TextKey, type: EventType): FormAct =>
  act(
    id,
    group,
    type,
    () => [sideField()],
    (written) => ({ side: writtenSide(written) }),
  )
