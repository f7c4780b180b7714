/** What an arbiter may do, in the language of the page: the Laws' digest has it in English. */
import { PENALTIES } from '../../../../events/vocabulary.ts'
import { language, optionIn, tx } from './words.ts'

/** The text and the language it is in, for who has it read aloud. What nobody has translated stays English. */
export function optionText(option: string): { readonly text: string; readonly lang: string } {
  const isPenalty = PENALTIES.some((penalty) => penalty === option)
  const text = isPenalty ? tx(`p-${option}`) : optionIn(option)
  return text === null ? { text: option, lang: 'en' } : { text, lang: language.value }
}
