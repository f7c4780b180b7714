/**
 * How a host is guarded: HTTPS, proxies, keys that are exchanged, token files that are damaged, warnings in files. Each test has a
 * host of its own, and they run at once.
 */
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startHost } from '../../functions/host/serve.ts'
import { logOver } from '../../functions/observability/log.ts'
import { temporaryFolder } from '../kit/command.ts'
import { runHere } from '../kit/run-here.ts'

const folders: { remove(): void }[] = []
afterAll(() => {
  for (const each of folders) each.remove()
})
const newFolder = (): string => {
  const folder = temporaryFolder()
  folders.push(folder)
  return folder.path
}

async function start(folder: string, more: object = {}) {
  const lines: Record<string, unknown>[] = []
  const log = logOver((level, fields) => lines.push({ level, ...fields }), 'info')
  const host = await startHost({ folder, host: '127.0.0.1', port: 0, fsync: false, log, ...more })
  if (!host.ok) throw new Error(host.error.message)
  return { ...host.value, lines }
}

const tokensIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'tokens.json'), 'utf8')) as Record<string, string>

const get = (url: string, token: string) => fetch(url, { headers: { authorization: `Bearer ${token}` } })

test.concurrent('with certificate and key the host speaks HTTPS, and this machine’s commands still find it', async () => {
  const folder = newFolder()
  // Made for this test: a certificate of nobody, valid for a hundred years.
  const pem = (name: string) => readFileSync(join(import.meta.dirname, 'tls', `${name}.pem`), 'utf8')
  const tls = { cert: pem('cert'), key: pem('key') }
  const host = await start(folder, { tls, host: '0.0.0.0' })
  try {
    expect(host.url).toMatch(/^https:\/\/0\.0\.0\.0:\d+$/)
    expect(host.warnings).toEqual([])
    const { port } = new URL(host.url)
    const status = await new Promise((resolve, reject) => {
      const options = { port, host: '127.0.0.1', path: '/healthz', ca: tls.cert, servername: 'hall.example' }
      request({ ...options, checkServerIdentity: () => undefined }, ({ statusCode }) => resolve(statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(200)
    expect((await runHere(['token', 'list', '--data', folder])).code).toBe(0)
  } finally {
    await host.close()
  }
})

test.concurrent('a certificate that is none, or half of the pair, is told in one line', async () => {
  const folder = newFolder()
  const file = join(folder, 'x.pem')
  writeFileSync(file, 'nothing')
  const run = async (...args: string[]) =>
    (await runHere(['serve', '--port', '0', '--data', folder, ...args])).stderr
  expect(await run('--tls-cert', file)).toBe('touchmove: HTTPS needs both --tls-cert and --tls-key\n')
  expect(await run('--tls-cert', file, '--tls-key', join(folder, 'none'))).toMatch(/none cannot be read/)
  expect(await run('--tls-cert', file, '--tls-key', file)).toMatch(
    /^touchmove: certificate and key do not serve: .*\n$/,
  )
})

test.concurrent('open to the hall without TLS, or with keys others can read, the host warns', async () => {
  const folder = newFolder()
  await (await start(folder)).close()
  chmodSync(join(folder, 'keys.json'), 0o644)
  chmodSync(join(folder, 'anchor-key.pem'), 0o640)
  chmodSync(folder, 0o777)
  const host = await start(folder, { host: '0.0.0.0' })
  await host.close()
  expect(host.warnings).toEqual([
    expect.stringContaining('chmod 700'),
    expect.stringMatching(/keys\.json can be read .* chmod 600 /),
    expect.stringMatching(/anchor-key\.pem can be read .* chmod 600 /),
    expect.stringContaining('without TLS: tokens can be overheard'),
  ])
})

test.concurrent('the public half of a KMS key stands before the folder’s, and a file without one is refused', async () => {
  const folder = newFolder()
  const file = join(folder, 'token-key.txt')
  const { publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(file, `${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}\n`)
  const run = (kms: string) => runHere(['token', 'keys', '--make', '--data', folder, '--kms', kms])
  const { stdout } = await run(file)
  expect(JSON.parse(stdout)).toMatchObject([
    { kid: expect.stringMatching(/^kms-[0-9a-f]{8}$/), x: publicKey.export({ format: 'jwk' }).x },
    { kid: expect.stringMatching(/^host-/) },
  ])
  writeFileSync(file, 'nothing')
  for (const kms of [file, `${file}.none`]) {
    const { code, stderr } = await run(kms)
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^touchmove: --kms .*; it holds what .*\n$/)])
  }
})

test.concurrent('keys are exchanged: tokens go on until dropped, at once all are void and tokens.json is new', async () => {
  const folder = newFolder()
  const host = await start(folder)
  try {
    const { admin = '' } = tokensIn(folder)
    const rotate = async (atOnce: boolean) => {
      const { admin: token } = tokensIn(folder)
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ atOnce })
      return (await fetch(`${host.url}/keys/rotate`, { method: 'POST', headers, body })).json()
    }
    expect(await rotate(false)).toMatchObject({ kept: [expect.stringMatching(/^host-/)], dropped: [] })
    expect((await get(`${host.url}/tokens`, admin)).status).toBe(200)
    expect(await rotate(true)).toMatchObject({ kept: [], dropped: [expect.anything(), expect.anything()] })
    expect((await get(`${host.url}/tokens`, admin)).status).toBe(401)
    expect((await get(`${host.url}/tokens`, tokensIn(folder)['admin']!)).status).toBe(200)
    const run = await runHere(['token', 'rotate', '--data', folder])
    expect(run.stdout).toMatch(/^host-\w+ signs from now on; kept: host-\w+; dropped: none\n$/)
  } finally {
    await host.close()
  }
})

test.concurrent('a token is void the moment it is revoked', async () => {
  const folder = newFolder()
  const host = await start(folder)
  try {
    const { admin = '', reader = '' } = tokensIn(folder)
    expect((await get(`${host.url}/metrics`, reader)).status).toBe(200)
    const { tokens } = (await (await get(`${host.url}/tokens`, admin)).json()) as {
      tokens: { id: string; role: string }[]
    }
    const { id } = tokens.find(({ role }) => role === 'reader')!
    const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' }
    await fetch(`${host.url}/tokens/${id}/revoke`, { method: 'POST', headers, body: '{}' })
    expect((await get(`${host.url}/metrics`, reader)).status).toBe(401)
  } finally {
    await host.close()
  }
})

test.concurrent('a damaged tokens.json is named, by the host and by commands, and neither falls over it', async () => {
  const folder = newFolder()
  await (await start(folder)).close()
  for (const damage of ['{"admin":', '[]', '{"admin":"x"}']) {
    writeFileSync(join(folder, 'tokens.json'), damage)
    const host = await start(folder)
    expect(host.warnings[0]).toContain(`${join(folder, 'tokens.json')} is damaged`)
    const command = await runHere(['token', 'list', '--data', folder])
    expect(command).toMatchObject({ code: 2, stderr: expect.stringContaining('tokens.json is damaged') })
    await host.close()
  }
})

test.concurrent('tokens.json with a token of a key that is gone is named', async () => {
  const folder = newFolder()
  await (await start(folder)).close()
  const { reader, ...rest } = tokensIn(folder)
  writeFileSync(join(folder, 'tokens.json'), JSON.stringify({ ...rest, reader: `${reader}x` }))
  const host = await start(folder)
  await host.close()
  expect(host.warnings[0]).toMatch(/the reader token does not hold .*remove the file/)
})

test.concurrent('behind a proxy it is the proxy who says who asks; without one nobody is believed', async () => {
  for (const behindProxy of [true, false]) {
    const host = await start(newFolder(), { behindProxy })
    const headers = { authorization: 'Bearer a.b.c', 'x-forwarded-for': '6.6.6.6, 192.0.2.7' }
    await fetch(`${host.url}/tournaments`, { headers })
    await host.close()
    const refused = host.lines.find(({ event }) => event === 'token-refused')
    expect(refused?.['source']).toBe(behindProxy ? '192.0.2.7' : '127.0.0.1')
  }
})

test.concurrent('an id that stands twice in a file, and a second opening, are told with their lines', async () => {
  const opened = {
    id: 'o',
    type: 'game-opened',
    at: '2026-03-14T14:00:00Z',
    by: 'arbiter',
    data: { white: { name: 'A' }, black: { name: 'B' }, edition: '2018-01-01', play: 'standard' },
  }
  const events = [opened, { ...opened, id: 'p' }, { id: 'o', type: 'resigned', at: opened.at, by: 'white' }]
  const input = events.map((event) => JSON.stringify(event)).join('\n')
  const { code, stderr } = await runHere(['fold', '-'], { input })
  expect([code, stderr]).toEqual([
    0,
    '-:2: the game is opened again; details-corrected changes a description\n' +
      '-:3: the id o stands in line 1 already; both events are folded\n',
  ])
})

test.concurrent('live streams that viewers hold open are counted, and their going away too', async ({
  expect,
}) => {
  const folder = newFolder()
  const host = await start(folder)
  try {
    const { admin = '', reader = '' } = tokensIn(folder)
    const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' }
    const game = {
      id: 'g',
      white: { name: 'A' },
      black: { name: 'B' },
      edition: '2018-01-01',
      play: 'standard',
    }
    await fetch(`${host.url}/games`, { method: 'POST', headers, body: JSON.stringify(game) })
    const open = async () =>
      /^touchmove_streams_open (\d+)$/m.exec(await (await get(`${host.url}/metrics`, reader)).text())?.[1]
    const viewer = new AbortController()
    await fetch(`${host.url}/games/g/stream`, { signal: viewer.signal })
    await expect.poll(open).toBe('1')
    viewer.abort()
    await expect.poll(open).toBe('0')
  } finally {
    await host.close()
  }
})
