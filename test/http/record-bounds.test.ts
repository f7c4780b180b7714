/** Lists of the whole record, and problems of many fields, are no larger than a function can answer. */
import { expect, test } from 'vitest'
import type { ApiClient } from '../../functions/http/api-client.ts'
import { anchorHeads } from '../../functions/integrity/anchors/register.ts'
import { fetchAnchors, fetchCommits, fetchProofs } from '../../functions/integrity/anchors/remote-evidence.ts'
import { listAllStreams } from '../../functions/integrity/sync/run.ts'
import { queueVersion, sequenceAppends } from '../../functions/store/append-log.ts'
import { bytesInAnswer } from '../../functions/store/pages.ts'
import { testSigner } from '../integrity/anchors/signer.ts'
import { GAME, openClient } from '../kit/service.ts'

/** What a function's answer may have (functions/lambda/answer-size.ts). */
const LIMIT = 6_000_000

test('a problem names the first of the fields at fault, however many a request has', async () => {
  const client = await openClient()
  const token = await client.token('admin')
  const events = Array.from({ length: 999 }, () => ({}))
  const at = '2026-03-14T14:00:00.000Z'
  const games = Array.from({ length: 50 }, (_, k) => ({ ...GAME, id: `g${k}`, at, events }))
  const { status, text, json } = await client.ask('POST', '/games/whole', { token, body: { games } })
  expect(status).toBe(200)
  expect(bytesInAnswer(text)).toBeLessThan(4_000_000)
  expect(json.games).toHaveLength(50)
  const [{ problem }] = json.games
  expect(problem.errors.length).toBeGreaterThan(300)
  expect(problem.errors.length).toBeLessThan(999)
  expect(problem.errors[300]).toMatchObject({ index: 300, pointer: '/type' })
  expect(problem.detail).toMatch(/^type is missing; .*…$/)
})

test('lists of the whole record end at their bytes, and are read on to their end', async () => {
  const client = await openClient()
  const { ports } = client
  const token = await client.token('admin')
  const sizes: number[] = []
  const counting: ApiClient = {
    async request(method, path, { body, headers = {} } = {}) {
      const answer = await client.ask(method, path, { token, body, headers })
      sizes.push(bytesInAnswer(answer.text))
      return answer
    },
  }
  for (let n = 1; n <= 12; n++)
    await ports.log.append({
      ...{
        stream: 'game#long',
        n,
        prev: 'p',
        hash: `h${n}`,
        format: 1,
        at: '2026-03-14T14:00:00.000Z',
        events: [],
      },
      body: '"'.repeat(250_000),
    })
  expect((await fetchCommits(counting, 'game#long')).map(({ n }) => n)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
  ])
  expect(sizes.splice(0).length).toBe(4)
  const leaves = Array.from({ length: 1000 }, (_, k) => ({
    stream: `game#g${k}`,
    n: 1,
    hash: 'a'.repeat(64),
  }))
  for (let k = 0; k < 30; k++) await anchorHeads(ports, testSigner(), leaves)
  const anchors: number[] = []
  for await (const { anchor } of fetchAnchors(counting)) anchors.push(anchor.n)
  expect(anchors).toEqual(Array.from({ length: 30 }, (_, k) => k + 1))
  expect(sizes.length).toBeGreaterThan(2)
  // Of many anchors a stream has few proofs, the last among them.
  const proofs = await fetchProofs(counting, 'game#g7')
  expect(proofs.length).toBeLessThanOrEqual(12)
  expect(proofs.at(-1)?.anchor.n).toBe(30)
  expect(sizes.at(-1)).toBeLessThan(40_000)
  for (let n = 1; n <= 4200; n++)
    await queueVersion(ports, { stream: `tournament#T${n}`, n: 1, hash: 'a'.repeat(64) })
  await sequenceAppends(ports)
  const first = await counting.request('GET', '/log/entries')
  const rest = await counting.request('GET', '/log/entries?from=4096')
  expect([first, rest].map(({ text }) => JSON.parse(text).entries.length)).toEqual([4096, 4230 - 4096])
  expect(Math.max(...sizes)).toBeLessThan(LIMIT)
})

test('streams are listed a page at a time, none twice and none left out', async () => {
  const client = await openClient()
  const token = await client.token('admin')
  for (const id of ['a', 'b', 'c', 'd', 'e'])
    expect((await client.ask('POST', '/games', { token, body: { ...GAME, id } })).status).toBe(201)
  const paged: ApiClient = {
    request: (method, path, { body } = {}) =>
      client.ask(method, path.replace('limit=500', 'limit=2'), { token, body }),
  }
  const listed = await listAllStreams(paged, 'game')
  expect(listed.map(({ stream }) => stream)).toEqual(['game#a', 'game#b', 'game#c', 'game#d', 'game#e'])
})
