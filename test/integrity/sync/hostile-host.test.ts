/** The other end of a sync is no host, or a host that lies: a sentence says so, and nothing here changes. */
import { expect, test } from 'vitest'
import type { ApiClient, ApiResponse } from '../../../functions/http/api-client.ts'
import { RecordRefusal } from '../../../functions/integrity/anchors/remote-evidence.ts'
import { SyncFailure, syncRecord, witnessBySync } from '../../../functions/integrity/sync/run.ts'
import { append, need, openedGame, press } from '../../kit/reports.ts'
import { openClient } from '../../kit/service.ts'

async function source() {
  const served = await openClient()
  await openedGame(served.service)
  need(await append(served.service, [press('p1', 'white')]))
  const token = await served.token('admin')
  const client: ApiClient = {
    request: (method, path, ask = {}) => served.ask(method, path, { token, ...ask }),
  }
  return { served, client }
}

const answering = (text: string | ((path: string) => string), status = 200): ApiClient => ({
  request: async (_, path): Promise<ApiResponse> => ({
    status,
    headers: {},
    text: typeof text === 'string' ? text : text(path),
  }),
})

const heads = (value: unknown) => answering(() => JSON.stringify({ heads: value }))

test.each<[string, ApiClient]>([
  ['no JSON', answering('<html>hotel wifi</html>')],
  ['nothing', answering('')],
  ['null', answering('null')],
  ['no heads', heads([])],
  ['heads of others', heads([{ stream: 'game#other', n: 0, hash: '' }])],
  ['heads that are none', heads([null])],
  ['numbers that are none', heads([{ stream: 'game#g1', n: -1, hash: 'x' }])],
  ['errors in HTML', answering('<h1>Bad gateway</h1>', 502)],
  ['redirects', answering('', 302)],
])('a host that answers with %s', async (_, target) => {
  const { served, client } = await source()
  const before = await served.ports.log.load('game#g1', 0)
  const failure = await syncRecord(client, target, {}).then(
    () => null,
    (error: unknown) => error,
  )
  expect(failure).toSatisfy((error) => error instanceof SyncFailure || error instanceof RecordRefusal)
  expect(await served.ports.log.load('game#g1', 0)).toEqual(before)
})

test('a host that says it saw what is no number, or signs with no signature', async () => {
  const log = 'touchmove/x'
  const note = `${log}\n1\n${Buffer.alloc(32).toString('base64')}\n\n— ${log} AAAAAAAA\n`
  const own = answering((path) =>
    path.startsWith('/log/proof') ? '{"proof":[]}' : JSON.stringify({ note, log: 'key' }),
  )
  for (const target of [
    answering('{"size":"many"}'),
    answering('no JSON'),
    answering((path) => (path.includes('?') ? '{"size":0}' : '{"line":7}')),
  ])
    await expect(witnessBySync(own, target)).rejects.toSatisfy(
      (error) => error instanceof SyncFailure || error instanceof RecordRefusal,
    )
})
