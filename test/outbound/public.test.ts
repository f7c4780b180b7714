import { readFileSync } from 'node:fs'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer, type LookupFunction } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createHost } from '../../functions/host/create-host.ts'
import { toApiGatewayEvent } from '../../functions/host/http/request-event.ts'
import { postPublic } from '../../functions/outbound/post-public.ts'
import { isPublic } from '../../functions/outbound/public-address.ts'
import { PUBLIC_TARGETS, parseTargets } from '../../functions/outbound/targets.ts'
import { temporaryFolder } from '../kit/command.ts'
import { openClient, testPorts } from '../kit/service.ts'

test('addresses of loopback, private networks and the cloud’s own metadata are not public, in whatever dress', () => {
  const inside = [
    ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...[
      '::',
      '::1',
      'fe80::1',
      'fd00:ec2::254',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001:db8::1',
      '3fff::1',
      '5f00::1',
      '100:0:0:1::1',
      '4000::1',
    ],
  ]
  expect(inside.filter(isPublic)).toEqual([])
  const outside = ['8.8.8.8', '172.32.0.1', '192.167.1.1', '2606:4700::1111', '2a00:1450::1']
  expect(outside.filter(isPublic)).toEqual(outside)
})

test('nobody is connected to by a name that leads inside, nor by digits; also if the name led outside before', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const post = postPublic()
  await expect(post(`https://localhost:${port}/`, {}, '{}')).rejects.toThrow(
    /localhost is .*no public address/,
  )
  for (const host of ['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]'])
    await expect(post(`https://${host}:${port}/`, {}, '{}')).rejects.toThrow(/no public address/)
  expect(connections).toBe(0)
  // The refusal is what keeps it out: a lookup that lets it in does reach the server.
  const open: LookupFunction = (_, { all }, callback) =>
    all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4)
  await expect(postPublic(open)(`https://hook.test:${port}/`, {}, '{}')).rejects.toThrow()
  expect(connections).toBe(1)
  server.close()
})

test('no webhook goes to the own network unless the operator names places there', async () => {
  const named = parseTargets('10.0.0.0/8 ::1 127.0.0.0/8 example.org')
  if (!named.ok) throw new Error(named.error.message)
  for (const [ports, status] of [
    [testPorts(), 422],
    [testPorts({ allowPrivateNetwork: true, webhookTargets: PUBLIC_TARGETS }), 422],
    [testPorts({ allowPrivateNetwork: true, webhookTargets: named.value }), 201],
  ] as const) {
    const client = await openClient(ports)
    const token = await client.token('admin')
    await client.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
    for (const url of ['https://10.0.0.5/x', 'https://[::1]/x', 'https://0x7f.1/x', 'http://example.org/x'])
      expect(
        (await client.ask('POST', '/tournaments/T/webhooks', { token, body: { url } })).status,
        url,
      ).toBe(status)
    const url = 'https://example.org/x'
    expect((await client.ask('POST', '/tournaments/T/webhooks', { token, body: { url } })).status).toBe(201)
  }
})

test('an address that holds what nobody sees is refused: it would read otherwise than it leads', async () => {
  const client = await openClient()
  const token = await client.token('admin')
  await client.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
  for (const [sign, reported] of [
    ['\u202e', 'U+202E at character 22'],
    ['\u2028', 'U+2028 at character 22'],
    [' ', 'U+0020 at character 22'],
  ]) {
    const url = `https://example.org/x${sign}y`
    const { status, text } = await client.ask('POST', '/tournaments/T/webhooks', { token, body: { url } })
    expect([status, text]).toEqual([422, expect.stringContaining(reported ?? '')])
  }
  const url = 'https://müller.example/x%E2%80%AEy'
  expect((await client.ask('POST', '/tournaments/T/webhooks', { token, body: { url } })).status).toBe(201)
})

test('what a receiver answers comes back with its status, its words and when to come again; a redirect is followed nowhere', async () => {
  const pem = (name: string) => readFileSync(new URL(`../host/tls/${name}.pem`, import.meta.url))
  const received: unknown[] = []
  const server = createSecureServer({ cert: pem('cert'), key: pem('key') }, (request, answer) => {
    let body = ''
    request.on('data', (part) => {
      body += String(part)
    })
    request.on('end', () => {
      received.push([request.method, request.url, request.headers['webhook-id'], body])
      answer.writeHead(307, { location: 'https://127.0.0.1/', 'retry-after': '7' }).end('elsewhere')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const here: LookupFunction = (_, { all }, callback) =>
    all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4)
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  const posted = await postPublic(here)(
    `https://hook.test:${port}/in?a=1`,
    { 'webhook-id': 'w1' },
    '{"a":"é"}',
  )
  vi.unstubAllEnvs()
  server.close()
  expect(posted).toEqual({ status: 307, text: 'elsewhere', retryAfter: '7' })
  expect(received).toEqual([['POST', '/in?a=1', 'w1', '{"a":"é"}']])
})

test('a host lets webhooks go to public addresses unless its operator says otherwise', async () => {
  const scratch = temporaryFolder()
  const opened = await createHost({ folder: join(scratch.path, 'data') })
  if (!opened.ok) throw new Error(opened.error.message)
  const { adminRouter, close } = opened.value
  const send = (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    return adminRouter(toApiGatewayEvent('POST', path, headers, JSON.stringify(body)))
  }
  await send('/tournaments', { id: 'T', name: 'Open' })
  const refused = await send('/tournaments/T/webhooks', { url: 'http://192.168.5.9/x' })
  expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('--webhooks-to')])
  expect((await send('/tournaments/T/webhooks', { url: 'https://example.org/x' })).statusCode).toBe(201)
  await close()
  scratch.remove()
})
