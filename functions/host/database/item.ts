/** Checks that a stored value has the form of an item: dynalite assumes so, and crashes over an item that a flipped bit has damaged. */

/** Whether a value can be what was written under this key, or as one of many items. */
export function isReadableValue(value: unknown, key?: string): boolean {
  if (key === undefined || isItemKey(key)) return isStoredItem(value)
  return !isTableKey(key) || isTableDefinition(value)
}

/** Whether dynalite stores an item under this key, or the description of a table. */
export const isItemKey = (key: string): boolean => key.startsWith('item-')
export const isTableKey = (key: string): boolean => key.startsWith('table~')

/** dynalite's description of a table, as far as dynalite relies on it: keys, each with its type. */
export function isTableDefinition(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { KeySchema, AttributeDefinitions, TableStatus } = value
  if (typeof TableStatus !== 'string' || !Array.isArray(KeySchema) || !Array.isArray(AttributeDefinitions))
    return false
  const types = new Map(
    AttributeDefinitions.filter(isRecord).map((each) => [each['AttributeName'], each['AttributeType']]),
  )
  const isKey = (key: unknown) =>
    isRecord(key) && TYPES.has(types.get(key['AttributeName'])) && KEY_TYPES.has(key['KeyType'])
  return KeySchema.length > 0 && KeySchema.every(isKey)
}

const TYPES = new Set<unknown>(['S', 'N', 'B'])
const KEY_TYPES = new Set<unknown>(['HASH', 'RANGE'])

/** An item in DynamoDB's JSON, with the keys that each of our tables has. */
export function isStoredItem(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { pk, sk } = value as Record<string, { S?: unknown } | undefined>
  return typeof pk?.S === 'string' && sk !== undefined && Object.values(value).every(isAttribute)
}

/** An object with one name, the type, and a value of that type. */
function isAttribute(value: unknown): boolean {
  if (!isRecord(value)) return false
  const [entry, ...others] = Object.entries(value)
  return entry !== undefined && others.length === 0 && (CHECKS[entry[0]]?.(entry[1]) ?? false)
}

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** The attribute types of DynamoDB that the service uses. */
const CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  S: (value) => typeof value === 'string',
  N: (value) => typeof value === 'string' && NUMBER.test(value),
  L: (value) => Array.isArray(value) && value.every(isAttribute),
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
