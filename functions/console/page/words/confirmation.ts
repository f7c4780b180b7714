/** What an arbiter confirms, in a sentence of the page's language; the sentences are loaded with the arbiter's page. */
import type { ConfirmationWords } from './confirmations/confirmation-words.ts'
import { confirmationSentence } from './confirmations/sentence.ts'
import { type DescribableEvent, describeWithActor, noteInWords } from './describe.ts'
import { loadWords } from './load-words.ts'

const known = loadWords<ConfirmationWords>({
  en: () => import('./confirmations/en.ts'),
  sl: () => import('./confirmations/sl.ts'),
  sk: () => import('./confirmations/sk.ts'),
  sr: () => import('./confirmations/sr.ts'),
  pl: () => import('./confirmations/pl.ts'),
})

/**
 * `The position is put back to that after event 12 (7. Nf3).`; while the sentences are under way, what the list of events would say.
 * `place`: what its seq stands for, in brackets.
 */
export function confirmationOf(event: DescribableEvent, place: string): string {
  const loaded = known.value
  const sentence = loaded === null ? undefined : confirmationSentence(event, loaded.words)
  if (sentence === undefined) return [describeWithActor(event), place].join(' ').trim()
  const placed = place === '' ? sentence : sentence.replace(/\.$/, ` ${place}.`)
  return placed + replacementsOf(event) + noteInWords(event)
}

/** The reports that replace a corrected one, in brackets. */
function replacementsOf({ data }: DescribableEvent): string {
  const events = 'replacement' in data ? (data.replacement ?? []) : []
  return events.length === 0
    ? ''
    : ` (${events.map((each) => describeWithActor(each as DescribableEvent)).join('; ')})`
}
