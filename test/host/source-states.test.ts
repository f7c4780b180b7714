/** How a source stands, of every kind that a host follows: each state that the office shows is reached, and left again. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startPieces } from '../../functions/host/simulate/inventions.ts'
import { openConnectedSources } from '../../functions/host/sources/connected-sources.ts'
import { sourceFollowerOf } from '../../functions/host/sources/source-kinds.ts'
import type { BoardKind } from '../../functions/ingest/positions/kinds.ts'
import { SOURCE_KINDS } from '../../functions/ingest/sources/source.ts'
import { openTestClient } from '../ingest/client.ts'
import { temporaryFolder } from '../kit/command.ts'
import { messageOf } from '../kit/positions.ts'
import { openStandIn } from '../kit/stand-in-livechess.ts'

const SERIAL = '50123'
const BOARDS = `serial,game\n${SERIAL},g`
const PGN = '[Event "Club"]\n[White "Abara"]\n[Black "Sato"]\n[Round "1.1"]\n[Result "*"]\n\n1. e4 *\n'

/** The other end of a source, which a test takes away and brings back. */
interface FarEnd {
  readonly place: string
  down(): Promise<void>
  up(): Promise<void>
  close(): Promise<void>
}

/** Answers each path with its text while it is up. */
async function httpEnd(texts: Readonly<Record<string, string>>): Promise<FarEnd> {
  let isUp = true
  const server = createHttpServer(({ url = '' }, response) => {
    response.statusCode = isUp && texts[url] !== undefined ? 200 : 503
    response.end(texts[url])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    place: `http://127.0.0.1:${(server.address() as AddressInfo).port}/at`,
    async down() {
      isUp = false
    },
    async up() {
      isUp = true
    },
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function liveChessEnd(): Promise<FarEnd> {
  const boards = [{ serialnr: SERIAL, state: 'ACTIVE' }]
  let standIn = await openStandIn(boards)
  return {
    place: standIn.url,
    down: () => standIn.close(),
    async up() {
      standIn = await openStandIn(boards, Date.now, Number(new URL(standIn.url).port))
    },
    close: () => standIn.close(),
  }
}

/** A bridge that sends the position to each that connects. */
async function bridgeEnd(kind: BoardKind): Promise<FarEnd> {
  const message = JSON.stringify({ serial: SERIAL, message: messageOf(kind, startPieces(null)) })
  const open = async (port: number) => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => sockets.delete(socket))
      socket.write(`${message}\n`)
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return {
      port: (server.address() as AddressInfo).port,
      async close() {
        for (const socket of sockets) socket.destroy()
        await new Promise((resolve) => server.close(resolve))
      },
    }
  }
  let bridge = await open(0)
  return {
    place: `tcp://127.0.0.1:${bridge.port}`,
    down: () => bridge.close(),
    async up() {
      bridge = await open(bridge.port)
    },
    close: () => bridge.close(),
  }
}

const farEndOf = (kind: Kind): Promise<FarEnd> => {
  if (kind === 'pgn') return httpEnd({ '/at': PGN })
  if (kind === 'livechess') return liveChessEnd()
  if (kind !== 'livechesscloud') return bridgeEnd(kind)
  return httpEnd({ '/at/tournament.json': '{}', '/at/round-1/index.json': '{"pairings":[]}' })
}

async function openRecord() {
  const client = await openTestClient('admin')
  const token = await client.whole.token('admin')
  const post = (path: string, body: object) => client.whole.ask('POST', path, { token, body })
  await post('/tournaments', { id: 'club', name: 'Club' })
  const players = { white: { name: 'W' }, black: { name: 'B' } }
  await post('/games', { id: 'g', ...players, edition: '2023-01-01', play: 'standard' })
  return client
}

type Kind = (typeof SOURCE_KINDS)[number]

const isRound = (kind: Kind): boolean => kind === 'pgn' || kind === 'livechesscloud'

/** Follows a source; `states`: those it has been in so far, one after another. */
async function followSource(kind: Kind, place: string) {
  const client = await openRecord()
  const settings = {
    ...{ kind, place },
    ...(kind === 'livechesscloud' && { round: '1' }),
    ...(!isRound(kind) && { boards: BOARDS }),
  }
  const found = await sourceFollowerOf(client, 'club', settings)
  if (!found.ok) throw new Error(found.error.message)
  const states: string[] = []
  const stopping = new AbortController()
  const ended = found.value({
    client,
    now: Date.now,
    note: () => {},
    pause: () => wait(5),
    signal: stopping.signal,
    onState: (state) => states.at(-1) !== state && states.push(state),
  })
  return {
    states: () => states.join(' '),
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

test.each(SOURCE_KINDS)(
  'a source %s is followed, silent while its other end is away, and followed again',
  async (kind) => {
    const end = await farEndOf(kind)
    const { states, stop } = await followSource(kind, end.place)
    await expect.poll(states).toBe('following')
    await end.down()
    await expect.poll(states).toBe('following silent')
    await end.up()
    await expect.poll(states).toBe('following silent following')
    await stop()
    expect(states()).toBe('following silent following')
    await end.close()
  },
)

test.each(SOURCE_KINDS)('a source %s whose other end was never there is silent', async (kind) => {
  const end = await farEndOf(kind)
  await end.down()
  const { states, stop } = await followSource(kind, end.place)
  await expect.poll(states).toBe('silent')
  await stop()
  if (isRound(kind)) await end.close()
})

test('a source is connecting until it has sent something, and ended once its file is at an end', async () => {
  const folder = temporaryFolder()
  const client = await openRecord()
  const file = join(folder.path, 'board.txt')
  writeFileSync(
    file,
    `${JSON.stringify({ serial: SERIAL, message: messageOf('chessnut', startPieces(null)) })}\n`,
  )
  const sources = openConnectedSources({ folder: folder.path, client, now: Date.now })
  const begun = await sources.connect('club', { kind: 'chessnut', place: file, boards: BOARDS })
  expect(begun).toMatchObject({ ok: true, value: { state: 'connecting' } })
  await expect
    .poll(() => sources.list('club').map(({ state }) => state), { timeout: 20_000 })
    .toEqual(['ended'])
  await sources.close()
  folder.remove()
})
