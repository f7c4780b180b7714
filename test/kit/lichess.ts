/** A stand-in for Lichess's broadcast endpoint, as Lichess's documents describe it, on this machine. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parsePgn, startingPosition } from 'chessops/pgn'
import { parseSan } from 'chessops/san'

export interface LichessStandIn {
  /** The endpoint of its round. */
  readonly url: string
  /** The accepted pushes: how many games each had, and its text. */
  readonly pushes: { readonly games: number; readonly body: string }[]
  /** Errors with which the next requests are answered, one each: a status, and the value of `Retry-After`. */
  readonly troubles: { status: number; retryAfter?: string; body?: string }[]
  /** Games of the round as last pushed, by GameId: how many moves were taken. */
  readonly round: Map<string, number>
  /** The User-Agent headers of the requests. */
  readonly agents: Set<string>
  /** How many requests came, answered well or not. */
  requests(): number
  close(): Promise<void>
}

export const LICHESS_TOKEN = 'lip_stand_in'

/** `source`: the round has a source URL of its own, so that pushes are refused. */
export async function lichessStandIn({ source = false } = {}): Promise<LichessStandIn> {
  const pushes: LichessStandIn['pushes'] = []
  const troubles: LichessStandIn['troubles'] = []
  const round: LichessStandIn['round'] = new Map()
  const agents: LichessStandIn['agents'] = new Set()
  let requests = 0
  const server = createServer(async (request, response) => {
    requests++
    agents.add(request.headers['user-agent'] ?? '')
    const body = await read(request)
    const answer = (status: number, value: unknown, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(value))
    const trouble = troubles.shift()
    if (trouble !== undefined) {
      const { status, retryAfter } = trouble
      answer(
        status,
        { error: trouble.body ?? 'trouble' },
        retryAfter === undefined ? {} : { 'retry-after': retryAfter },
      )
      return
    }
    if (request.headers.authorization !== `Bearer ${LICHESS_TOKEN}`) answer(401, { error: 'No such token' })
    else if (!request.url?.startsWith('/api/broadcast/round/abcd1234/'))
      answer(404, { error: 'No such round' })
    else if (request.url.endsWith('/reset')) {
      round.clear()
      answer(200, { ok: true })
    } else if (source) answer(400, { error: 'The round has a source URL' })
    else {
      const games = parsePgn(body)
      if (games.length > 100) answer(400, { error: 'Too many games: at most 100' })
      else if (body.includes('unparsable')) answer(400, { error: 'Cannot parse PGN' })
      else {
        pushes.push({ games: games.length, body })
        answer(200, { games: games.map((game) => taken(game, round)) })
      }
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/api/broadcast/round/abcd1234/push`,
    ...{ pushes, troubles, round, agents },
    requests: () => requests,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** The answer about one game: one that cannot be replayed is an error within the 200, and its round stays as it was. */
function taken(game: ReturnType<typeof parsePgn>[number], round: Map<string, number>) {
  const tags = Object.fromEntries(game.headers)
  const start = startingPosition(game.headers)
  if (start.isErr) return { tags, error: `Cannot set up: ${start.error.message}` }
  const position = start.value
  let moves = 0
  for (const { san } of game.moves.mainline()) {
    const move = parseSan(position, san)
    if (move === undefined) return { tags, error: `Cannot parse the move ${san}` }
    position.play(move)
    moves++
  }
  round.set(game.headers.get('GameId') ?? '', moves)
  return { tags, moves }
}
