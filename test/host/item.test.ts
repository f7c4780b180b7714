import { expect, test } from 'vitest'
import { isTableDefinition } from '../../functions/host/database/item.ts'

const TABLE = {
  TableName: 'touchmove-commits',
  TableStatus: 'ACTIVE',
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'N' },
  ],
}

test('a table is recognised by its keys, each with its type', () => {
  expect(isTableDefinition(TABLE)).toBe(true)
  expect(isTableDefinition({ ...TABLE, KeySchema: TABLE.KeySchema.slice(0, 1) })).toBe(true)
})

test('a bit flipped in a table’s description makes it none: a name, a type, a list that is gone', () => {
  const renamed = (name: keyof typeof TABLE) =>
    Object.fromEntries(
      Object.entries(TABLE).map(([key, value]) => [key === name ? key.replace('e', 'd') : key, value]),
    )
  for (const name of ['KeySchema', 'AttributeDefinitions', 'TableStatus'] as const)
    expect(isTableDefinition(renamed(name)), name).toBe(false)
  const garbled = JSON.stringify(TABLE).replace('"AttributeName":"sk"', '"AttributeName":"rk"')
  expect(isTableDefinition(JSON.parse(garbled))).toBe(false)
  expect(isTableDefinition(JSON.parse(JSON.stringify(TABLE).replace('"HASH"', '"HASI"')))).toBe(false)
  expect(isTableDefinition({ ...TABLE, KeySchema: [] })).toBe(false)
  expect(isTableDefinition(undefined)).toBe(false)
})
