/** Connections that come together, while the host has no time to accept any. */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { serveHttp } from '../../functions/host/http/http-server.ts'
import { logOver } from '../../functions/observability/log.ts'
import { openClient } from '../kit/service.ts'

const COUNT = 1_000

/** Connections to a port of this machine that its kernel has established, as Linux tells them. */
function establishedTo(port: number): number {
  const remote = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n')
  return rows.filter((row) => row.trim().split(/\s+/)[2] === remote && row.trim().split(/\s+/)[3] === '01')
    .length
}

test('a thousand that come in one turn of the event loop wait, and none has to try again', async () => {
  const { router } = await openClient()
  const log = logOver(() => {}, 'warn')
  const served = await serveHttp({ router, host: '127.0.0.1', port: 0, log })
  if (!served.ok) throw new Error(served.error.message)
  const port = Number(new URL(served.value.url).port)
  const sockets = Array.from({ length: COUNT }, () => connect(port, '127.0.0.1').on('error', () => {}))
  // They are asked for in this turn of the event loop, in which the host accepts none of them.
  await new Promise<void>((resolve) => process.nextTick(resolve))
  const most = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))
  expect(establishedTo(port)).toBe(Math.min(COUNT, most))
  for (const socket of sockets) socket.destroy()
  await served.value.close()
})
