import { expect, test } from 'vitest'
import { preferredType } from '../../functions/http/accepts.ts'

const NDJSON = 'application/x-ndjson'

test.each([
  [undefined, 'application/json'],
  ['', 'application/json'],
  ['*/*', 'application/json'],
  [NDJSON, NDJSON],
  ['Application/X-NDJSON', NDJSON],
  [`${NDJSON};q=0.9, application/json;q=0.1`, NDJSON],
  [`${NDJSON};q=0.1, application/json`, 'application/json'],
  [`${NDJSON};q=0`, 'application/json'],
  [`text/html, ${NDJSON}-other`, 'application/json'],
])('a request that accepts %s gets %s', (accept, type) => {
  const headers = accept === undefined ? {} : { accept }
  expect(preferredType({ headers }, 'application/json', NDJSON)).toBe(type)
})
