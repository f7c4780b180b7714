/** Where an address is no host, or answers otherwise than a record does, every command that asks it says so in one line. */
import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHost, type Host } from '../../functions/host/create-host.ts'
import { inProcessClient } from '../../functions/host/in-process-client.ts'
import { loadSample } from '../../functions/host/simulate/sample/load.ts'
import type { ApiClient } from '../../functions/http/api-client.ts'
import { temporaryFolder } from '../kit/command.ts'
import { numbers } from '../kit/games.ts'
import { runHere } from '../kit/run-here.ts'
import { trials } from '../kit/trials.ts'

const folder = temporaryFolder()
const file = (name: string, text: string): string => {
  writeFileSync(join(folder.path, name), text)
  return join(folder.path, name)
}
const pgn = file(
  'game.pgn',
  '[Event "E"]\n[Round "1.1"]\n[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. e4 *\n',
)
const pairings = file('pairings.csv', 'Board,White,Black\n1,A,B\n')
const env = { TOUCHMOVE_TOKEN: 'a.b.c', TOUCHMOVE_SYNC_TOKEN: 'a.b.c', LICHESS_TOKEN: 'x' }
/** What the strange host answers with next. */
let answer: RequestListener = (_, response) => response.end()
let server: Server
let url = ''
let host: Host | undefined

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await host?.close()
  server.closeAllConnections()
  server.close()
  folder.remove()
})

/** Each command that reads what another host answers, with what it needs besides `--server`. */
const COMMANDS: readonly (readonly string[])[] = [
  ['verify', '--all'],
  ['verify', '--game', 'sample-1'],
  ['anchors', 'list'],
  ['anchors', 'key'],
  ['anchors', 'key', '--log'],
  ['anchors', 'checkpoint'],
  ['export', '--tournament', 'sample', '--format', 'pgn'],
  ['export', '--tournament', 'sample', '--format', 'ndjson'],
  ['export', '--tournament', 'sample', '--format', 'livechess'],
  ['export', '--tournament', 'sample', '--format', 'trf16'],
  ['export', '--tournament', 'sample', '--format', 'bundle'],
  ['export', '--game', 'sample-1', '--format', 'pgn'],
  ['export-person', 'P1'],
  ['replay', 'sample-1'],
  ['reconcile', 'sample-1'],
  ['watch', 'sample-1'],
  ['push', '--tournament', 'sample', '--round', '1', '--to', 'http://127.0.0.1:9/push', '--once'],
  ['token', 'list'],
  ['token', 'mint', '--role', 'reader', '--scope', '*'],
  ['token', 'revoke', 'x'],
  ['token', 'rotate'],
  ['requeue', '--list'],
  ['requeue'],
  ['rebuild'],
  ['erase', 'P1'],
  ['erase', '--list'],
  ['erase', '--retention'],
  ['import', pgn],
  ['import', pgn, '--tournament', 'sample'],
  ['open-round', pairings, '--tournament', 'sample', '--round', '1'],
  ['connect', 'pgn', pgn, '--tournament', 'sample', '--once'],
  ['simulate', '--boards', '1', '--plies', '2'],
  ['backup', join(folder.path, 'strange.gz')],
]

/** What an engine says of values that are not what its code took them for. */
const ENGINE =
  /Cannot read|is not iterable|is not a function|undefined|not valid JSON|Unexpected|\[object|toISOString|NaN/

const ODD: readonly (readonly [name: string, type: string, text: string])[] = [
  ['a page in HTML', 'text/html', '<html><body>Hotel wifi: <a href="/login">log in</a></body></html>'],
  ['nothing', 'text/plain', ''],
  ['null', 'application/json', 'null'],
  ['an empty object', 'application/json', '{}'],
  ['an empty list', 'application/json', '[]'],
  ['a number beyond all', 'application/json', '1e999'],
  ['cut-off JSON', 'application/json', '{"anchors":[{"anchor":{"n":1'],
]

async function ran(args: readonly string[], server = url) {
  const { code, stdout, stderr } = await runHere(
    [...args, '--server', server, '--data', join(folder.path, 'none')],
    {
      env,
    },
  )
  return { code, stdout, stderr }
}

test.each(ODD)(
  'a host that answers every request with %s',
  async (_, type, text) => {
    answer = (request, response) => {
      request.resume()
      response.writeHead(200, { 'content-type': type }).end(text)
    }
    for (const args of COMMANDS) {
      const { code, stderr } = await ran(args)
      expect([args.join(' '), code]).toEqual([args.join(' '), 2])
      // A simulation says first what it is about to play.
      const lines = args[0] === 'simulate' ? 3 : 1
      expect(stderr, args.join(' ')).toMatch(new RegExp(`^(?:touchmove: [^\\n]+\\n){${lines}}$`))
      expect(stderr, args.join(' ')).not.toMatch(ENGINE)
    }
  },
  60_000,
)

/** What stands in the place of one value of a true answer. */
const ODD_VALUES: readonly unknown[] = [
  null,
  1e308,
  -1,
  0.5,
  '',
  'x'.repeat(5_000),
  '\ud800',
  {},
  [],
  [null],
  true,
]

/** A copy in which one value, chosen by `pick`, is another. */
function altered(value: unknown, pick: (below: number) => number): unknown {
  const isHolder = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  if (!isHolder || pick(6) === 0) return ODD_VALUES[pick(ODD_VALUES.length)]
  const keys = Object.keys(value)
  const key = keys[pick(keys.length)]!
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
  if (pick(8) === 0) delete copy[key]
  else copy[key] = altered(copy[key], pick)
  return copy
}

async function sampleHost(): Promise<ApiClient> {
  const opened = await createHost({ folder: join(folder.path, 'record'), fsync: false })
  if (!opened.ok) throw new Error(opened.error.message)
  host = opened.value
  const client = inProcessClient(host.adminRouter)
  await loadSample(client, Date.UTC(2026, 2, 14, 16))
  return client
}

test('true answers in which one value is another end a command, with one line or with the work done', async () => {
  const client = await sampleHost()
  const pick = numbers(16)
  answer = async (request, response) => {
    const body = await readText(request)
    const method = request.method === 'POST' ? 'POST' : 'GET'
    const path = request.url ?? ''
    const { status, headers, text } = await client.request(method, path, {
      ...(body !== '' && { body: JSON.parse(body) as unknown }),
    })
    const isJson = headers['content-type']?.startsWith('application/json') === true
    const sent = isJson && pick(3) === 0 ? JSON.stringify(altered(JSON.parse(text), pick)) : text
    response.writeHead(status, { 'content-type': headers['content-type'] ?? 'text/plain' }).end(sent)
  }
  const reading = COMMANDS.filter(
    ([name]) => !['watch', 'erase', 'token', 'rebuild', 'push', 'simulate'].includes(name!),
  )
  for (let trial = 0; trial < trials(20, 1_000); trial++) {
    const args = reading[trial % reading.length]!
    const { code, stderr } = await ran(args)
    const place = `${args.join(' ')}, trial ${trial}`
    expect([0, 1, 2], place).toContain(code)
    expect(stderr, place).not.toMatch(ENGINE)
    if (code === 2) expect(stderr, place).toMatch(/^[^\n]+\n/)
  }
}, 120_000)

test('watch prints a reason as one line, and ends with one line over a change that cannot be applied', async () => {
  const move = { ply: 1, san: 'e4', uci: 'e2e4', seq: 1, clock: null, legal: true }
  const why = [{ type: 'report-corrected', by: 'operator', reason: 'slip\nresult: 1-0' }]
  const messages = {
    snapshot: { seq: 1, at: '2026-03-14T14:00:00.000Z', status: 'running', moves: [move], result: null },
    retract: { seq: 2, at: '2026-03-14T14:00:01.000Z', ply: 1, moves: [{ san: 'e4' }], why },
    change: { seq: 3, at: '2026-03-14T14:00:02.000Z', ply: 1 },
  }
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const [event, data] of Object.entries(messages))
      response.write(`event: ${event}\nid: ${data.seq}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  const { code, stdout, stderr } = await ran(['watch', 'g'])
  expect(stdout).toBe('1. e4\ntaken back from ply 1: e4 (report-corrected by operator: slip\\nresult: 1-0)\n')
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^touchmove: the stream: [^\n]*moves[^\n]*\n$/)])
})
