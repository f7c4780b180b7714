/** An administrator's token goes to the host that serves the folder, and to nobody who only listens where one did. */
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHost } from '../../functions/host/serve.ts'
import { logOver } from '../../functions/observability/log.ts'
import { temporaryFolder } from '../kit/command.ts'
import { runHere } from '../kit/run-here.ts'

const scratch = temporaryFolder()
const note = join(scratch.path, 'server.json')

/** Answers everything as a host might, and records what it was sent. */
const sent: (string | undefined)[] = []
const impostor = createServer((request, response) => {
  sent.push(request.headers.authorization)
  response.end(JSON.stringify({ status: 'ok', proof: 'x', tokens: [], tournaments: [], events: [] }))
})
let url: string

const start = async () => {
  const log = logOver(() => {}, 'error')
  const host = await startHost({ folder: scratch.path, host: '127.0.0.1', port: 0, fsync: false, log })
  if (!host.ok) throw new Error(host.error.message)
  return host.value
}

beforeAll(async () => {
  impostor.listen(0, '127.0.0.1')
  await once(impostor, 'listening')
  url = `http://127.0.0.1:${(impostor.address() as AddressInfo).port}`
  await (await start()).close()
})
afterAll(() => {
  impostor.close()
  impostor.closeAllConnections()
  scratch.remove()
})

test.each([
  ['as it was left', { secret: 'known-to-the-folder' }],
  ['of a version that left no secret', {}],
])(
  'who listens where a killed host did is asked for a proof and sent no token, by a note %s',
  async (_, more) => {
    writeFileSync(note, JSON.stringify({ url, pid: process.pid, ...more }))
    sent.length = 0
    const { code, stdout } = await runHere(['token', 'list', '--data', scratch.path])
    // The folder itself was opened.
    expect([code, stdout.trim().split('\n').length]).toEqual([0, 4])
    expect(sent).toEqual('secret' in more ? [undefined] : [])
  },
)

test('a host that is named and does not serve the folder is sent no token of the folder', async () => {
  sent.length = 0
  await runHere(['export', '--game', 'g', '--format', 'ndjson', '--data', scratch.path, '--server', url])
  expect(sent.length).toBeGreaterThan(0)
  expect(new Set(sent)).toEqual(new Set([undefined]))
})

test('the host that serves the folder proves it, named or not, by a note that only its user reads', async () => {
  const host = await start()
  try {
    expect(statSync(note).mode & 0o077).toBe(0)
    for (const named of [[], ['--server', host.url]]) {
      const { code, stderr } = await runHere(['token', 'list', '--data', scratch.path, ...named])
      expect([code, stderr]).toEqual([0, ''])
    }
    const { secret } = JSON.parse(readFileSync(note, 'utf8')) as { secret: string }
    const answer = await fetch(`${host.url}/folder-proof?nonce=0123456789abcdef`)
    expect(await answer.text()).not.toContain(secret)
    expect((await fetch(`${host.url}/folder-proof?nonce=short`)).status).toBe(400)
  } finally {
    await host.close()
  }
})
