/** Readers of a live round who ask for increments through an edge: what reaches the tables, and what an hour of it costs. */
import { gzipSync } from 'node:zlib'
import { openRoundGames } from '../../functions/app/round-games.ts'
import { createTournament } from '../../functions/app/tournaments.ts'
import { authenticator } from '../../functions/auth/authenticate.ts'
import { createRouter, type Router } from '../../functions/http/router.ts'
import type { Ports } from '../../functions/ports.ts'
import { createProjector } from '../../functions/projections/projector.ts'
import { READ_ROUTES } from '../../functions/routes/read-routes.ts'
import { openService } from '../kit/compose.ts'
import { inventGames } from '../kit/games.ts'
import { pairing } from '../kit/hall.ts'
import { append, need, report } from '../kit/reports.ts'
import { ARBITER, httpEvent, OPERATOR, START, TIMED, testKeyring, testPorts } from '../kit/service.ts'
import { CALLS, EDGE_CACHES, FUNCTION_GB, KINDS, POLL, PRICES, REPLY_HEADERS } from './assumptions.ts'

export interface Followed {
  readonly readers: number
  /** A second, at one cache of the edge. */
  readonly polls: number
  readonly asked: number
  readonly tableRequests: number
  readonly readUnits: number
  /** Compressed bytes of an answer, headers without. */
  readonly bytes: number
}

const BOARDS = 100
const SECONDS = 60
/** Of moves that were made before anybody looks. */
const PLIES_BEFORE = 20
const PATH = '/tournaments/T/rounds/1/changes'
/** When a commit can be read in the views: the lag of the tables above. */
const LAG_MS = 142

/** Moves of all boards while so many readers follow; nothing in it is timed. */
export async function followRound(readers: number): Promise<Followed> {
  const ports = testPorts()
  const service = openService(ports)
  const timeControl = { periods: TIMED.timeControl.periods.map((period) => ({ ...period })) }
  const defaults = {
    edition: '2018-01-01' as const,
    play: 'standard' as const,
    date: '2026-03-14',
    timeControl,
  }
  need(await createTournament(ports, ARBITER, { name: 'Open', defaults }, 'T'))
  const play = await openBoards(service)
  const { pace } = KINDS.find(({ name }) => name === 'standard')!
  const projector = createProjector(service)
  for (let ply = 0; ply < PLIES_BEFORE; ply++) for (let k = 0; k < BOARDS; k++) await play(k, ply)
  for (let k = 0; k < BOARDS; k++) await projector.onChange(`game#b${k}`)
  await projector.onChange('round#T/1')
  ports.clock.pass(3_600_000)

  const tables = counting(ports)
  const viewing = openService({ ...tables.ports, useReadModels: true })
  const authenticate = authenticator(ports, await testKeyring())
  const edge = edgeOver(
    createRouter({ deps: viewing, authenticate, onFault: raise }, READ_ROUTES),
    ports.clock.now,
  )
  const followers = Array.from({ length: readers }, () => ({ id: '0', etag: '' }))
  const poll = async (follower: (typeof followers)[number]): Promise<number> => {
    const { etag, id, bytes } = await edge.get(`${PATH}?after=${follower.id}`)
    const has = follower.etag === etag
    Object.assign(follower, { id, etag })
    return has ? 0 : bytes
  }
  // The whole, once; what it costs is not what an hour costs.
  for (const follower of followers) await poll(follower)
  edge.reset()
  tables.reset()
  const step = pace / BOARDS
  const moves = Array.from({ length: Math.floor((SECONDS * 1000) / step) }, (_, k) =>
    Math.floor((k + 0.5) * step),
  )
  // They ask at all times alike.
  const byPhase: (typeof followers)[] = Array.from({ length: POLL }, () => [])
  for (const [k, follower] of followers.entries()) byPhase[Math.floor((k * POLL) / readers)]!.push(follower)
  let bytes = 0
  let polls = 0
  const began = ports.clock.now()
  for (let at = 0; at < SECONDS * 1000; at++) {
    ports.clock.set(began + at)
    const moved = moves.indexOf(at)
    if (moved >= 0) await play(moved % BOARDS, PLIES_BEFORE + Math.floor(moved / BOARDS))
    const shown = moves.indexOf(at - LAG_MS)
    if (shown >= 0) await projector.onChange(`game#b${shown % BOARDS}`)
    for (const follower of byPhase[at % POLL]!) {
      bytes += await poll(follower)
      polls++
    }
  }
  const { requests, units } = tables.counts()
  return {
    readers,
    polls: polls / SECONDS,
    asked: edge.asked() / SECONDS,
    tableRequests: requests / SECONDS,
    readUnits: units / SECONDS,
    bytes: bytes / Math.max(1, polls),
  }
}

/** Dollars for an hour of a round with so many readers, by what is bought. */
export function followersCost({ polls, bytes, asked, readUnits, readers }: Followed, wanted: number) {
  const requests = (polls / readers) * wanted * 3600
  const call = PRICES.api + PRICES.invocation + (CALLS.read / 1000) * FUNCTION_GB * PRICES.compute
  const origin = asked * 3600 * EDGE_CACHES * call
  const reads = readUnits * 3600 * EDGE_CACHES * PRICES.read
  const edge = requests * PRICES.edge
  const out = ((requests * (bytes + REPLY_HEADERS)) / 1e9) * PRICES.edgeGb
  return { edge, out, origin: origin + reads, sum: edge + out + origin + reads }
}

/** The boards of the round, started; makes a move of one. */
async function openBoards(service: ReturnType<typeof openService>) {
  const games = Array.from({ length: BOARDS }, (_, k) =>
    pairing(`White${k}`, `Black${k}`, { id: `b${k}`, board: k + 1 }),
  )
  for (let next = 0; next < BOARDS; next += 50)
    need(
      await openRoundGames(
        service,
        OPERATOR,
        { tournament: 'T', round: '1' },
        games.slice(next, next + 50),
        undefined,
        START,
      ),
    )
  const { plies } = inventGames(60, 7, 400).find(
    (each) => each.chess960 === null && each.plies.length > 2 * PLIES_BEFORE,
  )!
  for (let k = 0; k < BOARDS; k++)
    need(await append(service, [report('s', 'session-started', 'arbiter')], { game: `b${k}` }))
  return async (board: number, ply: number) => {
    const { side, uci } = plies[ply]!
    const [from, to, promotion] = [uci.slice(0, 2), uci.slice(2, 4), uci[4]?.toUpperCase()]
    const now = service.clock.now()
    const at = now - START
    const made = report(`m${ply}`, 'move-made', side, { from, to, ...(promotion && { promotion }) }, at)
    const pressed = report(`p${ply}`, 'clock-pressed', side, {}, at)
    need(await append(service, [made, pressed], { game: `b${board}`, receivedAt: now }))
  }
}

/** A cache that holds each address for one second and answers 304 where the client has it already. */
function edgeOver(router: Router, now: () => number) {
  const cached = new Map<
    string,
    { readonly until: number; readonly etag: string; readonly id: string; readonly bytes: number }
  >()
  let asked = 0
  return {
    asked: () => asked,
    reset: () => {
      asked = 0
    },
    async get(path: string) {
      const known = cached.get(path)
      if (known !== undefined && now() < known.until) return known
      asked++
      const { statusCode, headers = {}, body = '' } = await router(httpEvent('GET', path, {}))
      if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${body}`)
      const { id } = JSON.parse(body) as { id: string }
      const entry = { until: now() + 1000, etag: String(headers['etag']), id, bytes: gzipSync(body).length }
      cached.set(path, entry)
      return entry
    },
  }
}

function counting(ports: Ports) {
  let requests = 0
  let units = 0
  const weigh = (bytes: number) => {
    requests++
    units += Math.max(1, Math.ceil(bytes / 4096))
  }
  const counted = (documents: Ports['views']): Ports['views'] => ({
    ...documents,
    async get(...key) {
      const found = await documents.get(...key)
      weigh(JSON.stringify(found).length)
      return found
    },
    async *query(...key) {
      let bytes = 0
      for await (const each of documents.query(...key)) {
        bytes += JSON.stringify(each).length
        yield each
      }
      weigh(bytes)
    },
  })
  const log: Ports['log'] = {
    ...ports.log,
    load: () => raise(new Error('a reader reached the record')),
    head: () => raise(new Error('a reader reached the record')),
  }
  const tables = { registry: counted(ports.registry), views: counted(ports.views) }
  return {
    ports: { ...ports, ...tables, log },
    counts: () => ({ requests, units }),
    reset: () => {
      requests = units = 0
    },
  }
}

function raise(error: unknown): never {
  throw error
}
