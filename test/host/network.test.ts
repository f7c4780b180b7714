import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeBundle, type Serving, serve, temporaryFolder } from '../kit/command.ts'
import { copySample } from '../kit/host-here.ts'

const folder = temporaryFolder()
let host: Serving

beforeAll(async () => {
  await copySample(folder.path)
  host = await serve(folder.path)
})
afterAll(async () => {
  await host.stop()
  folder.remove()
  removeBundle()
})

const LISTENING = { tcp: '0A', unix: '01' } as const

/** Inodes of the sockets that a process holds. */
function socketsOf(pid: number): Set<string> {
  const held = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1]
    } catch {
      return undefined
    }
  })
  return new Set(held.filter((inode) => inode !== undefined))
}

/** The rows of one of the kernel's tables of sockets, divided into their columns. */
const rowsOf = (table: string): string[][] =>
  readFileSync(`/proc/net/${table}`, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.trim().split(/\s+/))

/** What a process listens on: `tcp PORT` for each port, `unix PATH` for each socket in the file system. */
function listeningSocketsOf(pid: number): string[] {
  const own = socketsOf(pid)
  const ports = ['tcp', 'tcp6'].flatMap(rowsOf).flatMap(([, local = '', , state, , , , , , inode = '']) => {
    const port = Number.parseInt(local.split(':')[1] ?? '', 16)
    return state === LISTENING.tcp && own.has(inode) ? [`tcp ${port}`] : []
  })
  const paths = rowsOf('unix').flatMap(([, , , , , state, inode = '', path = '']) =>
    state === LISTENING.unix && own.has(inode) ? [`unix ${path}`] : [],
  )
  return [...ports, ...paths]
}

test.runIf(process.platform === 'linux')(
  'a serving host listens on its HTTP port and nowhere else',
  async () => {
    expect(listeningSocketsOf(host.child.pid!)).toEqual([`tcp ${new URL(host.url).port}`])
  },
)

test('no port of a serving host answers DynamoDB’s protocol', async () => {
  const asked = await fetch(host.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.Scan',
      'x-amz-date': '20260101T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=a/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=b',
    },
    body: JSON.stringify({ TableName: 'touchmove-registry' }),
  })
  expect(asked.status).toBe(405)
  expect(await asked.text()).not.toContain('Items')
})

test.runIf(process.platform === 'linux')('another listener would be seen', async () => {
  const door = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => door.once('listening', resolve))
  const { port } = door.address() as { port: number }
  expect(listeningSocketsOf(process.pid)).toContain(`tcp ${port}`)
  await new Promise((resolve) => door.close(resolve))
})
