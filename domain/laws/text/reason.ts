/**
 * Why a move, a text or a position is refused, in other languages: the readers of moves and positions say it in English, which is
 * recognised by its pattern.
 */
import type { RemarkCode, Remarks } from './remarks/en.ts'
import { MARKS, markOf, SLOTTED } from './remarks/marks.ts'

/** Slots whose filling is one word; any other may be a sentence of its own. */
const WORD_SLOTS = 'piece|side|other|owner|way|square|to|n|m'
const SLOT = /\{(\w+)\}/

interface Pattern {
  readonly id: RemarkCode
  readonly shape: RegExp
  readonly slots: readonly string[]
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const shapeOf = (slot: string): string =>
  slot === 'place' ? '(.*?)' : new RegExp(`^(?:${WORD_SLOTS})$`).test(slot) ? '([^\\s,;:]+)' : '(.+?)'

function patternOf(id: RemarkCode, text: string): Pattern {
  // Texts and slots by turns.
  const parts = text.split(SLOT)
  const source = parts.map((part, k) => (k % 2 === 1 ? shapeOf(part) : literal(part))).join('')
  return { id, shape: new RegExp(`^${source}$`), slots: parts.filter((_, k) => k % 2 === 1) }
}

const PATTERNS = SLOTTED.map(([id, text]) => patternOf(id, text))
const PLAIN: ReadonlyMap<number, RemarkCode> = new Map(MARKS.map(([id, mark]) => [mark, id]))

/**
 * The text in the language of `remarks`; null where the Laws here write no such text. `told` gives what fills a slot and is
 * no remark itself: a move's letters, a penalty's name.
 */
export function reasonIn(
  text: string,
  remarks: Remarks,
  describeSlot: (slot: string, value: string) => string = (_, value) => value,
): string | null {
  const plain = PLAIN.get(markOf(text))
  if (plain !== undefined) return remarks[plain]
  for (const { id, shape, slots } of PATTERNS) {
    const found = shape.exec(text)
    if (found === null) continue
    const values = new Map(slots.map((slot, k) => [slot, found[k + 1] ?? '']))
    return remarks[id].replaceAll(/\{(\w+)\}/g, (_, slot: string) => {
      const value = values.get(slot) ?? ''
      // What somebody wrote is quoted as it is.
      const known = slot === 'text' ? null : reasonIn(value, remarks, describeSlot)
      return known ?? describeSlot(slot, value)
    })
  }
  return null
}
