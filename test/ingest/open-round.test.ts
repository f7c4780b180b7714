import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pairingsOf } from '../../domain/formats/pairings/index.ts'
import { isEncoding } from '../../functions/ingest/decode.ts'
import { checkGame } from '../../functions/ingest/pairings/check-game.ts'
import { readPairingFile } from '../../functions/ingest/pairings/encoding.ts'
import { openPairedRound, planRound, type RoundRequest } from '../../functions/ingest/pairings/open-round.ts'
import { START } from '../kit/service.ts'
import { openTestClient, type TestClient } from './client.ts'

const sample = readFileSync(join(import.meta.dirname, 'samples/trf/harbour-city.trf26'), 'utf8')

interface Listed {
  games: { board: number; game: string; white: { name: string; rating?: number; fideId?: string } }[]
}

async function open(client: TestClient, text: string, wish: RoundRequest = {}) {
  const plan = planRound(text, wish)
  return plan.faults.length > 0
    ? { kind: 'faults' as const, faults: plan.faults }
    : openPairedRound(client, plan, { now: () => START, checkGame, ...wish })
}

const said = (done: Awaited<ReturnType<typeof open>>): string[] =>
  done.kind === 'faults' ? done.faults.map(({ line, reason }) => `${line}: ${reason}`) : [done.kind]

const CSV = `Board;White;White FIDE id;White Elo;White title;Black;Black Fed
1;Abara, Nkem;90000001;2311;FM;Novak, Jan;svk
2;Sorensen, Kaj;;;;Lindqvist, Tove;

;Petit, Lou;;;;bye;
4;Žižka, Ľubomír;;1800;;Sato, Emi;`

const WISH = { tournament: 'club', round: '3' }

/** What is noted of a file, as the command prints it. */
const noteLines = (notes: readonly { readonly line: number; readonly reason: string }[]): string[] =>
  notes.map(({ line, reason }) => (line > 0 ? `line ${line}: ${reason}` : reason))

test('what the record does not take is reported by line, whether it is asked before or by the service alone', async () => {
  const client = await openTestClient()
  const odd = { round: '3', play: 'bullet' as never }
  const reported = said(await open(client, sample, odd))
  expect(reported).toContainEqual(expect.stringMatching(/^[1-9]\d*: data\.play is "bullet"/))
  expect(said(await open(client, sample, { ...odd, checkGame: undefined }))).not.toContain('opened')
})

/** The sample with other signs from a column of the first player's line on. */
const withFirstPlayer = (column: number, signs: string): string =>
  sample.replace(
    /^001 .*$/m,
    (line) => line.slice(0, column - 1) + signs + line.slice(column - 1 + signs.length),
  )

test('a round that the report does not count opens nothing, and is reported', async () => {
  for (const round of ['Final', '0', '42'])
    expect(said(await open(await openTestClient(), sample, { round }))).toEqual([
      `0: nobody is paired in round ${round}`,
    ])
})

test('a birth on no day of the calendar is reported and not entered', async () => {
  for (const [written, read] of [
    ['2001/13/45', ''],
    ['2001/02/30', ''],
    ['2001/02/00', '2001'],
    ['2001/02/28', '2001-02-28'],
  ] as const) {
    const plan = planRound(withFirstPlayer(70, written), { round: '3' })
    expect(plan.trf?.rows[0]?.birth).toBe(read)
    expect(plan.notes.filter(({ code }) => code === 'birth')).toHaveLength(read === '' ? 1 : 0)
  }
})

test('a result that one line gives and the other leaves open is reported, whichever sign leaves it open', async () => {
  for (const open of [' ', 'X', '?']) {
    const { trf } = planRound(withFirstPlayer(99, open), { round: '3' })
    const { results, faults } = pairingsOf(trf!, 1)
    expect(results).toHaveLength(2)
    expect(faults.map(({ line, code }) => [line, code])).toEqual([[21, 'one-result']])
  }
})

test('a name that nobody can see is a fault of its line', () => {
  const table = 'white,black\n\u200b\u2800,Sato\nAb\u0007ara,Novak'
  expect(planRound(table, WISH).faults.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '2: white: the name has invisible characters',
    '3: white: the name has invisible characters',
  ])
})

test('a table with headings opens a round with names, ids, ratings and titles', async () => {
  const client = await openTestClient()
  const plan = planRound(CSV, WISH)
  expect(noteLines(plan.notes)).toEqual(['no game for 1 without an opponent: Petit, Lou'])
  expect(said(await open(client, CSV, { ...WISH, timeControl: '5400+30' }))).toEqual(['opened'])
  const { games } = await client.json<Listed>('/tournaments/club/rounds/3/games')
  expect(games).toMatchObject([
    {
      board: 1,
      game: 'club-3-1',
      white: { name: 'Abara, Nkem', rating: 2311, fideId: '90000001', title: 'FM' },
    },
    { board: 2, black: { name: 'Lindqvist, Tove' } },
    { board: 4, white: { name: 'Žižka, Ľubomír', rating: 1800 } },
  ])
  const { clocks } = await client.json<{ clocks: { white: number } }>('/games/club-3-4')
  expect(clocks.white).toBe(5_430_000)
})

test('the same file opened again opens nothing new', async () => {
  const client = await openTestClient()
  await open(client, CSV, WISH)
  expect(await open(client, CSV, WISH)).toMatchObject({ kind: 'opened', fresh: false })
  expect((await client.json<Listed>('/tournaments/club/rounds/3/games')).games).toHaveLength(3)
})

test('every mistake of a table is reported with its line, and nothing is opened', async () => {
  const client = await openTestClient()
  const text = `board,white,white elo,white fide id,black,black title
1,Abara,5000,x1,Novak,XM
1,Sato,,,Abara,
0,,,,Petit,
4,Haddad,,,Haddad,,too,many`
  expect(said(await open(client, text, WISH))).toEqual([
    '2: white: the FIDE id "x1" is not valid: it is a number such as 14600000',
    '2: white: the rating "5000" is not valid: it is a number up to 4000',
    '3: board 1 is given on line 2 too',
    '3: Abara is paired on line 2 too',
    '4: the board "0" is not valid: it is a number from 1',
    '4: white: the name is missing',
    '5: 8 cells, the heading has 6; a name with the separator in it has to be in quotes',
    '5: Haddad is paired twice here',
  ])
  expect((await client.request('GET', '/tournaments/club')).status).toBe(404)
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
  ['white,black,game\nA,B,é', ['2: the game id "é" is not valid: it is 1 to 64 of A–Z a–z 0–9 _ -']],
])('what is no pairing table is refused: %j', async (text, faults) => {
  expect(said(await open(await openTestClient(), text, WISH))).toEqual(faults)
})

test('a quote that nobody closes is reported beside the mistakes of the rows before it; one in a name is part of it', () => {
  const text =
    'board,white,black\r\n1.0,Abara,"Novak ""Rook"" Jan"\r\n2-Jan,Sato "Emi",Petit\r\n\r\n3,"Kim,Haddad\r\n4,A,B\r\n'
  expect(planRound(text, WISH).faults.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '2: the board "1.0" is not valid: it is a number from 1',
    '3: the board "2-Jan" is not valid: it is a number from 1',
    '5: a quote is opened here and never closed; nothing after it is read',
  ])
  expect(planRound('white,black\nAbara,Kim\n"Sato"Emi,Petit', WISH).faults).toMatchObject([
    {
      line: 3,
      code: 'after-quote',
      reason: expect.stringContaining('a quote within quotes is written twice'),
    },
  ])
  const named = planRound('white,black\nSato "Emi",Petit', WISH)
  expect(named).toMatchObject({ faults: [], pairings: [{ white: { name: 'Sato "Emi"' } }] })
})

test('letters of another encoding are not guessed: their lines are reported, and with its name they are read', async () => {
  const names = 'board;white;black\r\n1;Sato;Petit\r\n2;'
  // Łukasz Žižka in Windows-1250.
  const bytes = Buffer.concat([
    Buffer.from(names),
    Buffer.from('a3756b61737a208e699e6b613b4b696d0d0a', 'hex'),
  ])
  const reported = readPairingFile(bytes, undefined)
  expect(reported.faults.map(({ line }) => line)).toEqual([3])
  expect(reported.faults[0]?.reason).toContain('--encoding windows-1250')
  const read = readPairingFile(bytes, 'windows-1250')
  expect(read.faults).toEqual([])
  expect(planRound(read.text, WISH).pairings[1]?.white.name).toBe('Łukasz Žižka')
  const wide = readPairingFile(Buffer.from('\uFEFFwhite,black\nŽižka,Kim', 'utf16le'), undefined)
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
  const client = await openTestClient()
  expect(said(await open(client, sample, { round: '3' }))).toEqual(['opened'])
  expect(await client.json('/tournaments/harbour-city-open-2026')).toMatchObject({
    name: 'Harbour City Open 2026',
    site: 'Porto Novo',
    dates: { from: '2026-11-19', to: '2026-11-22' },
    defaults: { play: 'standard', timeControl: { periods: [{ time: 5_400_000, bonus: 30_000 }] } },
  })
})

test('a board that has another game keeps it, and no other board is opened', async () => {
  const client = await openTestClient()
  await open(client, 'board,white,black\n2,Sato,Petit', WISH)
  expect(said(await open(client, 'board,white,black\n1,Abara,Novak\n2,Sato,Haddad', WISH))).toEqual([
    '3: board 2 has the game club-3-2 already, Sato – Petit; correct that one (details-corrected), or give another board',
  ])
  expect((await client.json<Listed>('/tournaments/club/rounds/3/games')).games).toHaveLength(1)
})

test('a check reads file and record and opens nothing', async () => {
  const client = await openTestClient()
  expect(said(await open(client, CSV, { ...WISH, check: true }))).toEqual(['sound'])
  expect((await client.request('GET', '/tournaments/club')).status).toBe(404)
})

test('a token that may not open games is refused', async () => {
  const client = await openTestClient('reader')
  expect((await open(client, CSV, WISH)).kind).toBe('refused')
})

test('a player of whom one line gives the FIDE id and another does not is one player; namesakes are two', () => {
  const rows = 'white,white fide id,black\nAbara,900,Novak\nAbara,,Sato\nabara,901,Petit'
  expect(planRound(rows, WISH).faults).toEqual([
    {
      ...{ line: 3, reason: 'Abara is paired on line 2 too' },
      ...{ code: 'paired-twice', slots: { name: 'Abara', other: 2 } },
    },
    {
      ...{ line: 4, reason: 'abara is paired on line 3 too' },
      ...{ code: 'paired-twice', slots: { name: 'abara', other: 3 } },
    },
  ])
  expect(planRound('white,white fide id,black\nAbara,900,Novak\nAbara,901,Sato', WISH).faults).toEqual([])
})

test('players who sit at a board of the round already, and an id of a game elsewhere, are reported before anything is opened', async () => {
  const client = await openTestClient()
  await open(client, 'board,white,black,game\n1,Abara,Novak,final', { ...WISH, tournament: 'other' })
  await open(client, 'board,white,black\n1,Abara,Novak', WISH)
  expect(
    said(await open(client, 'board,white,black,game\n2,Sato,novak,\n3,Petit,Haddad,final', WISH)),
  ).toEqual([
    '2: novak plays at board 1 of this round already',
    "3: the game id final is another game's; give another one, or none",
  ])
  expect((await client.json<Listed>('/tournaments/club/rounds/3/games')).games).toHaveLength(1)
})

test.each([
  ['\uFEFFsep=;\r\nboard;white;black\r\n1;A;B\r\n0x2;C;D\r\n', 4, 'the board "0x2" is not valid'],
  ['\n\n012 Open\n001    1      Abara\n001 x\n', 5, 'they hold a starting rank from 1'],
])(
  'a heading that is not the first line is found, and lines are counted as in the file: %j',
  (text, line, reason) => {
    const { faults } = planRound(text, WISH)
    expect(faults.find((fault) => fault.reason.includes(reason))?.line).toBe(line)
  },
)

test('signs that steer a terminal are no name', async () => {
  expect(said(await open(await openTestClient(), 'white,black\nAbara,No\u001b[31mvak', WISH))[0]).toMatch(
    /^2: /,
  )
})

const caseFile = (name: string) => readFileSync(join(import.meta.dirname, 'samples/files', name), 'utf8')

const paired = async (client: TestClient, round: string) =>
  (await client.json<Listed>(`/tournaments/poletni-turnir/rounds/${round}/games`)).games.map(
    ({ board, white, black }: Listed['games'][number] & { black?: { name: string } }) =>
      `${board} ${white.name} – ${black?.name}`,
  )

test('titles.trf: the round opens, titles of one letter are FIDE’s, others stay as written and are reported', async () => {
  const client = await openTestClient()
  const plan = planRound(caseFile('titles.trf'), {})
  expect(plan).toMatchObject({ round: '1', leftOut: [], faults: [] })
  expect(plan.pairings.flatMap(({ white, black }) => [white.title, black.title])).toEqual([
    ...['GM', 'IM', 'FM', 'CM', 'WGM', 'WIM', 'WFM', 'WCM', 'gf', 'mf', 'ff', 'cf', 'GM', 'NM'],
  ])
  expect(plan.notes).toHaveLength(5)
  expect(noteLines(plan.notes)[4]).toMatch(
    /^line 17: player 14: the title "NM" is none of GM, .*; it is kept as written$/,
  )
  expect(said(await open(client, caseFile('titles.trf')))).toEqual(['opened'])
  expect(await paired(client, '1')).toHaveLength(7)
})

test('forfeit-without-colour.trf: the pair without colours goes in, and is reported', async () => {
  const client = await openTestClient()
  const plan = planRound(caseFile('forfeit-without-colour.trf'), {})
  expect([plan.faults, plan.leftOut]).toEqual([[], []])
  expect(plan.notes).toContainEqual(
    expect.objectContaining({
      line: 6,
      reason:
        'round 2: the forfeit of 3 against 4 has no colour; 3 stands as White, and the report that is written has no colour either',
    }),
  )
  expect(said(await open(client, caseFile('forfeit-without-colour.trf')))).toEqual(['opened'])
  expect(await paired(client, '2')).toEqual(['1 Bric, Eva – Aljaz, Oto', '2 Cigoj, Lan – Dolenc, Mia'])
})

/** The lines of players without their places, which the record counts anew. */
const cellsOf = (whole: string) =>
  whole
    .split(/\r?\n/)
    .filter((line) => line.startsWith('001'))
    .map((line) => `${line.slice(4, 8)}${line.slice(79, 84)} ${line.slice(91)}`.trimEnd())

test('a report comes back with a round of byes alone, a forfeit of no colour, and the pair whose results contradict each other', async () => {
  const client = await openTestClient()
  const text = report(
    playerLine(1, 'A', ['0000 - H', '   2 - +', '   3 w 1', '   4 b  ']),
    playerLine(2, 'B', ['0000 - F', '   1 - -', '   4 w 1', '   3 b  ']),
    playerLine(3, 'C', ['0000 - Z', '   4 w 1', '   1 b 0', '   2 w  ']),
    playerLine(4, 'D', ['0000 - U', '   3 b 1', '   2 b 0', '   1 w  ']),
    '240 H 006 0002',
  )
  const opened = await open(client, text, { tournament: 'club' })
  expect(opened).toMatchObject({
    kind: 'opened',
    notes: expect.arrayContaining([
      expect.objectContaining({ code: 'over-a-point' }),
      expect.objectContaining({ code: 'forfeit-colourless' }),
    ]),
  })
  const written = (await client.request('GET', '/tournaments/club.trf?version=16')).text
  expect(cellsOf(written)).toEqual([
    '   1  2.5 0000 - H     2 - +     3 w 1     4 b',
    '   2  2.0 0000 - F     1 - -     4 w 1     3 b',
    '   3  0.0 0000 - Z     4 w       1 b 0     2 w',
    '   4  1.0 0000 - U     3 b       2 b 0     1 w',
  ])
  const written26 = (await client.request('GET', '/tournaments/club.trf')).text
  expect(written26.split('\r\n').filter((line) => line.startsWith('240'))).toEqual([
    ...['240 H 001 0001', '240 H 006 0002', '240 F 001 0002', '240 Z 001 0003'],
  ])
  expect(cellsOf(written26)[2]).toBe('   3  0.0 0000 - Z     4 w ?     1 b 0     2 w ?')
  // What is written opens the same rounds again.
  const second = await openTestClient()
  await open(second, written, { tournament: 'club' })
  expect((await second.request('GET', '/tournaments/club.trf?version=16')).text).toBe(written)
})

test('points that the file gives to results are the tournament’s, and one that counts otherwise is reported', async () => {
  const client = await openTestClient()
  const text = report(
    '162  W 3.0    D 1.0    L 0.0    P 3.0',
    playerLine(1, 'A', ['   2 w 1', '   3 w  ']),
    playerLine(2, 'B', ['   1 b 0', '   4 b  ']),
    playerLine(3, 'C', ['   4 b =', '   1 b  ']),
    playerLine(4, 'D', ['   3 w =', '   2 w  ']),
  )
  const opened = await open(client, text, { tournament: 'club' })
  expect(opened).toMatchObject({ notes: [{ code: 'games-entered' }] })
  const written = (await client.request('GET', '/tournaments/club.trf')).text
  expect(written).toContain('162  W 3.0    D 1.0    L 0.0    P 3.0\r\n')
  expect(cellsOf(written).map((line) => line.slice(4, 9))).toEqual(['  3.0', '  0.0', '  1.0', '  1.0'])
  const other = await open(client, text.replace('W 3.0', 'W 2.0').replace('P 3.0', 'P 2.0'), {
    tournament: 'club',
  })
  expect(other).toMatchObject({ fresh: false, notes: [{ code: 'scoring-stays' }] })
  const unread = planRound(text.replace('P 3.0', 'P 1.5'), {})
  expect(unread.notes).toContainEqual(expect.objectContaining({ code: 'heading-unread', line: 2 }))
})

test('results that count and are not rated come back as such', async () => {
  const client = await openTestClient()
  const text = report(
    playerLine(1, 'A', ['   2 w W', '   3 w  ']),
    playerLine(2, 'B', ['   1 b L', '   4 b  ']),
    playerLine(3, 'C', ['   4 b D', '   1 b  ']),
    playerLine(4, 'D', ['   3 w =', '   2 w  ']),
  )
  await open(client, text, { tournament: 'club' })
  const written = (await client.request('GET', '/tournaments/club.trf?version=16')).text
  expect(cellsOf(written)).toEqual([
    '   1  1.0    2 w W     3 w',
    '   2  0.0    1 b L     4 b',
    '   3  0.5    4 b D     1 b',
    '   4  0.5    3 w D     2 w',
  ])
})

test('an id of eleven digits fills its columns, and comes back', async () => {
  const client = await openTestClient()
  const line = `${playerLine(1, 'A', ['   2 w  ']).slice(0, 57)}12345678901${playerLine(1, 'A', ['   2 w  ']).slice(68)}`
  const text = report(line, playerLine(2, 'B', ['   1 b  ']))
  expect(said(await open(client, text, { tournament: 'club' }))).toEqual(['opened'])
  const written = (await client.request('GET', '/tournaments/club.trf')).text
  expect(written).toMatch(/^001 {4}1 .{47} 12345678901 /m)
  expect((await client.request('GET', '/archive?fideId=12345678901')).status).toBe(200)
})

test('extension-line-first.trf is a report, and its earlier round goes in with its results', async () => {
  const client = await openTestClient()
  expect(await open(client, caseFile('extension-line-first.trf'))).toMatchObject({
    kind: 'opened',
    notes: [{ line: 0, reason: 'round 1: 2 games entered, 2 with their results' }],
  })
  expect(await paired(client, '2')).toEqual(['1 Bric, Eva – Aljaz, Oto', '2 Cigoj, Lan – Dolenc, Mia'])
  const again = await open(client, caseFile('extension-line-first.trf'))
  expect(again).toMatchObject({ kind: 'opened', fresh: false, notes: [] })
  const text = (await client.request('GET', '/tournaments/poletni-turnir.trf?version=16')).text
  const players = (whole: string) =>
    whole
      .split(/\r?\n/)
      .filter((line) => line.startsWith('001'))
      .map((line) => line.replace(/^(.{84}).{5}/, '$1     '))
  expect(players(text)).toEqual(players(caseFile('extension-line-first.trf')))
})

test('results of an earlier round that did not get in go in when the file is opened again', async () => {
  const client = await openTestClient()
  let isRefusing = true
  const half: TestClient = {
    ...client,
    async request(method, path, asked) {
      const isResult = method === 'POST' && path.endsWith('/events')
      if (isRefusing && isResult) return { status: 503, headers: {}, text: '{"detail":"away"}' }
      return client.request(method, path, asked)
    },
  }
  const file = caseFile('extension-line-first.trf')
  const first = (await open(half, file)) as { notes: readonly { reason: string }[] }
  expect(first.notes.at(-1)?.reason).toBe('round 1: 2 games entered, 0 with their results')
  isRefusing = false
  expect(await open(half, file)).toMatchObject({
    fresh: false,
    notes: [{ line: 0, reason: 'round 1: 2 results entered that the record did not have' }],
  })
  expect(await open(half, file)).toMatchObject({ fresh: false, notes: [] })
})

test('a report gives its players’ lines back: ranks, births, ids, byes, arbiters and results of earlier rounds', async () => {
  const client = await openTestClient()
  // Round 4 is still to be played.
  const file = sample.replaceAll(/^(001.{118}.{7})./gm, (line, start) =>
    /0000/.test(line.slice(121)) ? line : `${start} `,
  )
  expect(said(await open(client, file))).toEqual(['opened'])
  const text = (await client.request('GET', '/tournaments/harbour-city-open-2026.trf?version=26')).text
  const lines = (whole: string, tag: string) => whole.split(/\r?\n/).filter((line) => line.startsWith(tag))
  for (const tag of [
    '012',
    '022',
    '032',
    '042',
    '052',
    '092',
    '102',
    '112',
    '122',
    '142',
    '222',
    '132',
    '240',
  ])
    expect(lines(text, tag).map((line) => line.trimEnd())).toEqual(
      lines(file, tag).map((line) => line.trimEnd()),
    )
  // Up to the points, then rounds 1 to 3; that a game was not played out (W, L) is not said by a result alone.
  const reported = (line: string) => [
    line.slice(0, 80),
    line.slice(91, 121).replace('W', '1').replace('L', '0'),
  ]
  expect(lines(text, '001').map(reported)).toEqual(lines(file, '001').map(reported))
})

test('a fault in a line of a report costs that line', async () => {
  const client = await openTestClient()
  const text = `${caseFile('extension-line-first.trf').replace('3 w 1     2 b', '3 w 1     9 b')}001   xx m    Nobody, At All\n`
  const plan = planRound(text, {})
  expect(plan.leftOut.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '5: round 2: the opponent 9 is no player of this file',
    '6: round 2: plays 1, but line 5 has 1 against 9',
    '9: columns 5–8 hold "xx"; they hold a starting rank from 1; the line is left out',
  ])
  expect(said(await open(client, text))).toEqual(['opened'])
  expect(await paired(client, '2')).toEqual(['1 Cigoj, Lan – Dolenc, Mia'])
})

const seats = (text: string) =>
  planRound(text, WISH).pairings.map(
    ({ board, white, black }) =>
      `${board} ${white.title ?? ''} ${white.name} ${white.rating ?? ''} – ${black.title ?? ''} ${black.name} ${black.rating ?? ''}`,
  )

test('Swiss-Manager’s list is read: title lines, columns without a heading, two columns of one name, byes', () => {
  const text = `Harbour City Open;;;;;;;;;;;
Round 3 on 2026/11/21 at 10:00;;;;;;;;;;;

Bo.;No.;;White;Rtg;Pts.;Result;Pts.;;Black;Rtg;No.
1;4;FM;Abara, Nkem;2311;2;-;1½;;Novak, Jan;2105;7
;;;;;;;;;;;
2;2;;Sato, Emi;2190;1; - ;1;WIM;Lindqvist, Tove;2287;1
Group B;;;;;;;;;;;
Bo.;No.;;White;Rtg;Pts.;Result;Pts.;;Black;Rtg;No.
3;5;;Petit, Lou;1900;0;;;;bye;;
`
  const plan = planRound(text, { tournament: 'club' })
  expect(plan).toMatchObject({ round: '3', faults: [] })
  expect(seats(text)).toEqual([
    '1 FM Abara, Nkem 2311 –  Novak, Jan 2105',
    '2  Sato, Emi 2190 – WIM Lindqvist, Tove 2287',
  ])
  expect(noteLines(plan.notes)).toEqual([
    'line 1: "Harbour City Open" is no pairing; passed over',
    'line 2: "Round 3 on 2026/11/21 at 10:00" is no pairing; passed over',
    'line 8: "Group B" is no pairing; passed over',
    expect.stringMatching(/^line 9: "Bo\. No\. White .*" is no pairing; passed over$/),
    'no game for 1 without an opponent: Petit, Lou',
  ])
})

test.each([
  ['de', 'Brett;Weiß;Elo;Schwarz;Elo', 'Tisch;Spieler;Ergebnis;Spieler'],
  ['sl', 'Šahovnica;Beli;Rating;Črni;Rating', 'Miza;Ime;Izid;Ime'],
  ['sk', 'Šachovnica;Biely;Elo;Čierny;Elo', 'Stôl;Meno;Výsledok;Meno'],
  ['sr', 'Tabla;Beli;Rejting;Crni;Rejting', 'Sto;Igrač;Rezultat;Igrač'],
  ['sr-Cyrl', 'Табла;Бели;Рејтинг;Црни;Рејтинг', 'Сто;Играч;Резултат;Играч'],
  ['pl', 'Szachownica;Białe;Ranking;Czarne;Ranking', 'Stolik;Nazwisko;Wynik;Nazwisko'],
  ['en', 'Table;White;Rtg;Black;Rtg', 'Bo.;Player;Res;Player'],
])('headings of %s name the columns', (_, one, other) => {
  expect(seats(`${one}\n4;Abara;2000;Novak;1900`)).toEqual(['4  Abara 2000 –  Novak 1900'])
  expect(seats(`${other}\n4;Abara;;Novak`)).toEqual(['4  Abara  –  Novak '])
})

test.each([
  '-',
  '–',
  '−',
  '0',
  'bye',
  'BYE',
  'brak',
  'wolny los',
  'prost',
  'voľno',
  'prosto',
  'spielfrei',
  'Pauza',
  'slobodan',
  'слободан',
  'Пауза',
  'half point bye',
  '1/2 bye',
  'BYE (1)',
  '*bye*',
  'Bye, half point',
  'requested bye',
  '½',
  '0,5',
  '+',
  'no opponent',
  'kampflos',
  'prost krog',
  'ni nasprotnika',
  'má voľno',
  'voľný žreb',
  'nenalosovaný',
  'паузира',
  'brak pary',
  'pauzuje',
])('a player whose opponent is "%s" has no game', (word) => {
  const plan = planRound(`board;white;black\n1;Abara;Novak\n2;Petit;${word}\n3;${word};Sato`, WISH)
  expect(plan).toMatchObject({ faults: [], pairings: [{ board: 1 }] })
  expect(noteLines(plan.notes)).toEqual(['no game for 2 without an opponent: Petit; Sato'])
})

test('a player who has the name of a word for a bye has an opponent', () => {
  const names = '1;"Bye, Robert";"Prost, Jan"\n2;Brak Anna;Freilos Max'
  expect(planRound(`board;white;black\n${names}`, WISH)).toMatchObject({
    faults: [],
    pairings: [{ white: { name: 'Bye, Robert' } }, { white: { name: 'Brak Anna' } }],
  })
})

test.each([
  'Št. mize;Beli;Črni',
  'Číslo šachovnice;Biely;Čierny',
  'Бр. табле;Бели;Црни',
  'Broj table;Beli;Crni',
  'Nr szachownicy;Białe;Czarne',
  'Bd.;White;Black',
  'Brett-Nr.;Weiß;Schwarz',
])('the column of the boards is known by a word for number too: %s', (heading) => {
  expect(seats(`${heading}\n4.;Abara;Novak\n7);Petit;Sato`)).toEqual([
    '4  Abara  –  Novak ',
    '7  Petit  –  Sato ',
  ])
})

test('a result at the end of the line leaves the ratings with the players beside whom they stand', () => {
  expect(seats('Tisch;Weiß;Elo;-;Schwarz;Elo;Ergebnis\n1;Abara;2000;-;Novak;1900;')).toEqual([
    '1  Abara 2000 –  Novak 1900',
  ])
})

test('a title of FIDE before a name is a title, and a name in two lines of a cell is one name', () => {
  expect(
    seats('board,white,black\n1,GM Abara Nkem,"Novak,\nJan"\n2,WFM Sato Emi,Im Jan\n3,AGM Petit,ACM. Horvat'),
  ).toEqual(['1 GM Abara Nkem  –  Novak, Jan ', '2 WFM Sato Emi  –  Im Jan ', '3 AGM Petit  – ACM Horvat '])
})

test('names that go on in a row of their own, and figures in the place of a name, are reported and open nothing', () => {
  const notes = (text: string) => planRound(text, WISH).faults.map(({ line, reason }) => `${line}: ${reason}`)
  expect(notes('board;white;black\n1;Abara;Novak\n;Nkem;Jan\n2;Petit;Sato\n')).toEqual([
    '3: the board "" is not valid: it is a number from 1',
  ])
  expect(notes('board;white;black\n1;17;Novak\n')).toEqual(['2: white: "17" is no name: it has no letter'])
})

/** A line of a player with everything at its columns. */
const playerLine = (
  rank: number,
  name: string,
  cells: readonly string[],
  { sex = 'm', title = '', rating = '', federation = 'SLO', id = '', birth = '' } = {},
): string =>
  `001 ${String(rank).padStart(4)} ${sex}${title.padStart(3)} ${name.padEnd(33)} ${rating.padStart(4)} ${federation.padEnd(3)} ${id.padEnd(11)} ${birth.padEnd(10)}  0.0 ${String(rank).padStart(4)}${cells.map((cell) => `  ${cell.padEnd(8)}`).join('')}`

const HEAD = '012 Poletni turnir\n'
const report = (...lines: readonly string[]) => `${HEAD}${lines.join('\n')}\n`
/** What is wrong; where no game is left the round is not opened. */
const leftOut = (text: string) => {
  const { leftOut, faults } = planRound(text, {})
  return [...leftOut, ...faults].map(({ line, reason }) => `${line}: ${reason}`)
}

test('ids are read wherever they stand in columns 58 to 68, and what is none is reported', () => {
  const ids = ['14600000', '   14600000', '0', '', '-', '123456789 1', 'SLO123']
  const text = report(
    ...ids.map((id, k) =>
      playerLine(k + 1, `P${k + 1}`, k < 2 ? [`${String(2 - k).padStart(4)} ${'wb'[k]}  `] : [], {
        id: k === 1 ? '   14600001' : id,
      }),
    ),
  )
  const { pairings, leftOut } = planRound(text, {})
  expect(pairings.map(({ white, black }) => [white.fideId, black.fideId])).toEqual([['14600000', '14600001']])
  expect(leftOut.map(({ reason }) => reason)).toEqual([
    'player 6: the FIDE id "123456789 1" is not valid: it is a number such as 14600000',
    'player 7: the FIDE id "SLO123" is not valid: it is a number such as 14600000',
  ])
})

test.each([
  [
    'another opponent in each line',
    ['   2 w  ', '   3 b  ', '   1 w  ', ''],
    [
      '2: round 1: plays 2, but line 3 has 2 against 3',
      '3: round 1: plays 3, but line 4 has 3 against 1',
      '4: round 1: plays 1, but line 2 has 1 against 2',
    ],
  ],
  ['the same colour', ['   2 w  ', '   1 w  ', '', ''], ['2: round 1: both have white: see line 3']],
  [
    'no colour',
    ['   2    ', '   1 b  ', '', ''],
    ['2: round 1: the colour against 2 is missing; it is w or b'],
  ],
  [
    'two points',
    ['   2 w 1', '   1 b 1', '   4 w  ', '   3 b  '],
    ['2: round 1: 1 against 2, and line 3 has 1: more than one point in a game; it goes in without a result'],
  ],
  [
    'a result in one line alone',
    ['   2 w 1', '   1 b  ', '', ''],
    ['2: round 1: 1 against 2, and line 3 has no result; the game goes in without one'],
  ],
])('cells that contradict each other are told: %s', (_, cells, reported) => {
  expect(
    leftOut(report(...cells.map((cell, k) => playerLine(k + 1, `P${k + 1}`, cell === '' ? [] : [cell])))),
  ).toEqual(reported)
})

test('national titles stay as they are written, and what else a report has and the record has not is reported', () => {
  const titles = ['nm', ' wk', 'MK', '  h', 'III']
  const text = report(
    '032 Slovenia',
    '042 19.11.2026',
    '052 2026-11-22',
    'XXR five',
    `132${' '.repeat(88)}26/11/19  19.11.    `,
    '### a remark',
    '013 Team A',
    '240 X 001 0001',
    '250 1.0 001 002 0001 0002',
    ...titles.map((title, k) =>
      playerLine(k + 1, `P${k + 1}`, k < 2 ? [`${String(2 - k).padStart(4)} ${'wb'[k]}  `] : [], {
        title,
        sex: ['m', 'f', 'W', 'x', ' '][k]!,
        birth: ['1994/02/11', '1994', '11.02.1994', '1994/2/1', ''][k]!,
      }),
    ),
    '013 Team B',
  )
  const { trf, notes, leftOut } = planRound(text, {})
  expect(leftOut).toEqual([])
  expect(trf!.rows.map(({ player, sex, birth }) => [player.title, sex, birth])).toEqual([
    ['nm', 'm', '1994-02-11'],
    ['wk', 'w', '1994'],
    ['MK', 'w', ''],
    ['h', null, ''],
    ['III', null, ''],
  ])
  expect(trf!.tournament).toMatchObject({ from: '', to: '2026-11-22', federation: 'Slovenia', rounds: null })
  const reported = noteLines(notes).filter((note) => !note.includes('the title'))
  expect(notes).toHaveLength(reported.length + titles.length)
  expect(reported).toEqual([
    'line 2: 032 "Slovenia" is not read; write it like SVK',
    'line 3: 042 "19.11.2026" is not read; write it like 2026/11/19',
    'line 5: XXR "five" is not read; write it like 9',
    'line 6: 132 "26/11/19  19.11." is not read; write it like 26/11/19',
    'line 9: "240 X 001 0001" names no byes; write them like 240 H 004 0002 0007',
    'line 13: player 3: the birth "11.02.1994" is not read; it is a day such as 1994/02/11, or a year',
    'line 14: player 4: the sex "x" is not read; it is m or w',
    'line 14: player 4: the birth "1994/2/1" is not read; it is a day such as 1994/02/11, or a year',
    'lines that the record has no place for are passed over: 013 (2), 250',
    'no game for 3 without an opponent: P3; P4; P5',
  ])
})

test('a player who cannot be told from another, or has no name that can be seen, costs their line and no other', async () => {
  const text = report(
    playerLine(1, 'Novak, Jan', ['   2 w  ']),
    playerLine(2, 'Bric, Eva', ['   1 b  '], { id: '900' }),
    playerLine(3, 'NOVAK, jan', ['   4 w  ']),
    playerLine(4, 'Dolenc, Mia', ['   3 b  ']),
    playerLine(5, 'E\u0007mil', ['   6 w  ']),
    playerLine(6, 'Fon, Iva', ['   5 b  '], { id: '901' }),
    playerLine(7, 'Gos, Jon', ['   8 w  '], { id: '901' }),
    playerLine(8, 'Fon, Iva', ['   7 b  '], { id: '902' }),
  )
  expect(leftOut(text)).toEqual([
    expect.stringMatching(/^4: player 3 cannot be told from the one of line 2 by name or FIDE id/),
    '5: round 1: the opponent 3 is no player of this file',
    '6: player 5: the name has invisible characters',
    '6: round 1: no game is opened for a player without a name',
    expect.stringMatching(/^8: player 7 cannot be told from the one of line 7 /),
    '9: round 1: the opponent 7 is no player of this file',
  ])
  const client = await openTestClient()
  expect(said(await open(client, text))).toEqual(['opened'])
  expect(await paired(client, '1')).toEqual(['1 Novak, Jan – Bric, Eva'])
})

test('results that a table has are reported as not entered; a dash in their place is none', () => {
  const table = 'board;white;result;black\n1;A;1:0;B\n2;C;½ - ½;D\n3;E; - ;F\n4;G;;H\n5;I;+:-;J\n'
  expect(noteLines(planRound(table, WISH).notes)).toEqual([
    '3 of the pairs have a result in the file; it is not entered',
  ])
})
