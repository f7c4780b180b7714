/**
 * Whatever a foreign text is made of, reading four times as much takes about four times as long: every parser, over texts that
 * repeat each of the pieces which mean something to it, behind each of the others, and over made-up rows of them.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseCase } from '../../domain/cases/case.ts'
import { initialPosition, parseFen, parseUci } from '../../domain/chess/index.ts'
import { readTimeControlProse } from '../../domain/clock/time-control-prose.ts'
import { readTrf } from '../../domain/formats/pairings/read-trf.ts'
import { parseAnnouncement, parseSan, readMoveText } from '../../domain/notation/index.ts'
import { reconcile } from '../../domain/paper/index.ts'
import { parseTimeControl, readClock, readPgn } from '../../domain/pgn/index.ts'
import { parseReport, parseStoredEvent } from '../../events/index.ts'
import { authenticator } from '../../functions/auth/authenticate.ts'
import { parseScope } from '../../functions/auth/scope.ts'
import { parseChangesId } from '../../functions/feeds/changes.ts'
import { readAddress } from '../../functions/ingest/lcc/source.ts'
import { readBoardMap } from '../../functions/ingest/livechess/board-map.ts'
import { readLiveChessMessage } from '../../functions/ingest/livechess/messages.ts'
import { readCsv } from '../../functions/ingest/pairings/csv.ts'
import { readBoardFrame } from '../../functions/ingest/positions/frame.ts'
import { BOARD_KINDS, BOARD_PROTOCOLS } from '../../functions/ingest/positions/kinds.ts'
import { openZip } from '../../functions/integrity/bundle/zip.ts'
import { parseCheckpoint } from '../../functions/integrity/transparency/checkpoint.ts'
import { parseNote, parseNoteKey } from '../../functions/integrity/transparency/signed-note.ts'
import { parseWitnessRequest } from '../../functions/integrity/transparency/witness.ts'
import { parseTargets } from '../../functions/outbound/targets.ts'
import { temporaryFolder } from '../kit/command.ts'
import { numbers } from '../kit/games.ts'
import { growthFault } from '../kit/linear.ts'
import { testKeyring, testPorts } from '../kit/service.ts'
import { trials } from '../kit/trials.ts'

const position = initialPosition()
const authenticate = authenticator(testPorts(), await testKeyring())
const BLANKS = [' ', '\t', '\n', '\r\n', '\u00a0', '']
const MOVES = ['e4', 'Nf3', 'O-O', '0-0-0', 'x', '=Q', '+', '#', '!?', 'e.p.', 'a1', 'Кf6', '—']

type Parser = readonly [read: (text: string) => unknown, pieces: readonly string[], length?: number]

const PARSERS: Readonly<Record<string, Parser>> = {
  PGN: [
    readPgn,
    ['[Event "x"]\n', '1.', 'e4', '{', '}', '(', ')', '$1', ';', '*', '1-0', '%clk 1:00', '"', '[', '\\'],
  ],
  FEN: [parseFen, ['8/', 'pppppppp', 'w', 'KQkq', '-', '0', '1', 'HAha', '/']],
  'FEN of a cloud': [(text) => BOARD_PROTOCOLS.tornelo.readPosition(text), ['8/', 'p', 'w', '-', '1', '/']],
  UCI: [(text) => parseUci(position, text), ['e2e4', 'q', 'a1', '0000', '@']],
  SAN: [(text) => parseSan(position, text), MOVES],
  'move texts of any language': [(text) => readMoveText(position, text), MOVES],
  announcements: [
    (text) => parseAnnouncement(position, text),
    ['Gustav ', 'eins', 'null', 'Rochade', '-', '’'],
  ],
  TRF: [readTrf, ['001    1 m    A', '012 x\n', '132', ' 0001 w 1', '###', '240 H', '9', '0000 - H']],
  CSV: [readCsv, ['board,white,black\n', ',', ';', '"', '""', 'A', '1', 'bye', 'Round 1\n'], 1_000],
  'tables of boards': [readBoardMap, ['serial,board\n', ',', '"', '7', 'straight', ';'], 1_500],
  LiveChess: [
    readLiveChessMessage,
    ['{"response":"feed","id":1,"time":1,"param":', '{', '}', '[', ']', '"', '\\', '1', 'null', ','],
  ],
  'lines of bridges': [readBoardFrame, ['SERIAL: ', '{"message":"', '}', '"', '=', '#', 'a', '0']],
  ...Object.fromEntries(
    BOARD_KINDS.map((kind): [string, Parser] => [
      `messages of ${kind}`,
      [
        (text) => BOARD_PROTOCOLS[kind].readPosition(text),
        ['0x', '01', ' ', ':', ',', '-', 'f', 's', 'x', 'G'],
      ],
    ]),
  ),
  'time controls': [parseTimeControl, ['40/7200', ':', '+30', 'd', 'W', '-B', '3600', '*', '?']],
  'time controls in words': [
    readTimeControlProse,
    ['90 min', '30 sec', '+', '/', '40 moves', "'", '"', 'h', '1h30', 'per move', ' then '],
    1_500,
  ],
  'clock times': [(text) => readClock(text), ['1', ':', '.', '0']],
  tokens: [(text) => authenticate(text), ['Bearer ', 'eyJhbGciOiJIUzI1NiJ9', '.', 'a.', '-', '_', '=']],
  scopes: [(text) => parseScope(text), ['game:', 'round:', '/', 'a', '*', 'white', '%']],
  'ids of increments': [parseChangesId, ['r', '1', '.', '-', ':', '~', 'g']],
  'NDJSON of reports': [
    (text) => parseReport(jsonOf(text), { receivedAt: 0 }),
    ['{"id":"', '"type":"move-made"', '{', '}', '"', ',', ':', '[', '1'],
  ],
  'NDJSON of the record': [
    (text) =>
      parseStoredEvent({ id: text, type: 'move-made', at: text, by: 'white', data: { from: text } }, 1),
    ['2026-03-14T14:00:00', 'Z', '+00:00', '.', 'e2', '0'],
  ],
  'case files': [parseCase, ['{"id":"x"', ',', '}', '[', '"events":']],
  'addresses of a cloud': [
    readAddress,
    ['https://view.livechesscloud.com/#', '00000000-0000-4000-8000-000000000000', '/', '1', 'a-', '#'],
  ],
  'signed notes': [parseNote, ['a\n', '\n', '— x+', 'AAAA', '=', '+', '1\n']],
  checkpoints: [parseCheckpoint, ['a\n', '1\n', 'AAAA=\n', '\n', '— x ']],
  'keys of notes': [parseNoteKey, ['a', '+', '01234567', 'AAAA', '=']],
  'requests to a witness': [parseWitnessRequest, ['old 1\n', 'AAAA=\n', '\n', '— x ']],
  'where webhooks may go': [parseTargets, ['*.', 'a', '.', '10.0.0.0/8', ',', '::', '/']],
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return { id: text, type: text, at: text, by: text, data: { text } }
  }
}

const LENGTH = 5_000
/** Below this nobody notices, ms of processor time. */
const QUICK_MS = 40
/** Four times the text may take so many times the time; a square takes sixteen. */
const MOST = 11

function processorMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Measures once what `growthFault` measures many times, and asks that only where the first look is bad. */
function faultOf(
  inputOf: (size: number) => string,
  length: number,
  read: (text: string) => unknown,
): string | null {
  const four = processorMs(() => read(inputOf(4 * length)))
  if (four < QUICK_MS) return null
  const one = processorMs(() => read(inputOf(length)))
  return four < MOST * one ? null : growthFault(inputOf, length, read)
}

const repeated = (start: string, piece: string, end: string) => (size: number) =>
  `${start}${piece.repeat(Math.ceil(size / piece.length))}${end}`

test.each(Object.entries(PARSERS))(
  '%s are read in time that grows with their length',
  (name, [read, pieces, length = LENGTH]) => {
    const pick = numbers(name.length)
    const all = [...pieces, ...BLANKS]
    const of = () => all[pick(all.length)]!
    const texts: [string, string, string][] = all
      .filter((piece) => piece !== '')
      .map((piece) => ['', piece, ''])
    for (let n = 0; n < trials(20, 3_000); n++)
      texts.push([of() + of(), of() + of() + of() || 'x', of() + of()])
    for (const [start, piece, end] of texts)
      expect(
        faultOf(repeated(start, piece, end), length, read),
        JSON.stringify([start, piece, end]),
      ).toBeNull()
  },
  600_000,
)

test.each(['e4', '—'])('scoresheets full of %s are read in time that grows with them', (text) => {
  const papers = (entries: number) => ({
    start: position,
    white: Array.from({ length: entries }, (_, k) => ({ ply: 2 * k + 1, text })),
    black: Array.from({ length: entries }, (_, k) => ({ ply: 2 * k + 2, text })),
  })
  const four = processorMs(() => reconcile(papers(16)))
  const one = processorMs(() => reconcile(papers(4)))
  if (four > MOST * Math.max(one, QUICK_MS)) expect(growthFault(papers, 4, reconcile)).toBeNull()
})

const folder = temporaryFolder()
afterAll(() => folder.remove())

/** A directory alone, of so many entries that all name the same bytes, or none. */
function zipOf(entries: number, name: (n: number) => string): Buffer {
  const parts: Buffer[] = []
  let bytes = 0
  for (let n = 0; n < entries; n++) {
    const written = Buffer.from(name(n))
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 4)
    entry.writeUInt16LE(20, 6)
    entry.writeUInt16LE(written.length, 28)
    parts.push(entry, written)
    bytes += entry.length + written.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(bytes, 12)
  return Buffer.concat([...parts, end])
}

async function zipTime(bytes: Buffer): Promise<number> {
  const file = join(folder.path, 'x.zip')
  writeFileSync(file, bytes)
  const before = process.cpuUsage()
  const opened = await openZip(file)
  expect(opened.ok).toBe(true)
  if (opened.ok) opened.value.close()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

test.each<[string, (n: number) => string]>([
  ['files of different names', (n) => `games/${n}.ndjson`],
  ['names that are paths', (n) => `${'a/'.repeat(90)}${n}`],
])('a ZIP file full of %s is opened in time that grows with its length', async (_, name) => {
  const [one, four] = [await zipTime(zipOf(250, name)), await zipTime(zipOf(1_000, name))]
  expect(four, `${one} ms, ${four} ms`).toBeLessThan(11 * Math.max(one, 60))
})
