import { expect, test } from 'vitest'
import { ORIGIN_HEADER, refuseDirect } from '../../functions/http/origin-header.ts'

test('behind an edge, a request that does not come through it is refused; elsewhere none is', () => {
  expect(refuseDirect(undefined, {})).toBeNull()
  expect(refuseDirect('s3cret', { [ORIGIN_HEADER]: 's3cret' })).toBeNull()
  for (const headers of [
    {},
    { [ORIGIN_HEADER]: '' },
    { [ORIGIN_HEADER]: 's3cre' },
    { [ORIGIN_HEADER]: 's3cret,s3cret' },
  ])
    expect(refuseDirect('s3cret', headers)?.statusCode).toBe(403)
})
