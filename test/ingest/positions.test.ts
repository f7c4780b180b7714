import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { PublicState } from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import { startPieces } from '../../functions/host/simulate/inventions.ts'
import { followPositions } from '../../functions/ingest/positions/follow.ts'
import { readBoardFrame } from '../../functions/ingest/positions/frame.ts'
import { BOARD_KINDS, type BoardKind } from '../../functions/ingest/positions/kinds.ts'
import { type MessageSource, messageSourceOf } from '../../functions/ingest/positions/message-source.ts'
import { messageOf } from '../kit/positions.ts'
import { testPorts } from '../kit/service.ts'
import { openTestClient } from './client.ts'

const START = Date.UTC(2026, 2, 14, 14)
const square = (name: string) => (name.charCodeAt(1) - 49) * 8 + name.charCodeAt(0) - 97

/** What a board shows while 1 e4 e5 2 Nf3 is played: each hand lifts, and puts down four tenths of a second later. */
function shows(): { at: number; letters: string[] }[] {
  const letters = startPieces(null)
  const shown = [{ at: START, letters: [...letters] }]
  const moves = [
    ['e2', 'e4', 'P'],
    ['e7', 'e5', 'p'],
    ['g1', 'f3', 'N'],
  ] as const
  moves.forEach(([from, to, piece], ply) => {
    const at = START + 3000 * (ply + 1)
    letters[square(from)] = ''
    shown.push({ at, letters: [...letters] })
    letters[square(to)] = piece
    shown.push({ at: at + 400, letters: [...letters] })
  })
  return shown
}

const lineOf = (
  kind: BoardKind,
  { at, letters }: ReturnType<typeof shows>[number],
  number: number,
  serial = 'A7',
) => JSON.stringify({ serial, at, number, message: messageOf(kind, letters) })

/** A record with a game, and a follower of one board in it. */
async function openVenue() {
  const ports = testPorts()
  ports.clock.set(START + 60_000)
  const client = await openTestClient('operator', ports)
  const body = {
    id: 'g',
    white: { name: 'W' },
    black: { name: 'B' },
    edition: '2023-01-01',
    play: 'standard',
  }
  await client.whole.ask('POST', '/games', { token: await client.whole.token('arbiter'), body })
  const notes: string[] = []
  return {
    notes,
    follow(
      kind: BoardKind,
      place: MessageSource,
      signal = new AbortController().signal,
      serial: string | null = 'A7',
    ) {
      return followPositions({
        kind,
        place,
        seats: [{ serial, game: 'g' }],
        client: client,
        now: () => START + 60_000,
        note: (line) => notes.push(line),
        pause: () => wait(1),
        signal,
      })
    },
    async record() {
      const { events } = await client.json<{ events: StoredEvent[] }>('/games/g/events?limit=500')
      const state = await client.json<PublicState>(
        `/games/g/state?at=${new Date(START + 60_000).toISOString()}`,
      )
      const edges = events.filter(({ type }) => type.startsWith('piece-'))
      return {
        edges,
        moves: state.moves.map(({ san }) => san),
        question: state.question,
        board: state.boardFen,
      }
    },
  }
}

for (const kind of BOARD_KINDS) {
  test(`${kind}: positions piped in become the moves that were played`, async () => {
    const venue = await openVenue()
    const lines = shows().map((shown, number) => lineOf(kind, shown, number))
    await venue.follow(
      kind,
      await messageSourceOf('-', Readable.from([`# a bridge\n\n${lines.join('\r\n')}\n`])),
    )
    const { edges, moves, question } = await venue.record()
    expect([moves, question]).toEqual([['e4', 'e5', 'Nf3'], undefined])
    expect(edges.slice(0, 2).map(({ type, at, data }) => [type, Date.parse(at) - START, data])).toEqual([
      ['piece-lifted', 3000, { square: 'e2' }],
      ['piece-placed', 3400, { square: 'e4', piece: 'P' }],
    ])
    expect(new Set(edges.map(({ id }) => id)).size).toBe(edges.length)
  })
}

/** A bridge on a real socket: it sends lines, and may break off before one of them. */
async function overTcp(breaksBefore: number, repeats: number) {
  const venue = await openVenue()
  const lines = shows().map((shown, number) => lineOf('chessnut', shown, number))
  const stop = new AbortController()
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const reported = venue.follow(
    'chessnut',
    await messageSourceOf(`tcp://127.0.0.1:${port}`, process.stdin),
    stop.signal,
  )
  const [first] = (await once(server, 'connection')) as [Socket]
  const end = (socket: Socket, text: string) =>
    new Promise<void>((resolve) => socket.end(text, () => resolve()))
  const again = once(server, 'connection') as Promise<[Socket]>
  await end(
    first,
    lines
      .slice(0, breaksBefore)
      .map((line) => `${line}\n`)
      .join(''),
  )
  const [second] = await again
  // A bridge that cannot know what arrived begins a little earlier.
  second.write(
    lines
      .slice(Math.max(0, breaksBefore - repeats))
      .map((line) => `${line}\n`)
      .join(''),
  )
  for (let looked = 0; looked < 200 && (await venue.record()).edges.length < 8; looked++) await wait(5)
  stop.abort()
  await reported
  server.close()
  return { ...(await venue.record()), notes: venue.notes }
}

const reported = (edges: readonly StoredEvent[]) =>
  edges.map(({ type, at, data }) => `${at} ${type} ${JSON.stringify(data)}`)

test('a line that breaks before any message is taken up without loss and without doubling', async () => {
  const whole = await overTcp(0, 0)
  expect(whole.moves).toEqual(['e4', 'e5', 'Nf3'])
  for (let breaks = 1; breaks <= shows().length - 1; breaks++) {
    const broken = await overTcp(breaks, breaks % 3)
    expect([broken.moves, reported(broken.edges)], `broken before ${breaks}`).toEqual([
      whole.moves,
      reported(whole.edges),
    ])
    expect(broken.notes.some((line) => line.includes('again in'))).toBe(true)
  }
})

test('a WebSocket that sends a FEN at each change, and another one that sends the bytes themselves', async () => {
  for (const kind of ['tornelo', 'chessnut'] as const) {
    const venue = await openVenue()
    const stop = new AbortController()
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await once(server, 'listening')
    server.on('connection', (socket) => {
      for (const { letters } of shows().slice(0, 3)) {
        const message = messageOf(kind, letters)
        socket.send(
          kind === 'tornelo' ? `${message} w KQkq - 0 1` : Buffer.from(message.replaceAll(' ', ''), 'hex'),
        )
      }
    })
    const { port } = server.address() as AddressInfo
    const following = venue.follow(
      kind,
      await messageSourceOf(`ws://127.0.0.1:${port}`, process.stdin),
      stop.signal,
      null,
    )
    for (let looked = 0; looked < 200 && (await venue.record()).edges.length < 2; looked++) await wait(5)
    stop.abort()
    await following
    server.close()
    expect((await venue.record()).board).toBe('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR')
  }
})

test('a board that stands the other way round is turned, and its owner is told', async () => {
  const venue = await openVenue()
  const lines = shows().map(({ at, letters }, number) =>
    lineOf('tornelo', { at, letters: letters.reverse() }, number),
  )
  await venue.follow('tornelo', await messageSourceOf('-', Readable.from([lines.join('\n')])))
  expect((await venue.record()).moves).toEqual(['e4', 'e5', 'Nf3'])
  expect(venue.notes).toContain('board A7: stands with White on the other side; its squares are turned round')
})

test('what is no position, another board and an answer of another kind leave no trace in the record', async () => {
  const venue = await openVenue()
  const [whole] = shows()
  const scan = messageOf('chessnut', whole?.letters ?? [])
  const lines = [
    scan,
    'A7: 01 24 ff',
    'A7: not hexadecimal',
    'A7: 2a 02 55 00',
    'B9: 01 24',
    'B9: 01 24',
    '{"message": 7}',
    '{',
    'A7: 2a 02 55 00',
    '{',
    'A7: 2a 02 55 00',
    '{"message":"01 24","at":"yesterday"}',
    `A7: ${scan}`,
  ]
  await venue.follow('chessnut', await messageSourceOf('-', Readable.from([lines.join('\n')])))
  expect((await venue.record()).edges).toEqual([])
  expect(venue.notes).toEqual([
    'board A7: game g',
    'board A7: a message that cannot be read: the message has 3 bytes; a position has at least 34',
    'B9 is none of the boards here; its messages are passed over',
    'a message that cannot be read: the object has no text "message" (or "fen")',
    expect.stringContaining('a message that cannot be read: no JSON'),
    'a message that cannot be read: "at" is "yesterday"; it is RFC 3339 or milliseconds',
  ])
})

test('messages that cannot be read are reported at the first of a row, and again once one could be read', async () => {
  const venue = await openVenue()
  const broken = ['{"message": 7}', '{', '{"message":"01 24","at":"yesterday"}']
  const lines = [...broken, 'A7: 2a 02 55 00', ...broken.reverse()]
  await venue.follow('chessnut', await messageSourceOf('-', Readable.from([lines.join('\n')])))
  expect(venue.notes).toEqual([
    'board A7: game g',
    'a message that cannot be read: the object has no text "message" (or "fen")',
    'a message that cannot be read: "at" is "yesterday"; it is RFC 3339 or milliseconds',
  ])
})

test('a line names its board before a colon or a tab; a scan and a FEN alone name none', () => {
  expect(readBoardFrame('50123: s....')).toMatchObject({ serial: '50123', message: 's....' })
  expect(readBoardFrame('A7\t01 24')).toMatchObject({ serial: 'A7', message: '01 24' })
  expect(readBoardFrame('8/8/8/8/8/8/8/8 w - - 0 1')).toMatchObject({ serial: null })
  expect(readBoardFrame('  ')).toBeNull()
})
