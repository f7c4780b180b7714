/** The sentence of a confirmation, its slots filled. */
import type { Side } from '../../../../../events/index.ts'
import { actorName, type DescribableEvent, slotsOf } from '../describe.ts'
import { inChosenScript } from '../texts.ts'
import type { ConfirmationWords } from './confirmation-words.ts'

/** The sentence of an event; undefined where it has none, and where the sentence is for players and an official reports the event. */
export function confirmationSentence(event: DescribableEvent, words: ConfirmationWords): string | undefined {
  const template = (words as unknown as Readonly<Record<string, string>>)[keyOf(event)]
  if (template === undefined || (template.includes('{who}') && !isSide(event.by))) return undefined
  const side = sideOf(event)
  const dative = side === undefined ? '' : inChosenScript(words.dative[side])
  const slots = {
    ...slotsOf(event, undefined),
    who: actorName(event.by),
    dative,
    Dative: dative.slice(0, 1).toUpperCase() + dative.slice(1),
  }
  return inChosenScript(template)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      String((slots as Record<string, string | number>)[name] ?? ''),
    )
    .replace(/(?<! ) +([.:])/g, '$1')
}

const isSide = (by: unknown): by is Side => by === 'white' || by === 'black'

function keyOf({ type, data }: DescribableEvent): string {
  if (type === 'position-restored')
    return `${type}-to-${'seq' in data && data.seq !== undefined ? 'event' : 'fen'}`
  if (type === 'report-corrected') return 'replacement' in data ? 'report-replaced' : 'report-removed'
  return type
}

function sideOf({ data }: DescribableEvent): Side | undefined {
  const { on, side } = data as { readonly on?: unknown; readonly side?: unknown }
  return [on, side].find(isSide)
}
