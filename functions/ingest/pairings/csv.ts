/** Pairings from a table with a heading line: CSV with commas, semicolons or tabs, as spreadsheets save it. */
import { CsvError, parse } from 'csv-parse/sync'
import {
  type Pairing,
  type PairingFault,
  type PairingFaultCode,
  type PlayerCells,
  pairingFault,
  readPlayer,
  USUAL_TITLES,
} from '../../../domain/formats/pairings/index.ts'
import { isId, type Side } from '../../../events/index.ts'

export interface CsvPairings {
  readonly pairings: readonly Pairing[]
  readonly byes: readonly string[]
  /** The round that the rows name, '' where none does. */
  readonly round: string
  /** Columns that are not read. */
  readonly unread: readonly string[]
  /** What is unusual and was taken as it is written. */
  readonly notes: readonly PairingFault[]
  readonly faults: readonly PairingFault[]
}

/**
 * Headings by what they mean, as programs and people write them in English, German, Slovene, Slovak, Serbian and Polish. They
 * are compared in small Latin letters without accents, blanks and signs.
 */
const words = (meanings: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(meanings).flatMap(([meaning, list]) => list.split(' ').map((word) => [word, meaning])),
  )

const PLAIN = words({
  board:
    'board boardno boardnumber bo bd table tableno brett brettnr br tisch sahovnica deska miza sachovnica stol tabla sto szachownica szach stolik ' +
    // After a word for number.
    'brettes tisches sahovnice deske mize sachovnice dosky stola table szachownicy stolika',
  round: 'round roundno rd runde rd kolo runda',
  game: 'game gameid id partie partija partia',
})

const SIDES: readonly Side[] = ['white', 'black']

const SIDE_WORDS: readonly (readonly [side: Side, words: readonly string[]])[] = [
  ['white', 'white weiss weisser beli bela biely biela biele biali biale bialy'.split(' ')],
  ['black', 'black schwarz schwarzer crni crna cierny cierna cierne czarni czarne czarny'.split(' ')],
]

const FIELDS = words({
  name: 'name player spieler ime igralec igrac meno hrac imie nazwisko nazwiskoimie zawodnik',
  fideId: 'fideid fide id fidenr fideidnr',
  title: 'title titel naslov titul tytul tit',
  rating: 'rating elo rtg rat rejting ranking wertung elofide',
  federation:
    'federation fed foderation verband land zveza federacija federacia federacja drzava krajina kraj panstwo',
})

/** A column of these names no side either: it is the player's beside whom it stands. */
const OF_A_PLAYER: ReadonlySet<string> = new Set(FIELDS.values())

/** Columns of pairing lists that say nothing which the record takes from here. */
const IGNORED = new Set(
  'no nr snr startnr rank rang st pts pkt pk punkte punkty tocke body bodovi poeni points result res ergebnis erg rezultat izid vysledok wynik'.split(
    ' ',
  ),
)
const RESULTS = new Set('result res ergebnis erg rezultat izid vysledok wynik'.split(' '))

/** Serbian in Cyrillic, letter by letter as its Latin alphabet has it, without accents. */
const CYRILLIC: ReadonlyMap<string, string> = new Map(
  'а:a б:b в:v г:g д:d ђ:d е:e ж:z з:z и:i ј:j к:k л:l љ:lj м:m н:n њ:nj о:o п:p р:r с:s т:t ћ:c у:u ф:f х:h ц:c ч:c џ:dz ш:s'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

const keyOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[Ѐ-џ]/g, (letter) => CYRILLIC.get(letter) ?? letter)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]/g, '')

/** Words for number that stand before what is counted: `Nr. szachownicy`, `Št. mize`. */
const COUNTED = /^(?:number|cislo|numer|broj|stevilka|nr|no|st|br|c)(?=.)/

/** `White FIDE id`, `fide_id_white` → `white fideId`; `Elo` alone → `rating`; '' for a column of no interest, null for one that is not known. */
function meaningOf(heading: string): string | null {
  const key = keyOf(heading)
  if (key === '') return ''
  for (const [side, words] of SIDE_WORDS) {
    const word = words.find((each) => key.startsWith(each) || key.endsWith(each))
    if (word === undefined) continue
    const rest = key.startsWith(word) ? key.slice(word.length) : key.slice(0, -word.length)
    const field = rest === '' ? 'name' : FIELDS.get(rest)
    if (field !== undefined) return `${side} ${field}`
  }
  const plain = PLAIN.get(key) ?? FIELDS.get(key)
  if (plain !== undefined || IGNORED.has(key)) return plain ?? ''
  return PLAIN.get(key.replace(COUNTED, '')) === 'board' ? 'board' : null
}

/**
 * Columns that name no side belong to one by their place: in a pairing list White's stand before the result and Black's
 * behind it; where none stands between the names, those before Black's name are White's. A column without a heading beside a name holds its title.
 */
function meaningsOf(headings: readonly string[]): (string | null)[] {
  const plain = headings.map(meaningOf)
  const result = headings.findIndex((heading) => RESULTS.has(keyOf(heading)))
  const names = plain.flatMap((meaning, index) => (meaning === 'name' ? [index] : []))
  const isPair = names.length === 2 && !plain.includes('white name') && !plain.includes('black name')
  const white = isPair ? (names[0] ?? 0) : plain.indexOf('white name')
  const black = isPair ? (names[1] ?? 0) : plain.indexOf('black name')
  const isBetween = result > white && result < black
  const middle = isBetween ? result : black >= 0 ? black - 1 : headings.length
  const sideAt = (index: number): Side => (index <= middle ? 'white' : 'black')
  return plain.map((meaning, index) => {
    const side = sideAt(index)
    if (meaning === 'name') return isPair ? `${side} name` : null
    const bare = meaning !== null && OF_A_PLAYER.has(meaning)
    if (bare) return `${side} ${meaning}`
    const next = plain[index + 1]
    const beside = sideAt(index + 1)
    const isTitle = headings[index] === '' && (next === `${beside} name` || (next === 'name' && isPair))
    return isTitle ? `${beside} title` : meaning
  })
}

/** Words that stand where the opponent of a player with a bye would, compared as headings are. */
const BYES = new Set(
  'bye exempt unpaired spielfrei freilos kampflos prost prosta prosti prosto volno volny volna slobodan slobodna pauza pauzira pauzuje pociva brak wolny wolna'.split(
    ' ',
  ),
)
/** Words and figures that stand beside one of those, or say the same two together: `half point bye`, `má voľno`, `wolny los`, `BYE (1)`. */
const BESIDE_BYES = new Set(
  'half full zero point points requested round pkt pt pts punkt punkte punkta tocka tocke tocki bod body bodu los krog kolo runda runde zreb ma je w przeciwnika przeciwnik pary partii'.split(
    ' ',
  ),
)
/** In more than one word, none of which says it alone. */
const BYES_OF_WORDS = new Set(
  'notpaired nichtausgelost nopairing noopponent keingegner neigra ninasprotnika breznasprotnika bezsupera bezprotivnika nemaprotivnika nenalosovany nenalosovana'.split(
    ' ',
  ),
)

/** `-`, `0` and the points of a bye too; a cell that is empty is a name that was forgotten. */
function isBye(name: string): boolean {
  if (/^(?:[-–—−/]+|\+|0|½|0[.,]5|1\/2)$/.test(name) || BYES_OF_WORDS.has(keyOf(name))) return true
  const words = name.split(/[^\p{L}]+/u).flatMap((word) => (keyOf(word) === '' ? [] : [keyOf(word)]))
  return (
    words.some((word) => BYES.has(word)) && words.every((word) => BYES.has(word) || BESIDE_BYES.has(word))
  )
}

/** The sign that stands most often in a line of those where the heading may be: a semicolon where commas are in the names. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, MOST_HEADING)
    .split(/[\r\n]+/)
    .slice(0, MOST_TITLES)
  const count = (sign: string) => Math.max(...lines.map((line) => line.split(sign).length))
  return [';', '\t', ','].sort((a, b) => count(b) - count(a))[0] as string
}

/** Characters in which title lines and the heading stand. */
const MOST_HEADING = 10_000

/** Some spreadsheets name the sign in a line of its own, before the heading; the line stays, empty, and is counted. */
const SEPARATOR = /^\uFEFF?"?sep=[,;\t]"?(?=[\r\n])/i

interface Line {
  readonly record: string[]
  readonly info: { readonly lines: number }
}

const NOTHING = { pairings: [], byes: [], round: '', unread: [], notes: [] }

/** Reads every row, also after faulty ones, up to a quote that is never closed, which is a fault too. */
export function readCsv(whole: string): CsvPairings {
  const text = whole.replace(SEPARATOR, '')
  const lines: Line[] = []
  const open: PairingFault[] = []
  try {
    parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      // A nickname in quotes is part of a name.
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      on_record: (record: string[], info) => {
        lines.push({ record, info })
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    open.push(brokenAt(lineAfter(text, lines.at(-1)?.info.lines ?? 0), error))
  }
  const filled = lines.filter(({ record }) => record.some((cell) => cell !== ''))
  const at = headingAt(filled)
  const titles = filled.slice(0, at)
  const [heading, ...rows] = filled.slice(at)
  if (heading === undefined) {
    return { ...NOTHING, faults: open.length > 0 ? open : [pairingFault(0, 'empty')] }
  }
  if (heading.record.length > MOST_COLUMNS) {
    const slots = { count: heading.record.length, most: MOST_COLUMNS }
    return { ...NOTHING, faults: [pairingFault(heading.info.lines, 'many-columns', slots), ...open] }
  }
  const meanings = meaningsOf(heading.record)
  const faults = headingFaults(meanings, heading.info.lines)
  if (faults.length > 0) return { ...NOTHING, faults: [...faults, ...open] }
  const unread = heading.record.filter((name, index) => meanings[index] === null && name !== '')
  const read = readRows(rows, meanings)
  const passed = titles.map(({ record, info }) => passedOver(info.lines, record))
  return {
    ...read,
    round: read.round === '' ? roundIn(titles) : read.round,
    notes: [...passed, ...read.notes, ...resultsLeft(heading.record, rows)],
    unread,
    faults: open.length > 0 ? [...read.faults.filter(isOfLine), ...open] : read.faults,
  }
}

/** How many rows have a result, which is not entered from here. */
function resultsLeft(heading: readonly string[], rows: readonly Line[]): PairingFault[] {
  const column = heading.findIndex((name) => RESULTS.has(keyOf(name)))
  const count = rows.filter(({ record }) => /[\d½+]/.test(record[column] ?? '')).length
  return count === 0 ? [] : [pairingFault(0, 'results-left', { count })]
}

/** Lines above the table in which its heading is looked for: a tournament's name, the round, the day. */
const MOST_TITLES = 20
const MOST_COLUMNS = 200

/** The first line that names both players' columns; the first one where none does. */
function headingAt(lines: readonly Line[]): number {
  const at = lines.slice(0, MOST_TITLES).findIndex(({ record }) => {
    const meanings = record.length > MOST_COLUMNS ? [] : meaningsOf(record)
    return meanings.includes('white name') && meanings.includes('black name')
  })
  return Math.max(0, at)
}

const passedOver = (line: number, record: readonly string[]): PairingFault =>
  pairingFault(line, 'row-passed', {
    text: record
      .filter((cell) => cell !== '')
      .join(' ')
      .slice(0, 60),
  })

/** `Round 3`, `3. Runde`, `Kolo: 3` in a title. */
function roundIn(titles: readonly Line[]): string {
  for (const { record } of titles)
    for (const cell of record) {
      const title = cell.slice(0, 200)
      const named = /(?<!\p{L})(?:round|runde|kolo|runda|коло)\s{0,3}:?\s{0,3}(\d{1,3})\b/iu.exec(title)
      const counted = /\b(\d{1,3})\.?\s{0,3}(?:round|runde|kolo|runda|коло)(?!\p{L})/iu.exec(title)
      const round = named?.[1] ?? counted?.[1]
      if (round !== undefined) return round
    }
  return ''
}

/** That there is no pairing says nothing of a table that breaks off. */
const isOfLine = ({ line }: PairingFault): boolean => line > 0

/** By what the parser calls it; both end what can be read. */
const BROKEN: Readonly<Record<string, PairingFaultCode>> = {
  CSV_QUOTE_NOT_CLOSED: 'open-quote',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'after-quote',
}

function brokenAt(line: number, { code, message }: CsvError): PairingFault {
  const known = BROKEN[code]
  return known === undefined ? pairingFault(line, 'refused', { why: message }) : pairingFault(line, known)
}

/** The next line that is not empty, where the row begins that could not be read. */
function lineAfter(text: string, line: number): number {
  const lines = text.split(/\r\n|\n|\r/)
  let next = line
  while (next < lines.length - 1 && lines[next]?.trim() === '') next++
  return next + 1
}

function headingFaults(meanings: readonly (string | null)[], line: number): PairingFault[] {
  const faults = ['white name', 'black name'].flatMap((due) => {
    const [column = ''] = due.split(' ')
    return meanings.includes(due)
      ? []
      : [pairingFault(line, 'no-column', { column, example: 'board,white,black' })]
  })
  const twice = meanings.filter(
    (name, index) => name !== null && name !== '' && meanings.indexOf(name) !== index,
  )
  return [...faults, ...twice.map((name) => pairingFault(line, 'column-twice', { column: name ?? '' }))]
}

function readRows(rows: readonly Line[], meanings: readonly (string | null)[]): Omit<CsvPairings, 'unread'> {
  const [pairings, byes, notes, faults]: [Pairing[], string[], PairingFault[], PairingFault[]] = [
    [],
    [],
    [],
    [],
  ]
  const rounds = new Map<string, number>()
  const boards = meanings.indexOf('board')
  const numbered = boards >= 0 && rows.some(({ record }) => /^\d/.test(record[boards] ?? ''))
  let next = 1
  for (const { record, info } of rows) {
    const line = info.lines
    const cell = (name: string): string => record[meanings.indexOf(name)] ?? ''
    if (record.length > meanings.length)
      faults.push(pairingFault(line, 'many-cells', { count: record.length, columns: meanings.length }))
    if (cell('round') !== '') rounds.set(cell('round'), rounds.get(cell('round')) ?? line)
    const names = SIDES.map((side) => cell(`${side} name`))
    if (names.some(isBye)) {
      const present = SIDES.map((side) => writtenOf(side, cell).name)
      byes.push(...present.filter((name) => name !== '' && !isBye(name)))
      continue
    }
    // A group's title, a heading that is repeated on each page: it names no player.
    const isTitle = names.every((name) => name === '') && !/^\d+$/.test(cell('board'))
    const isHeading = SIDES.every((side, k) => meaningOf(names[k] ?? '') === `${side} name`)
    if (isTitle || isHeading) {
      notes.push(passedOver(line, record))
      continue
    }
    // `1e1` and `0x10` are numbers to a computer and no boards.
    const written = cell('board')
    const digits = /^(\d+)[.)]?$/.exec(written)?.[1]
    // A row without a board among others that have one may be the second line of the names above.
    const board = written === '' && !numbered ? next : digits === undefined ? Number.NaN : Number(digits)
    if (!Number.isInteger(board) || board < 1 || board > 100_000)
      faults.push(pairingFault(line, 'board', { board: cell('board') }))
    if (Number.isInteger(board)) next = board + 1
    const game = cell('game')
    if (game !== '' && !isId(game))
      faults.push(pairingFault(line, 'game-id', { game, signs: 'A–Z a–z 0–9 _ -' }))
    const players = SIDES.map((side) => readPlayer(writtenOf(side, cell), line, side))
    faults.push(...players.flatMap((player) => player.faults))
    notes.push(...players.flatMap((player) => player.notes))
    const [white, black] = players.map(({ player }) => player) as [Pairing['white'], Pairing['black']]
    pairings.push({ line, board, white, black, ...(game !== '' && { game }) })
  }
  const [round = '', ...others] = rounds.keys()
  for (const other of others)
    faults.push(pairingFault(rounds.get(other) ?? 0, 'other-round', { other, round }))
  if (pairings.length === 0 && faults.length === 0) faults.push(pairingFault(0, 'no-pairing'))
  return { pairings, byes, round, notes, faults }
}

const FIRST_WORD = /^(\p{Lu}{2,3})\.?\s+(?=\p{L})/u

/** One of FIDE's titles as it stands before a name, in capitals, with what parts it from the name; '' where none does. */
function titleBefore(name: string): string {
  const [before = '', title = ''] = FIRST_WORD.exec(name) ?? []
  return USUAL_TITLES.includes(title) ? before : ''
}

function writtenOf(side: Side, cell: (name: string) => string): PlayerCells {
  const name = cell(`${side} name`).replaceAll(/\s+/g, ' ')
  const title = cell(`${side} title`)
  const before = title === '' ? titleBefore(name) : ''
  return {
    ...fieldsOf(side, cell),
    name: name.slice(before.length),
    title: title === '' ? before.replace('.', '').trim() : title,
  }
}

const fieldsOf = (side: Side, cell: (name: string) => string): Omit<PlayerCells, 'name' | 'title'> => ({
  fideId: cell(`${side} fideId`),
  rating: cell(`${side} rating`),
  federation: cell(`${side} federation`),
})
