/** Traces what a commit, and a delayed round that shows it, run through, on a host and in the cloud. */
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createChangeNotifier } from '../../functions/app/change-notifier.ts'
import { consumersOf } from '../../functions/consumers.ts'
import { streamHandler } from '../../functions/lambda/stream-handler.ts'
import { reconcileViews } from '../../functions/projections/reconciler.ts'
import { traceOf } from './coverage-trace.ts'
import { move, report } from './reports.ts'
import { httpEvent, openClient, START, TIMED, testPorts } from './service.ts'

const DELAY_MS = 5 * 60_000
const ROUND = '/tournaments/T/rounds/1'
const PGN = `/delayed/5${ROUND}.pgn`

/** `stream`: what a reader of the round's stream is sent, once the delay of a commit is over. */
export interface DelayedTrace {
  readonly host: readonly string[]
  readonly cloud: readonly string[]
  readonly stream: readonly string[]
}

const fail = (error: unknown): never => {
  throw error
}

/** A round of one game, with functions that report, notify the consumers and request the feed. */
async function openPlace(place: 'host' | 'cloud') {
  const notifier = createChangeNotifier({ intervalMs: 1, onFault: fail })
  const onHost = place === 'host'
  const ports = onHost ? { singleWriter: true, notify: notifier.notify } : { useReadModels: true }
  const client = await openClient(testPorts(ports))
  const { service } = client
  const consumers = consumersOf(service)
  const handle = streamHandler(consumers, fail)
  if (onHost) notifier.subscribe([...consumers, service.liveStreams.consumer])
  const token = await client.token('arbiter')
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await client.ask(method, path, { token, body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
  }
  const notify = async (...streams: readonly string[]) => {
    if (onHost) return notifier.drained()
    await handle({ Records: streams.map((pk) => ({ dynamodb: { Keys: { pk: { S: pk } } } })) })
  }
  await ask('POST', '/tournaments', { id: 'T', name: 'Open' })
  await ask('POST', `${ROUND}/games`, { games: [{ ...TIMED, id: 'g' }] })
  const post = (event: object) => ask('POST', '/games/g/events', { events: [event] })
  await post(report('s', 'session-started', 'arbiter'))
  await notify('game#g', 'round#T/1')
  const show = () => ask('GET', PGN)
  return { client, service, ask, post, notify, show }
}

async function traceOfPlace(where: 'host' | 'cloud'): Promise<readonly string[]> {
  const { client, service, ask, post, notify, show } = await openPlace(where)
  client.ports.clock.set(START + DELAY_MS)
  await show()
  const commits = await traceOf(async () => {
    await post(move('m1', 'white', 'e2', 'e4'))
    await ask('PATCH', ROUND, { start: '2026-03-14T15:00:00.000Z' })
    await notify('game#g', 'round#T/1')
  })
  const unnotified = await traceOf(() => reconcileViews(service, service.projector))
  client.ports.clock.pass(2 * DELAY_MS)
  const shown = await traceOf(show)
  return [commits, unnotified, shown].flatMap(({ files }) => files)
}

/** The reader is there when the delay of a move ends. */
async function traceOfStream(): Promise<readonly string[]> {
  const { client, service, post, notify } = await openPlace('host')
  const { clock } = client.ports
  clock.pass(DELAY_MS)
  await post(move('m1', 'white', 'e2', 'e4', DELAY_MS))
  await notify()
  // The clock stands a tenth of a second before the end of the delay, since the channel's timer is a real one.
  clock.pass(DELAY_MS - 100)
  const out = new PassThrough()
  let received = ''
  out.on('data', (bytes: Buffer) => {
    received += String(bytes)
  })
  const { files } = await traceOf(async () => {
    const reply = await client.router(httpEvent('GET', `/delayed/5${ROUND}/stream`, {}))
    await reply.stream?.(out)
    clock.pass(100)
    for (let tries = 0; !received.includes('e4') && tries < 1000; tries++) await sleep(10)
  })
  service.liveStreams.close()
  if (!received.includes('e4')) throw new Error(`the stream did not show the move: ${received}`)
  return files
}

export async function traceDelayedRound(): Promise<DelayedTrace> {
  // The notifier's own timers do not keep the process alive.
  const alive = setInterval(() => {}, 1000)
  const host = await traceOfPlace('host')
  const cloud = await traceOfPlace('cloud')
  const stream = await traceOfStream()
  clearInterval(alive)
  return { host, cloud, stream }
}
