/**
 * `node --import tsx test/kit/trace.ts` traces requests, as V8 counts calls. It prints JSON: for a move and for a request of a feed,
 * the product's files in which a function was called (docs/architecture.md lists them) and how often each was; for a commit that a
 * delayed round shows, the files.
 */
import { serveHttp } from '../../functions/host/http/http-server.ts'
import { toApiGatewayEvent } from '../../functions/host/http/request-event.ts'
import { deployedRouter, deployedService } from '../../functions/lambda/deployed.ts'
import { logOver } from '../../functions/observability/log.ts'
import { COMMAND_ROUTES } from '../../functions/routes/command-routes.ts'
import { READ_ROUTES } from '../../functions/routes/read-routes.ts'
import { traceOf } from './coverage-trace.ts'
import { move, report } from './reports.ts'
import { openClient, TIMED } from './service.ts'
import { traceDelayedRound } from './trace-delayed-round.ts'

const client = await openClient()
const token = await client.token('arbiter')
const authorization = `Bearer ${token}`
await client.ask('POST', '/games', { token, body: { id: 'g', ...TIMED } })
const post = (id: string, from: string, to: string, side: 'white' | 'black') =>
  JSON.stringify({ events: [move(id, side, from, to)] })
await client.ask('POST', '/games/g/events', {
  token,
  body: { events: [report('s', 'session-started', 'arbiter')] },
})

const served = await serveHttp({
  router: client.router,
  host: '127.0.0.1',
  port: 0,
  log: logOver(() => {}, 'error'),
})
if (!served.ok) throw new Error(served.error.message)
const headers = { authorization, 'content-type': 'application/json' }
const sent = async (path: string, body?: string) => {
  const method = body === undefined ? 'GET' : 'POST'
  const response = await fetch(`${served.value.url}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  })
  if (response.status !== 200) throw new Error(await response.text())
  await response.arrayBuffer()
}

process.env['AWS_REGION'] = 'eu-central-1'
for (const table of ['COMMITS', 'PERSONS', 'REGISTRY', 'VIEWS']) process.env[`TABLE_${table}`] = table
const k = Buffer.alloc(32, 7).toString('base64url')
process.env['TOKEN_KEYS'] = JSON.stringify([{ kid: 'test', kty: 'oct', alg: 'HS256', k }])
const commands = await deployedRouter(COMMAND_ROUTES, deployedService(client.ports))
const reads = await deployedRouter(READ_ROUTES, deployedService(client.ports))
const eventOf = (path: string, body?: string) =>
  toApiGatewayEvent(body === undefined ? 'GET' : 'POST', path, headers, body)
const deployed = async (router: typeof commands, event: ReturnType<typeof eventOf>) => {
  const reply = await router(event)
  if (reply.statusCode !== 200) throw new Error(reply.body)
}

// Each request is made once before it is traced, so that what happens at first use alone is not counted.
await sent('/games/g/events', post('m1', 'e2', 'e4', 'white'))
await sent('/games/g.pgn')
const host = {
  move: await traceOf(() => sent('/games/g/events', post('m2', 'e7', 'e5', 'black'))),
  feed: await traceOf(() => sent('/games/g.pgn')),
}
await served.value.close()
const [feed, next] = [eventOf('/games/g.pgn'), eventOf('/games/g/events', post('m4', 'b8', 'c6', 'black'))]
await deployed(commands, eventOf('/games/g/events', post('m3', 'g1', 'f3', 'white')))
await deployed(reads, feed)
const cloud = {
  move: await traceOf(() => deployed(commands, next)),
  feed: await traceOf(() => deployed(reads, feed)),
}
// On a line of its own: deployed functions write their log to the same stream.
process.stdout.write(`\n${JSON.stringify({ host, cloud, delayed: await traceDelayedRound() })}\n`)
