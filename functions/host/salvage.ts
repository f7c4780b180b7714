/** Reads a damaged database around its damage: what cannot be read is as if it were not there. */
import { isItem, isItemKey, isTable, isTableKey } from './item.ts'

/** What is used of LevelDB's iterators. */
interface Values {
  next(): Promise<unknown>
  nextv(size: number): Promise<unknown[]>
}

/**
 * For verifying alone, which then says what is missing: a host that reads so would take a hole for the end of a stream.
 * LevelDB goes on behind a block that it cannot read and says so at the iterator's end; what it had read ahead in the
 * same call is lost with that, hence value by value.
 */
export const salvaged = {
  async value(key: string, found: Promise<unknown>): Promise<unknown> {
    const value = await found.catch(() => undefined)
    const isSound = isItemKey(key) ? isWhole(value) : !isTableKey(key) || isTable(value)
    return isSound ? value : undefined
  },
  values<I extends Values>(iterator: I): I {
    iterator.next = async () => {
      while (true)
        try {
          const [value] = await iterator.nextv(1)
          if (value === undefined || isWhole(value)) return value
        } catch (error) {
          if (!isGarbled(error)) return undefined
        }
    }
    return iterator
  },
}

/** Whether it was read and is no JSON: the iterator stands behind it. */
const isGarbled = (error: unknown): boolean => (error as { code?: string }).code === 'LEVEL_DECODE_ERROR'

/** A document (its sort key is a text, a commit's a number) has its content as JSON. */
function isWhole(value: unknown): boolean {
  if (!isItem(value)) return false
  const { sk, doc } = value as { sk: { S?: string }; doc?: { S?: string } }
  if (sk.S === undefined) return true
  try {
    JSON.parse(doc?.S ?? '')
    return true
  } catch {
    return false
  }
}
