import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { sendRequest } from '../../functions/http-client.ts'
import manifest from '../../package.json' with { type: 'json' }

test('others are told our name and version, unless a request names another', async () => {
  const received: (string | undefined)[] = []
  const server = createServer((request, response) => {
    received.push(request.headers['user-agent'])
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await sendRequest(url)
  await sendRequest(url, { headers: { 'user-agent': 'other' } })
  server.close()
  expect(received).toEqual([`touchmove/${manifest.version}`, 'other'])
})
