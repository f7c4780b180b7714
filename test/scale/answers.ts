/**
 * `npm run sim:answers -- BOARDS`: how large the answers are that grow with a round, a game, a tournament or a person. Plays nine
 * rounds of so many boards in memory, the first move by move, asks for each answer as an administrator, and prints what an item takes
 * and how many fit into what a function may answer. Nothing is timed.
 */
import { gzipSync } from 'node:zlib'
import { anchorHeads } from '../../functions/integrity/anchors/register.ts'
import { headsOf } from '../../functions/integrity/sync/outgoing.ts'
import { queueAppends, sequenceAppends } from '../../functions/store/append-log.ts'
import { testSigner } from '../integrity/anchors/signer.ts'
import { moveData } from '../kit/game-events.ts'
import { inventGames } from '../kit/games.ts'
import { instant } from '../kit/reports.ts'
import { openClient, START, TIMED } from '../kit/service.ts'

/** What a body may have in an answer (functions/lambda/answer-size.ts), as text and compressed in base64. */
const TEXT_BYTES = 6_000_000
const PACKED_BYTES = (TEXT_BYTES * 3) / 4
const ROUNDS = 9
const PLIES = 80
const MINUTE = 60_000

const boards = Number(process.argv[2] ?? 50)
const client = await openClient()
const token = await client.token('admin')

async function send(path: string, body: object): Promise<void> {
  const { status, text } = await client.ask('POST', path, { token, body })
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`)
}

const player = (k: number) => ({ name: `Surname${k}, Forename`, fideId: 10_000_000 + k, rating: 2000 })
const gameId = (round: number, k: number): string => `open26-r${round}-b${k + 1}`

/** A game by its reports: a move and its press in each request, as a clock that is connected sends them. */
async function play(id: string, k: number): Promise<void> {
  const { plies } = GAMES[k % GAMES.length]!
  for (const [ply, made] of plies.slice(0, PLIES).entries()) {
    const at = instant(START + (ply + 1) * MINUTE)
    const events = [
      {
        id: `01JB8Y6V5QXM${String(ply).padStart(14, '0')}`,
        type: 'move-made',
        by: made.side,
        at,
        data: moveData(made),
      },
      {
        id: `01JB8Y6V5QXP${String(ply).padStart(14, '0')}`,
        type: 'clock-pressed',
        by: made.side,
        at,
        data: {},
      },
    ]
    client.ports.clock.set(START + (ply + 1) * MINUTE + 200)
    await send(`/games/${id}/events`, { events })
  }
}

const GAMES = inventGames(60, 7, 400).filter((each) => each.chess960 === null && each.plies.length >= PLIES)
await send('/tournaments', { id: 'open26', name: 'An Open of Nine Rounds', site: 'Ljubljana SLO' })
await send('/tournaments/open26/entries', {
  players: Array.from({ length: 2 * boards }, (_, k) => player(k)),
})
for (let round = 1; round <= ROUNDS; round++) {
  const games = Array.from({ length: boards }, (_, k) => ({
    ...{ ...TIMED, id: gameId(round, k), board: k + 1, date: '2026-03-14' },
    ...{ white: player(k), black: player(boards + ((k + round) % boards)) },
  }))
  for (let next = 0; next < boards; next += 50)
    await send(`/tournaments/open26/rounds/${round}/games`, { games: games.slice(next, next + 50) })
  for (let k = 0; k < boards; k++) {
    const id = gameId(round, k)
    const report = (type: string, by: string, data: object) => ({
      id: `${type}`,
      type,
      by,
      at: instant(client.ports.clock.now()),
      data,
    })
    await send(`/games/${id}/events`, { events: [report('session-started', 'arbiter', {})] })
    if (round === 1) await play(id, k)
    await send(`/games/${id}/events`, {
      events: [report('result-set', 'arbiter', { white: '1', black: '0', reason: 'played to its end' })],
    })
    await client.service.archiveIndexer.onChange(`game#${id}`)
  }
}
const { json } = await client.ask('GET', `/games/${gameId(1, 0)}/audit`, { token })
const person = JSON.stringify(json.commits[0]).match(/"person":"([^"]+)"/)?.[1]
if (person === undefined) throw new Error('no person in the first commit')

/** How often a game is anchored here: its proofs are as many as an answer has. */
const ANCHORS = 12
const streams = Array.from({ length: boards }, (_, k) => `game#${gameId(1, k)}`)
for (let k = 0; k < ANCHORS; k++)
  await anchorHeads(client.ports, testSigner(), await headsOf(client.ports, streams))
for (const stream of streams) await queueAppends(client.ports, stream)
await sequenceAppends(client.ports)
const HOOKS = 8
for (let k = 0; k < HOOKS; k++)
  await send('/tournaments/open26/webhooks', {
    url: `https://example.org/hooks/${k}`,
    secret: `${'s'.repeat(24)}`,
  })
const game = encodeURIComponent(streams[0]!)

/** By route: what its answer holds, and how many of it. */
const ASKED: readonly (readonly [
  route: string,
  path: string,
  item: string,
  count: number,
  headers?: Record<string, string>,
])[] = [
  ['GET /tournaments/{t}', '/tournaments/open26', 'round', ROUNDS],
  ['GET /tournaments/{t}/rounds/{r}/games', '/tournaments/open26/rounds/1/games', 'board', boards],
  ['GET /tournaments/{t}/rounds/{r}.pgn', '/tournaments/open26/rounds/1.pgn', 'board', boards],
  [
    'GET /tournaments/{t}/rounds/{r}/scoresheets',
    '/tournaments/open26/rounds/1/scoresheets',
    'board',
    boards,
  ],
  ['GET /tournaments/{t}/rounds/{r}/report', '/tournaments/open26/rounds/1/report', 'board', boards],
  ['GET /livechess/{t}/round-{r}/index.json', '/livechess/open26/round-1/index.json', 'board', boards],
  ['GET /livechess/{t}/tournament.json', '/livechess/open26/tournament.json', 'round', ROUNDS],
  ['GET /tournaments/{t}/standings', '/tournaments/open26/standings', 'player', 2 * boards],
  ['GET /tournaments/{t}.trf', '/tournaments/open26.trf', 'player', 2 * boards],
  ['GET /games/{g}', `/games/${gameId(1, 0)}`, 'ply', PLIES],
  ['GET /games/{g}/state', `/games/${gameId(1, 0)}/state`, 'ply', PLIES],
  ['GET /games/{g}/events', `/games/${gameId(1, 0)}/events`, 'event', 2 * PLIES + 3],
  ['GET /games/{g}/audit', `/games/${gameId(1, 0)}/audit`, 'commit', PLIES + 3],
  ['GET /archive', '/archive?limit=1000', 'game', Math.min(1000, ROUNDS * boards)],
  ['GET /persons/{p}', `/persons/${person}`, 'game', ROUNDS],
  ['GET /store/kept', '/store/kept?stream=entries%23open26', 'player', 2 * boards],
  ['GET /store/proofs', `/store/proofs?stream=${game}`, 'proof', ANCHORS],
  ['GET /store/commits', `/store/commits?stream=${game}`, 'commit', PLIES + 3],
  ['GET /store/streams', '/store/streams?category=game&limit=50', 'stream', 50],
  ['GET /anchors', '/anchors', 'head', ANCHORS * boards],
  ['GET /log/entries', '/log/entries', 'entry', Math.min(4096, boards * (PLIES + 3) + ANCHORS)],
  ['GET /games/{g}/changes', `/games/${gameId(1, 0)}/changes`, 'ply', PLIES],
  ['GET /games/{g}.pgn', `/games/${gameId(1, 0)}.pgn`, 'ply', PLIES],
  ['GET /games/{g}/scoresheet', `/games/${gameId(1, 0)}/scoresheet`, 'ply', PLIES],
  ['GET /livechess/{t}/round-{r}/game-{n}.json', '/livechess/open26/round-1/game-1.json', 'ply', PLIES],
  ['GET /tournaments/{t}.pgn', '/tournaments/open26.pgn', 'game', ROUNDS * boards],
  ['GET /tournaments/{t}/webhooks', '/tournaments/open26/webhooks', 'webhook', HOOKS],
  ['GET /openapi.json', '/openapi.json', 'document', 1],
]

console.log('| route | item | bytes an item | compressed | items in an answer | compressed |')
console.log('| --- | --- | --- | --- | --- | --- |')
for (const [route, path, item, count] of ASKED) {
  const { status, text } = await client.ask('GET', path, { token })
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
  // As the answer's JSON has it, in which quotation marks are escaped.
  const bytes = Buffer.byteLength(JSON.stringify(text)) / count
  const packed = gzipSync(text).length / count
  const shown = [bytes, packed, TEXT_BYTES / bytes, PACKED_BYTES / packed].map((each) =>
    Math.floor(each).toLocaleString('en'),
  )
  console.log(`| \`${route}\` | ${item} | ${shown.join(' | ')} |`)
}
