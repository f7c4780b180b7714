/** What a function of a deployment may answer: 6 MB of JSON. */
import { createCipheriv } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { problemType } from '../../functions/http/problems.ts'
import type { Reply } from '../../functions/http/reply.ts'
import { withinAnswerSize } from '../../functions/lambda/answer-size.ts'

/** As Lambda counts it: with all that the function returns. */
const LIMIT = 6 * 1024 * 1024
const sizeOf = (reply: Reply): number => Buffer.byteLength(JSON.stringify(reply))

const GZIP = { headers: { 'accept-encoding': 'br, gzip' } }
const PLAIN = { headers: {} }
const answer = (body: string): Reply => ({
  statusCode: 200,
  headers: { 'content-type': 'application/x-chess-pgn', etag: '"abc"', vary: 'accept' },
  body,
})

test('an answer that fits goes as it is, its marks counted as they are escaped', async () => {
  const fits = answer('1. e4 e5 '.repeat(600_000))
  expect(await withinAnswerSize(fits, PLAIN)).toBe(fits)
  // As many characters, of which each quotation mark is two bytes of the answer's JSON.
  const marks = answer('"'.repeat(5_400_000))
  expect(sizeOf(marks)).toBeGreaterThan(LIMIT)
  expect((await withinAnswerSize(marks, PLAIN)).statusCode).toBe(406)
})

test('one that is too large goes compressed, the same text, under a tag that names no bytes', async () => {
  const body = Array.from({ length: 300_000 }, (_, k) => `${k}. Nf3 Nc6 { [%clk 1:30:${k % 60}] }\n`).join('')
  const reply = await withinAnswerSize(answer(body), GZIP)
  expect(reply).toMatchObject({
    statusCode: 200,
    headers: { 'content-encoding': 'gzip', etag: 'W/"abc"', vary: 'accept, accept-encoding' },
    isBase64Encoded: true,
  })
  expect(gunzipSync(Buffer.from(reply.body ?? '', 'base64')).toString()).toBe(body)
  expect(sizeOf(reply)).toBeLessThan(LIMIT)
})

test('a client that does not accept that, or asks for more than fits even so, is told what to ask for', async () => {
  const refusals = [
    await withinAnswerSize(answer('x'.repeat(7_000_000)), PLAIN),
    await withinAnswerSize(answer(noise(8_000_000)), GZIP),
  ].map(({ statusCode, body = '' }) => ({ statusCode, ...JSON.parse(body) }))
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ statusCode: 406, type: problemType('answer-too-large') })
  expect(refusals.map(({ detail }) => detail)).toEqual([
    'the answer has 7.0 MB, more than this deployment can send: ask with Accept-Encoding: gzip, or for parts of it: a round, so many of its boards (rounds/1.pgn?from=1&boards=500), a page',
    'the answer has 8.0 MB, more than this deployment can send: ask for parts of it: a round, so many of its boards (rounds/1.pgn?from=1&boards=500), a page',
  ])
})

/** Hardly to be compressed, and the same each time. */
const noise = (length: number): string => {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16))
  return cipher.update(Buffer.alloc(length)).toString('base64').slice(0, length)
}
