import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { gameFaults, indexFaults, tournamentFaults, trfFaults } from '../feeds/format-rules.ts'
import { removeBundle, temporaryFolder, touchmove } from '../kit/command.ts'
import { LICHESS_TOKEN, lichessStandIn } from '../kit/lichess.ts'
import { runHere } from '../kit/run-here.ts'

const scratch = temporaryFolder()
const folder = scratch.path
const data = join(folder, 'data')

const GAMES = `[Event "Club"]
[Round "1.1"]
[White "Abara, Nkem"]
[Black "Novak, Jan"]
[Result "1-0"]

1. e4 e5 2. Nf3 1-0

[Event "Club"]
[Round "1.2"]
[White "Sato, Emi"]
[Black "Okafor, Uche"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2
`

beforeAll(async () => {
  const imported = await runHere(['import', '-', '--tournament', 'club', '--data', data], { input: GAMES })
  expect(imported.code).toBe(0)
}, 120_000)

afterAll(() => {
  scratch.remove()
  removeBundle()
})

const exported = (...args: string[]) => runHere(['export', '--data', data, ...args])

test('a report file comes out by its columns, in either version', async () => {
  for (const format of ['trf16', 'trf26']) {
    const { code, stdout } = await exported('--tournament', 'club', '--format', format)
    expect(code).toBe(0)
    expect(trfFaults(stdout)).toEqual([])
    expect(stdout.split('\r\n').filter((line) => line.startsWith('001'))).toHaveLength(4)
  }
}, 60_000)

test('LiveChess’s tree comes out as one document or as the folder that LiveChess would leave', async () => {
  const { stdout } = await exported('--tournament', 'club', '--format', 'livechess')
  const documents = JSON.parse(stdout)
  const to = join(folder, 'tree')
  await exported('--tournament', 'club', '--format', 'livechess', '--to', to)
  const files = readdirSync(to, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.json'))
  expect(files.sort()).toEqual(Object.keys(documents).sort())
  expect(JSON.parse(readFileSync(join(to, 'tournament.json'), 'utf8'))).toEqual(documents['tournament.json'])
  expect(tournamentFaults(documents['tournament.json'])).toEqual([])
  expect(indexFaults(documents['round-1/index.json'], { count: 2, live: 0 })).toEqual([])
  expect(gameFaults(documents['round-1/game-2.json'])).toEqual([])
}, 60_000)

test('what does not go together is refused in a line, and help lists formats that are written', async () => {
  const refusals = [
    [['--game', 'x', '--format', 'trf16'], 'is one of a tournament'],
    [['--tournament', 'club', '--round', '1', '--format', 'trf26'], 'leave --round out'],
    [['--tournament', 'club', '--format', 'pgn', '--to', 'x'], '--to goes with --format livechess'],
    [['--tournament', 'club', '--format', 'docx'], 'Allowed choices are'],
  ] as const
  for (const [args, words] of refusals)
    expect(await exported(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(words) })
  const { stdout } = await runHere(['export', '--help'])
  for (const format of ['pgn', 'ndjson', 'livechess', 'trf16', 'trf26'])
    expect(stdout).toContain(`"${format}"`)
}, 60_000)

test('a round is pushed to a Lichess broadcast, with its token out of the environment alone', async () => {
  const lichess = await lichessStandIn()
  const args = ['push', '--data', data, '--tournament', 'club', '--round', '1', '--to', lichess.url, '--once']
  const push = (env: Record<string, string>) => runHere(args, { env })
  expect(await push({ LICHESS_TOKEN: '' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('set LICHESS_TOKEN'),
  })
  const round = ['--data', data, '--tournament', 'club', '--round', '1', '--to', lichess.url]
  expect(await runHere(['push', ...round], { env: { LICHESS_TOKEN } })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no host serves this folder, so nothing new would come'),
  })
  const pushed = await runHere(args, { env: { LICHESS_TOKEN } })
  expect([pushed.code, pushed.stderr]).toEqual([0, 'pushed 2 games, 5 moves\n'])
  expect([...lichess.round.values()]).toEqual([3, 2])
  const refused = await push({ LICHESS_TOKEN: 'wrong' })
  expect([refused.code, refused.stderr]).toEqual([
    2,
    'touchmove: Lichess refuses the round: 401: No such token\n',
  ])
  await lichess.close()
}, 60_000)

test('an old file is read in the encoding that is named; without a name each of its lines is reported', async () => {
  const file = join(folder, 'old.pgn')
  const record = ['--data', join(folder, 'old')]
  writeFileSync(
    file,
    Buffer.from('[White "\x8ei\x9eek, \xc8edomir"]\n[Black "B"]\n\n1. e4 e5 1-0\n', 'latin1'),
  )
  const named = await runHere(['import', file, '--encoding', 'windows-1250', ...record])
  expect([named.code, named.stderr.includes('UTF-8')]).toEqual([0, false])
  const id = /opened (\S+)/.exec(named.stdout)?.[1] ?? ''
  const back = await runHere(['export', '--game', id, '--format', 'pgn', ...record])
  expect(back.stdout).toContain('[White "Žižek, Čedomir"]')
  const unnamed = await runHere(['import', file, ...record])
  expect(unnamed.stderr).toContain(
    `${file}:1: not in UTF-8: --encoding windows-1250 gives "Žižek, Čedomir", --encoding windows-1252 gives "Žižek, Èedomir"`,
  )
})

test('connect reads a feed in the encoding that is named; without a name its line is reported', async () => {
  const file = join(folder, 'feed.pgn')
  const record = ['--tournament', 'feed', '--once', '--data', join(folder, 'feed')]
  writeFileSync(
    file,
    Buffer.from(
      '[Event "F"]\n[Round "1"]\n[Board "1"]\n[White "\x8ei\x9eek"]\n[Black "B"]\n[Result "*"]\n\n1. e4 *\n',
      'latin1',
    ),
  )
  const named = await runHere(['connect', 'pgn', file, '--encoding', 'windows-1250', ...record])
  expect([named.code, named.stderr.includes('UTF-8')]).toEqual([0, false])
  const back = await runHere([
    'export',
    '--tournament',
    'feed',
    '--format',
    'pgn',
    '--data',
    join(folder, 'feed'),
  ])
  expect(back.stdout).toContain('[White "Žižek"]')
  const unnamed = await runHere(['connect', 'pgn', file, ...record])
  expect(unnamed.stderr).toContain(`${file}:4: not in UTF-8: --encoding windows-1250 gives "Žižek"`)
}, 60_000)

test('import, connect and push end otherwise than with 0 where a game is refused, and take the others', async () => {
  const record = ['--data', join(folder, 'refused')]
  const prose = await runHere(['import', '-', ...record], {
    input: '[Event "E"]\n\n1. e4 *\n\n1. hello members, 2. the hall is closed *\n',
  })
  expect([prose.code, prose.stderr.trim().split('\n').at(-1)]).toEqual([
    2,
    expect.stringContaining('1 games: 1 new, 0 continued, 0 there already; 1 with warnings, 1 refused'),
  ])

  const server = createServer((request, response) => {
    const status = request.method === 'POST' && request.url?.endsWith('/games') ? 403 : 404
    response.writeHead(status, { 'content-type': 'application/problem+json' })
    response.end(JSON.stringify({ title: 'no', status, detail: 'not here' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const file = join(folder, 'refused.pgn')
  writeFileSync(file, '[Event "F"]\n[Round "1"]\n[Board "1"]\n[White "A"]\n[Black "B"]\n\n1. e4 *\n')
  const followed = await runHere(
    ['connect', 'pgn', file, '--tournament', 'feed', '--once', '--server', `http://127.0.0.1:${port}`],
    { env: { TOUCHMOVE_TOKEN: 'x' } },
  )
  server.close()
  expect([followed.code, followed.stderr]).toEqual([2, expect.stringContaining('not here')])

  const lichess = await lichessStandIn()
  const round = ['--tournament', 'club', '--round', '1']
  await runHere(['import', '-', '--tournament', 'club', ...record], {
    input: `${GAMES}\n[Event "unparsable"]\n[Round "1.3"]\n[White "A"]\n[Black "B"]\n\n1. e4 *\n`,
  })
  const pushed = await touchmove(['push', ...record, ...round, '--to', lichess.url, '--once'], {
    env: { LICHESS_TOKEN },
  })
  await lichess.close()
  expect([pushed.code, pushed.stderr]).toEqual([1, expect.stringContaining('pushed 2 of 3 games')])
  expect(lichess.agents).toEqual(new Set([`touchmove/${manifest.version}`]))
}, 60_000)
