import { expect, test } from 'vitest'
import { withEtag } from '../../functions/http/etag.ts'

const ask = (ifNoneMatch?: string) => ({
  headers: ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch },
})

test('the same bytes have the same strong tag, other bytes another', () => {
  const one = withEtag('1. e4 e5', 'text/plain', ask())
  expect(one).toMatchObject({ statusCode: 200, body: '1. e4 e5' })
  expect(one.headers?.['etag']).toMatch(/^"[\w-]{27}"$/)
  expect(withEtag('1. e4 e5', 'text/plain', ask()).headers).toEqual(one.headers)
  expect(withEtag('1. e4 e6', 'text/plain', ask()).headers?.['etag']).not.toBe(one.headers?.['etag'])
})

test('a client that has the bytes gets 304 without them, also in a list, marked weak, or by asking for anything', () => {
  const etag = String(withEtag('x', 'text/plain', ask()).headers?.['etag'])
  for (const held of [etag, `"old", ${etag}`, `W/${etag}`, ` ${etag} `, '*']) {
    const reply = withEtag('x', 'text/plain', ask(held))
    expect(reply.statusCode, held).toBe(304)
    expect(reply.body).toBeUndefined()
    expect(reply.headers).toMatchObject({
      etag,
      'cache-control': 'public, max-age=1, stale-while-revalidate=5, stale-if-error=60',
    })
  }
  for (const held of ['"other"', etag.slice(1, -1), `${etag.slice(0, -1)}x"`])
    expect(withEtag('x', 'text/plain', ask(held)).statusCode).toBe(200)
})
