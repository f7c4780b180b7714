/** Which board is which game: a table of serial numbers, as the person who lays the boards out writes it. */
import { CsvError, parse } from 'csv-parse/sync'
import type { PairingFault } from '../../../domain/formats/pairings/index.ts'
import { isId } from '../../../events/index.ts'
import type { ClockOrientation } from './lever.ts'

export interface MappedBoard {
  readonly line: number
  readonly serial: string
  /** The game's id, or the number of the board in the round. */
  readonly game?: string
  readonly board?: number
  readonly clock: ClockOrientation
}

export interface BoardMap {
  readonly boards: readonly MappedBoard[]
  readonly faults: readonly PairingFault[]
}

const COLUMNS = ['serial', 'game', 'board', 'clock']

/** Columns `serial`, `game` or `board`, and `clock` (`straight`, `turned`; by default straight). */
export function readBoardMap(text: string): BoardMap {
  const faults: PairingFault[] = []
  let rows: { record: Record<string, string>; info: { lines: number } }[]
  try {
    const columns = (names: string[]) => names.map((name) => name.trim().toLowerCase())
    const read = {
      bom: true,
      columns,
      info: true,
      skip_empty_lines: true,
      trim: true,
      delimiter: [',', ';', '\t'],
    }
    rows = parse(text, read) as unknown as typeof rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return {
      boards: [],
      faults: [{ line: (error as unknown as { lines?: number }).lines ?? 0, reason: error.message }],
    }
  }
  const unknown = Object.keys(rows[0]?.record ?? {}).filter((name) => !COLUMNS.includes(name))
  for (const name of unknown)
    faults.push({ line: 1, reason: `the column "${name}" is none of ${COLUMNS.join(', ')}` })
  if (rows.length === 0)
    faults.push({ line: 0, reason: 'no board is in it; its lines are such as: serial,board / 50123,1' })
  const seen = new Map<string, number>()
  const boards = rows.map(({ record, info }): MappedBoard => {
    const line = info.lines
    const { serial = '', game = '', board = '', clock = '' } = record
    const wrong = (reason: string) => faults.push({ line, reason })
    if (!/^[A-Za-z0-9]{1,32}$/.test(serial))
      wrong(`the serial number "${serial}" is none; it stands on the board and in LiveChess, such as 50123`)
    for (const key of [`serial ${serial}`, game && `game ${game}`, board && `board ${board}`]) {
      if (key === '') continue
      if (seen.has(key)) wrong(`${key} is on line ${seen.get(key)} too`)
      seen.set(key, line)
    }
    if ((game === '') === (board === '')) wrong('a game or a board of the round is due, one of them')
    if (game !== '' && !isId(game)) wrong(`"${game}" is no game's id`)
    if (board !== '' && !/^[1-9]\d{0,4}$/.test(board))
      wrong(`the board "${board}" is not valid: it is a number from 1`)
    if (!['', 'straight', 'turned'].includes(clock))
      wrong(
        `the clock stands "${clock}"; it is straight, or turned where LiveChess has White and Black the other way round`,
      )
    return {
      line,
      serial,
      ...(game !== '' && { game }),
      ...(board !== '' && { board: Number(board) }),
      clock: clock === 'turned' ? 'turned' : 'straight',
    }
  })
  return { boards, faults }
}
