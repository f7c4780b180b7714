/** By what the English remarks are recognised: whole texts by a mark, so that who speaks another language need not carry them. */
import { EN_REMARKS, type RemarkCode } from './en.ts'

const SLOT = /\{\w+\}/
/** A text that is one slot would take any other. */
const IDS = (Object.keys(EN_REMARKS) as RemarkCode[]).filter((code) => code !== 'reason')

/** 32 bits of a text (FNV-1a over its UTF-16 units). */
export function markOf(text: string): number {
  let mark = 0x811c9dc5
  for (let k = 0; k < text.length; k++) mark = Math.imul(mark ^ text.charCodeAt(k), 0x01000193)
  return mark >>> 0
}

/** Those without slots. */
export const MARKS: readonly (readonly [RemarkCode, number])[] = IDS.filter(
  (id) => !SLOT.test(EN_REMARKS[id]),
).map((id) => [id, markOf(EN_REMARKS[id])])

/** Those with slots, the most particular first: `{san}: {why}` would take many another. */
export const SLOTTED: readonly (readonly [RemarkCode, string])[] = IDS.filter((id) =>
  SLOT.test(EN_REMARKS[id]),
)
  .map((id) => [id, EN_REMARKS[id]] as const)
  .sort(([, a], [, b]) => fixedLength(b) - fixedLength(a))

function fixedLength(text: string): number {
  return text.replaceAll(/\{\w+\}/g, '').length
}
