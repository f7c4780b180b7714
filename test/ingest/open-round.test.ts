import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isEncoding, readPairingFile } from '../../functions/ingest/pairings/encoding.ts'
import { openPairedRound, planRound, type RoundRequest } from '../../functions/ingest/pairings/open-round.ts'
import { openTestDesk, type TestDesk } from './desk.ts'

const sample = readFileSync(join(import.meta.dirname, 'samples/trf/harbour-city.trf26'), 'utf8')

interface Listed {
  games: { board: number; game: string; white: { name: string; rating?: number; fideId?: string } }[]
}

async function open(desk: TestDesk, text: string, wish: RoundRequest = {}) {
  const plan = planRound(text, wish)
  return plan.faults.length > 0
    ? { kind: 'faults' as const, faults: plan.faults }
    : openPairedRound(desk, plan, wish)
}

const said = (done: Awaited<ReturnType<typeof open>>): string[] =>
  done.kind === 'faults' ? done.faults.map(({ line, reason }) => `${line}: ${reason}`) : [done.kind]

const CSV = `Board;White;White FIDE id;White Elo;White title;Black;Black Fed
1;Abara, Nkem;90000001;2311;FM;Novak, Jan;svk
2;Sorensen, Kaj;;;;Lindqvist, Tove;

;Petit, Lou;;;;bye;
4;Žižka, Ľubomír;;1800;;Sato, Emi;`

const WISH = { tournament: 'club', round: '3' }

test('a table with headings opens a round with names, ids, ratings and titles', async () => {
  const desk = await openTestDesk()
  const plan = planRound(CSV, WISH)
  expect(plan.notes).toEqual(['no game for 1 without an opponent: Petit, Lou'])
  expect(said(await open(desk, CSV, { ...WISH, timeControl: '5400+30' }))).toEqual(['opened'])
  const { games } = await desk.json<Listed>('/tournaments/club/rounds/3/games')
  expect(games).toMatchObject([
    {
      board: 1,
      game: 'club-3-1',
      white: { name: 'Abara, Nkem', rating: 2311, fideId: '90000001', title: 'FM' },
    },
    { board: 2, black: { name: 'Lindqvist, Tove' } },
    { board: 4, white: { name: 'Žižka, Ľubomír', rating: 1800 } },
  ])
  const { clocks } = await desk.json<{ clocks: { white: number } }>('/games/club-3-4')
  expect(clocks.white).toBe(5_430_000)
})

test('the same file opened again opens nothing new', async () => {
  const desk = await openTestDesk()
  await open(desk, CSV, WISH)
  expect(await open(desk, CSV, WISH)).toMatchObject({ kind: 'opened', fresh: false })
  expect((await desk.json<Listed>('/tournaments/club/rounds/3/games')).games).toHaveLength(3)
})

test('every mistake of a table is told with its line, and nothing is opened', async () => {
  const desk = await openTestDesk()
  const text = `board,white,white elo,white fide id,black,black title
1,Abara,5000,x1,Novak,XM
1,Sato,,,Abara,
0,,,,Petit,
4,Haddad,,,Haddad,,too,many`
  expect(said(await open(desk, text, WISH))).toEqual([
    '2: white: the FIDE id "x1" is none; it is a number such as 14600000',
    '2: white: the rating "5000" is none; it is a number up to 4000',
    '2: black: the title "XM" is none of GM, IM, WGM, FM, WIM, CM, WFM, WCM, AGM, AIM, AFM, ACM',
    '3: board 1 is given on line 2 too',
    '3: Abara is paired on line 2 too',
    '4: the board "0" is none; it is a number from 1',
    '4: white: the name is missing',
    '5: 8 cells, the heading has 6; a name with the separator in it is due in quotes',
    '5: Haddad is paired twice here',
  ])
  expect((await desk.request('GET', '/tournaments/club')).status).toBe(404)
})

test.each([
  ['', ['0: the file is empty']],
  [
    'board,white\n1,Abara',
    ['1: no column is headed "black"; the first line names the columns, such as: board,white,black'],
  ],
  ['white,black\n"Abara,Novak', ['2: a quote is opened here and never closed; nothing after it is read']],
  [
    'white,black,round\nA,B,1\nC,D,2',
    ['0: the file is of round 1; --round says 3', '3: round 2; the rows before are of round 1'],
  ],
  ['white,black,game\nA,B,é', ['2: the game id "é" is none; it is 1 to 64 of A–Z a–z 0–9 _ -']],
])('what is no pairing table is refused: %j', async (text, faults) => {
  expect(said(await open(await openTestDesk(), text, WISH))).toEqual(faults)
})

test('a quote that nobody closes is told beside the mistakes of the rows before it; one in a name is part of it', () => {
  const text =
    'board,white,black\r\n1.0,Abara,"Novak ""Rook"" Jan"\r\n2-Jan,Sato "Emi",Petit\r\n\r\n3,"Kim,Haddad\r\n4,A,B\r\n'
  expect(planRound(text, WISH).faults.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '2: the board "1.0" is none; it is a number from 1',
    '3: the board "2-Jan" is none; it is a number from 1',
    '5: a quote is opened here and never closed; nothing after it is read',
  ])
  expect(planRound('white,black\nAbara,Kim\n"Sato"Emi,Petit', WISH).faults).toEqual([
    { line: 3, reason: expect.stringContaining('a quote within quotes is written twice') },
  ])
  const named = planRound('white,black\nSato "Emi",Petit', WISH)
  expect(named).toMatchObject({ faults: [], pairings: [{ white: { name: 'Sato "Emi"' } }] })
})

test('letters of another encoding are not guessed: their lines are told, and with its name they are read', async () => {
  const names = 'board;white;black\r\n1;Sato;Petit\r\n2;'
  // Łukasz Žižka in Windows-1250.
  const bytes = Buffer.concat([
    Buffer.from(names),
    Buffer.from('a3756b61737a208e699e6b613b4b696d0d0a', 'hex'),
  ])
  const told = await readPairingFile(bytes, undefined)
  expect(told.faults.map(({ line }) => line)).toEqual([3])
  expect(told.faults[0]?.reason).toContain('--encoding windows-1250')
  const read = await readPairingFile(bytes, 'windows-1250')
  expect(read.faults).toEqual([])
  expect(planRound(read.text, WISH).pairings[1]?.white.name).toBe('Łukasz Žižka')
  const wide = await readPairingFile(Buffer.from('\uFEFFwhite,black\nŽižka,Kim', 'utf16le'), undefined)
  expect(planRound(wide.text, WISH)).toMatchObject({ faults: [], pairings: [{ white: { name: 'Žižka' } }] })
  expect([isEncoding('windows-1250'), isEncoding('klingon')]).toEqual([true, false])
})

test('a table that names no tournament or round says how to name them', () => {
  expect(planRound('white,black\nA,B', {}).faults.map(({ reason }) => reason)).toEqual([
    'the tournament is not named: add --tournament ID (letters, digits, _ and -)',
    'the round is not named: add --round N, or a column round',
  ])
})

test('a report file opens the round with its own name, place, days and time control', async () => {
  const desk = await openTestDesk()
  expect(said(await open(desk, sample, { round: '3' }))).toEqual(['opened'])
  expect(await desk.json('/tournaments/harbour-city-open-2026')).toMatchObject({
    name: 'Harbour City Open 2026',
    site: 'Porto Novo',
    dates: { from: '2026-11-19', to: '2026-11-22' },
    defaults: { play: 'standard', timeControl: { periods: [{ time: 5_400_000, bonus: 30_000 }] } },
  })
})

test('a board that has another game keeps it, and no other board is opened', async () => {
  const desk = await openTestDesk()
  await open(desk, 'board,white,black\n2,Sato,Petit', WISH)
  expect(said(await open(desk, 'board,white,black\n1,Abara,Novak\n2,Sato,Haddad', WISH))).toEqual([
    '3: board 2 has the game club-3-2 already, Sato – Petit; correct that one (details-corrected), or give another board',
  ])
  expect((await desk.json<Listed>('/tournaments/club/rounds/3/games')).games).toHaveLength(1)
})

test('a check reads file and record and opens nothing', async () => {
  const desk = await openTestDesk()
  expect(said(await open(desk, CSV, { ...WISH, check: true }))).toEqual(['sound'])
  expect((await desk.request('GET', '/tournaments/club')).status).toBe(404)
})

test('who may not open games is told so', async () => {
  const desk = await openTestDesk('reader')
  expect((await open(desk, CSV, WISH)).kind).toBe('refused')
})

test('a player of whom one line gives the FIDE id and another does not is one player; namesakes are two', () => {
  const rows = 'white,white fide id,black\nAbara,900,Novak\nAbara,,Sato\nabara,901,Petit'
  expect(planRound(rows, WISH).faults).toEqual([
    { line: 3, reason: 'Abara is paired on line 2 too' },
    { line: 4, reason: 'abara is paired on line 3 too' },
  ])
  expect(planRound('white,white fide id,black\nAbara,900,Novak\nAbara,901,Sato', WISH).faults).toEqual([])
})

test('who sits at a board of the round already, and an id of a game elsewhere, are told before anything is opened', async () => {
  const desk = await openTestDesk()
  await open(desk, 'board,white,black,game\n1,Abara,Novak,final', { ...WISH, tournament: 'other' })
  await open(desk, 'board,white,black\n1,Abara,Novak', WISH)
  expect(said(await open(desk, 'board,white,black,game\n2,Sato,novak,\n3,Petit,Haddad,final', WISH))).toEqual(
    [
      '2: novak plays at board 1 of this round already',
      "3: the game id final is another game's; give another one, or none",
    ],
  )
  expect((await desk.json<Listed>('/tournaments/club/rounds/3/games')).games).toHaveLength(1)
})

test.each([
  ['\uFEFFsep=;\r\nboard;white;black\r\n1;A;B\r\n0x2;C;D\r\n', 4, 'the board "0x2" is none'],
  ['\n\n012 Open\n001    1      Abara\n001 x\n', 5, 'they hold a starting rank from 1'],
])(
  'a heading that is not the first line is found, and lines are counted as in the file: %j',
  (text, line, reason) => {
    const { faults } = planRound(text, WISH)
    expect(faults.find((fault) => fault.reason.includes(reason))?.line).toBe(line)
  },
)

test('signs that steer a terminal are no name', async () => {
  expect(said(await open(await openTestDesk(), 'white,black\nAbara,No\u001b[31mvak', WISH))[0]).toMatch(
    /^2: /,
  )
})
