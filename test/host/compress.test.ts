import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openCompressor, plainTags } from '../../functions/host/http/compress.ts'
import { withEtag } from '../../functions/http/etag.ts'
import { ResponseCache } from '../../functions/response-cache.ts'

const BODY = '1. e4 e5 2. Nf3 Nc6 '.repeat(200)
const ask = (accepts?: string, held?: string, url = '/g.pgn') => {
  const compressor = openCompressor(new ResponseCache())
  const plain = plainTags(held)
  const headers = plain === undefined ? {} : { 'if-none-match': plain }
  return compressor.encoded(withEtag(BODY, 'application/x-chess-pgn', { headers }), { url, accepts, held })
}

test('a long text goes out in the coding its reader takes, under a tag of that coding', async () => {
  const [plain, zipped, brotli] = [await ask(), await ask('gzip'), await ask('gzip, deflate, br;q=0.9')]
  expect(plain.body).toBe(BODY)
  expect(gunzipSync(zipped.bytes!).toString()).toBe(BODY)
  expect(brotliDecompressSync(brotli.bytes!).toString()).toBe(BODY)
  const tags = [plain, zipped, brotli].map(({ headers }) => headers?.['etag'])
  expect(new Set(tags).size).toBe(3)
  for (const { headers } of [plain, zipped, brotli]) expect(headers?.['vary']).toMatch(/accept-encoding/)
})

test('what nobody takes, or is refused with q=0, is not sent', async () => {
  for (const accepts of ['', 'identity', 'gzip;q=0', 'gzip; q=0.0, br;q=0', 'xgzip', 'brotli'])
    expect((await ask(accepts)).headers?.['content-encoding'], accepts).toBeUndefined()
})

test('a client that has the bytes in any coding is answered 304 with the tag that it sent', async () => {
  for (const accepts of [undefined, 'gzip', 'br']) {
    const tag = String((await ask(accepts)).headers?.['etag'])
    for (const held of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await ask(accepts, held)
      expect([again.statusCode, again.body, again.headers?.['etag']]).toEqual([304, undefined, tag])
    }
  }
})

test('what is short, or compressed already, or no text goes out as it is', async () => {
  const asked = { url: '/', accepts: 'br', held: undefined }
  const compressor = openCompressor(new ResponseCache())
  for (const reply of [
    withEtag('short', 'text/plain', { headers: {} }),
    withEtag(BODY, 'application/pdf', { headers: {} }),
    { statusCode: 200, headers: { 'content-encoding': 'gzip', 'content-type': 'text/html' }, body: BODY },
    { statusCode: 404, headers: { 'content-type': 'text/plain' }, body: BODY },
  ])
    expect(await compressor.encoded(reply, asked)).toEqual(reply)
})
