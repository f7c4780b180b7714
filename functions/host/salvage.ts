/** Verifying reads a damaged database around its damage: what cannot be read is as if it were not there. */
import { isItem, isSound } from './item.ts'

/**
 * Whether a value that was read can be what was written, its content included. For verifying alone, which then says what
 * is missing: a host that reads around damage would take a hole for the end of a stream.
 */
export const isSoundAndWhole = (value: unknown, key?: string): boolean =>
  isSound(value, key) && (!isItem(value) || isWhole(value))

/** A document (its sort key is a text, a commit's a number) has its content as JSON. */
function isWhole(value: unknown): boolean {
  const { sk, doc } = value as { sk: { S?: string }; doc?: { S?: string } }
  if (sk.S === undefined) return true
  try {
    JSON.parse(doc?.S ?? '')
    return true
  } catch {
    return false
  }
}
