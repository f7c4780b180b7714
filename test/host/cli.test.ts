import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createProgram } from '../../functions/host/cli/program.ts'
import { removeBundle, temporaryFolder, touchmove } from '../kit/command.ts'
import { runHere } from '../kit/run-here.ts'

const folder = temporaryFolder()
afterAll(() => {
  folder.remove()
  removeBundle()
})

const file = (name: string, text: string): string => {
  const path = join(folder.path, name)
  writeFileSync(path, text)
  return path
}

const PROGRAM = await createProgram()
const COMMANDS = PROGRAM.commands.map((command) => command.name())

test('the command’s help says what it can do, and so does the help of each command', async () => {
  const { code, stdout } = await touchmove(['--help'])
  expect(code).toBe(0)
  for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'))
  for (const command of PROGRAM.commands)
    expect(command.helpInformation()).toMatch(new RegExp(`^Usage: touchmove ${command.name()} `))
  expect(await runHere(['replay', '--help'])).toMatchObject({ code: 0, stderr: '' })
})

test('the table of the README has a row for each command, and names no other', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
  const [, table = ''] = /^\| command \| does \|\n([\s\S]*?)\n\n/m.exec(readme) ?? []
  const cells = table.split('\n').map((row) => row.split(' | ')[0] ?? '')
  const named = cells.flatMap((cell) =>
    [...cell.matchAll(/`(?:touchmove )?([a-z-]+)/g)].map(([, name]) => name),
  )
  expect([...new Set(named)].sort()).toEqual([...COMMANDS].sort())
})

test('wrong usage ends with 2 and says what would be right', async () => {
  expect(await runHere(['nonsense'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("unknown command 'nonsense'"),
  })
  expect(await runHere(['perft', 'startpos', 'deep'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('0 to 20'),
  })
  expect(await runHere(['serve', '--port', '99999'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('0 to 65535'),
  })
  expect(await runHere(['export', '--format', 'pgn'])).toMatchObject({
    code: 2,
    stderr: 'touchmove: name either --game or --tournament\n',
  })
  expect(await runHere(['fold', 'nowhere.ndjson'])).toMatchObject({
    code: 2,
    stderr: 'touchmove: nowhere.ndjson: there is no such file\n',
  })
  expect(await runHere(['judge', folder.path])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('this is a folder'),
  })
})

test('a check of a pairing file makes no data folder, and reads one that is there', async () => {
  const csv = file('round.csv', 'board,white,black\n1,Ada,Bea\n2,Cid,Dan\n')
  const data = join(folder.path, 'unmade')
  const asked = ['open-round', csv, '--tournament', 'T', '--round', '1', '--data', data]
  const said = { code: 0, stdout: '', stderr: '2 games can be opened\n' }
  expect(await runHere([...asked, '--check'])).toEqual(said)
  expect(existsSync(data)).toBe(false)
  mkdirSync(data)
  expect(await runHere([...asked, '--check'])).toEqual(said)
  expect(readdirSync(data)).toEqual([])
  expect(await runHere(asked)).toMatchObject({ code: 0 })
  const other = file('other.csv', 'board,white,black\n1,Eve,Bea\n')
  const checked = await runHere(['open-round', other, ...asked.slice(2), '--check'])
  expect(checked).toMatchObject({ code: 2, stderr: expect.stringContaining('board 1 has the game T-1-1') })
}, 60_000)

test('perft counts, by JSON too', async () => {
  expect(await runHere(['perft', 'startpos', '3'])).toEqual({ code: 0, stdout: '8902\n', stderr: '' })
  expect(await runHere(['perft', '8/8/8/8/8/8/8/8 w - - 0 1', '1'])).toMatchObject({
    code: 0,
    stdout: '0\n',
  })
  const kiwipete = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
  expect(await runHere(['perft', kiwipete, '2', '--json'])).toMatchObject({ stdout: '{"nodes":2039}\n' })
  expect(await runHere(['perft', 'no position', '2'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^touchmove: FEN.*\n$/),
  })
})

const PASSED = '{"id":"good","kind":"fen","input":"8/8/8/8/8/8/8/8 w - - 0 1","expect":{"valid":false}}'
const FAILING = '{"id":"bad","kind":"san","input":"Nf3","expect":{"uci":"b1c3"}}'

test('judge prints a line a case and ends with 1 if one failed', async () => {
  const cases = file('cases.jsonl', `${PASSED}\n\n${FAILING}\n`)
  const { code, stdout } = await runHere(['judge', cases])
  expect(stdout).toBe('ok good\nFAIL bad: san.uci: expected "b1c3", found "g1f3"\n1 passed, 1 failed\n')
  expect(code).toBe(1)
  expect(await touchmove(['judge', '-', '--json'], { input: PASSED })).toEqual({
    code: 0,
    stdout: '{"id":"good","ok":true}\n',
    stderr: '1 passed, 0 failed\n',
  })
})

const MATE =
  '{"id":"mate","open":{},"events":[{"play":"f3 e5 g4 Qh4#"}],"expect":[{"result":{"white":"0","black":"1"}}]}'

test('judge can leave a rule out of force', async () => {
  expect(await runHere(['judge', '-'], { input: MATE })).toMatchObject({ code: 0 })
  const without = await runHere(['judge', '-', '--without', 'promotion', '--without', 'checkmate'], {
    input: MATE,
  })
  expect(without).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('FAIL mate: result: expected {"white":"0"'),
  })
  expect(await runHere(['judge', '-', '--without', 'chekmate'], { input: MATE })).toMatchObject({
    code: 2,
    stderr: 'touchmove: --without chekmate: there is no such rule; docs/laws.md lists them\n',
  })
})

test('judge names the line that is no case, and goes on', async () => {
  const { code, stdout, stderr } = await runHere(['judge', file('broken.jsonl', `{"id":\n${PASSED}\n`)])
  expect(code).toBe(2)
  expect(stderr).toMatch(/^touchmove: .*broken\.jsonl:1: this line is no JSON/)
  expect(stdout).toBe('ok good\n1 passed, 0 failed\n')
})

const EVENTS = [
  {
    id: 'a',
    type: 'game-opened',
    at: '2026-03-14T14:00:00Z',
    by: 'arbiter',
    data: {
      white: { name: 'A' },
      black: { name: 'B' },
      edition: '2018-01-01',
      play: 'blitz',
      timeControl: { periods: [{ time: 180000, bonus: 2000 }] },
    },
  },
  { id: 'b', type: 'session-started', at: '2026-03-14T14:00:00Z', by: 'arbiter' },
  { id: 'c', type: 'move-made', at: '2026-03-14T14:00:05Z', by: 'white', data: { from: 'e2', to: 'e4' } },
  { id: 'd', type: 'clock-pressed', at: '2026-03-14T14:00:05Z', by: 'white' },
]
const LINES = EVENTS.map((event) => JSON.stringify(event)).join('\n')

test('fold gives the state at the end, after an event, or at an instant', async () => {
  const state = async (...args: string[]) =>
    JSON.parse((await runHere(['fold', '-', ...args], { input: LINES })).stdout)
  expect(await state()).toMatchObject({ seq: 4, turn: 'black', clocks: { white: 179_000, running: 'black' } })
  expect(await state('--seq', '2')).toMatchObject({ seq: 2, moves: [] })
  expect(await state('--at', '2026-03-14T14:00:03.500Z')).toMatchObject({
    seq: 2,
    clocks: { white: 178_500 },
  })
})

test('fold names the line and the field that are wrong', async () => {
  const fold = async (input: string) => (await runHere(['fold', '-'], { input })).stderr
  expect(await fold(`${LINES}\nno json`)).toBe(
    'touchmove: -:5: this is no JSON; an event is one JSON object on one line\n',
  )
  expect(
    await fold(`${LINES}\n{"id":"e","type":"resigned","at":"2026-03-14T14:00:09Z","by":"clock"}`),
  ).toMatch(/^touchmove: -:5: \/by: /)
  expect(await fold('')).toBe('touchmove: -: there are no events in it\n')
})

test('winnable answers one line a FEN and goes on after one that cannot be read', async () => {
  const input = '8/8/4k3/8/8/8/3BK3/8 w - - 0 60\nnonsense\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 60\n'
  const { code, stdout, stderr } = await runHere(['winnable', '-'], { input })
  expect(stdout).toBe('white=no black=no\nwhite=yes black=no\n')
  expect(stderr).toMatch(/^touchmove: -:2: /)
  expect(code).toBe(2)
  const mate = await runHere(['winnable', 'k7/8/1K6/8/8/8/8/7R w - - 0 1', '--line'])
  expect(mate.stdout).toBe('white=yes (h1h8) black=no\n')
})

test('a move is said in the words of Appendix D, and a text that is no move here is reported as what it is', async () => {
  const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
  const said = await Promise.all(
    ['Sf3', 'konj g1 f3', 'Ke2', 'Nd2', 'Springer Gustav eins Gustav drei', 'xyzzy'].map((text) =>
      runHere(['announce', start, text]),
    ),
  )
  expect(said.map(({ code, stdout, stderr }) => [code, stdout, stderr.replace('touchmove: ', '')])).toEqual([
    [0, 'Nf3\tSpringer Gustav eins Felix drei\n', ''],
    [0, 'Nf3\tSpringer Gustav eins Felix drei\n', ''],
    [1, '', expect.stringContaining('"Ke2" is illegal here')],
    [1, '', expect.stringContaining('"Nd2" is illegal here')],
    [1, '', expect.stringContaining('nothing goes from g1 to g3 so')],
    [1, '', expect.stringContaining('"xyzzy" cannot be read')],
  ])
})

test('judge can be asked for some cases and for failures only', async () => {
  const { code, stdout } = await runHere([
    'judge',
    file('some.jsonl', `${PASSED}\n${FAILING}\n`),
    '--failures',
    '--only',
    'goo',
  ])
  expect([code, stdout]).toEqual([0, '1 passed, 0 failed\n'])
})

test('a reader who has seen enough is no failure', async () => {
  const many = `${PASSED}\n`.repeat(20_000)
  const { code, stdout, stderr } = await touchmove(['judge', '-'], { input: many, readOnly: 'ok good\n' })
  expect([code, stdout.startsWith('ok good\n'), stderr]).toEqual([0, true, ''])
})
