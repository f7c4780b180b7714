/** Turns what LiveChess shows of a board and its clock into reports about one game: what changed since the last report. */

import { parseFen } from '../../../domain/chess/index.ts'
import type { ReportOf, Side } from '../../../events/index.ts'
import { openOrientation } from '../boards/orientation.ts'
import { openSensorBoard, type SensorReport } from '../boards/sensor-board.ts'
import { readPlacement } from '../boards/tornelo.ts'
import { remarkParamOf } from '../import-remarks.ts'
import { plausibleInstant } from '../reconnect.ts'
import { noteOf, type OnSourceNote } from '../sources/source-remark.ts'
import { type ClockOrientation, type ClockReport, type DisplayedClocks, openLever } from './lever.ts'
import { type LineText, openLineReader } from './line.ts'
import type { BoardChange } from './messages.ts'
import { turnShown } from './turn.ts'
import { type Recorded, unseenInLine } from './unseen-line.ts'

export type TableReport = SensorReport | ClockReport | ReportOf<'move-made'>

export interface Table {
  /** `at`: when LiveChess said so; `shift`: what is added to its computer's clock (ms). */
  receive(change: BoardChange, at: number, shift: number): TableReport[]
  /** When a report is due without a message: the board has been quiet, or a clock stays at zero. */
  readonly due: number | null
  dueReports(at: number): TableReport[]
  /**
   * The connection was opened anew: the board may have been turned round, and moves been made. `recorded`: null where the record
   * does not answer.
   */
  reopened(recorded: Recorded | null): void
}

export interface TableOptions {
  /** The prefix of the reports' ids: serial number and run. */
  readonly device: string
  readonly clockOrientation: ClockOrientation
  /** What the record has: the placement that stands there, the position of the game, the clocks. */
  readonly boardFen: string
  readonly fen: string
  readonly clocks: DisplayedClocks | null
  readonly fromDevice: boolean
  /** The record has that the clocks were stopped. */
  readonly stopped: boolean
  readonly note: OnSourceNote
}

/** Ms. A clock that stands still may have been read long ago. */
const DAY_MS = 86_400_000

export function openLiveChessTable(options: TableOptions): Table {
  const { device, clockOrientation, boardFen, fen, clocks, fromDevice, stopped, note } = options
  const stood = readPlacement(boardFen)
  const stands = stood.ok ? stood.value : Array<string>(64).fill('')
  const board = openSensorBoard(device, stands)
  const orientation = openOrientation(stands, note)
  const lever = openLever({ device, orientation: clockOrientation, known: clocks, fromDevice, stopped, note })
  const ownLine = openLineReader(device)
  const position = parseFen(fen)
  /** Who is on move by LiveChess's own line; null where it tells none that fits. */
  let onMove: Side | null = null
  let shown: readonly string[] = stands
  let line: LineText = {}
  let state = 'ACTIVE'
  let flipped: boolean | null = null
  /** What was on record as the connection was opened, until the board has shown itself. */
  let recorded: Recorded | null = null

  /** A line is not always told, nor is it that of a game which LiveChess was not told of, as of Chess960. */
  const turn = (): Side | null =>
    onMove ?? (position.ok && !lever.checked ? turnShown(position.value, shown) : null)

  /** Reports of a quiet board, dated at the instants at which they were due, however late this is called. */
  const quietUntil = (at: number): (SensorReport | ClockReport)[] => {
    const reports: (SensorReport | ClockReport)[] = []
    for (let { due } = board; due !== null && due <= at; { due } = board)
      reports.push(...board.quietReading(due))
    return reports
  }

  return {
    receive(change, at, shift) {
      if (change.state && change.state !== state) {
        state = change.state
        noteOf(note, 'board-state', { state })
      }
      if (change.san || change.start)
        line = {
          ...line,
          ...(change.start && { start: change.start }),
          ...(change.san && { san: change.san }),
        }
      if (change.san) onMove = change.match === false ? null : turnAfter(line)
      if (typeof change.flipped === 'boolean') {
        if (change.flipped !== flipped) orientation.reopened()
        flipped = change.flipped
      }
      const reports: TableReport[] = quietUntil(at)
      if (change.board) {
        const letters = readPlacement(change.board)
        if (letters.ok) {
          const reportedBefore = shown
          shown = orientation.orient(letters.value)
          if (recorded !== null && line.san)
            reports.push(...unseenInLine({ device, at, line, recorded, reportedBefore, shown }))
          recorded = null
          reports.push(...board.position(shown, at))
        } else noteOf(note, 'board-unread', { why: remarkParamOf(letters.error) })
      }
      if (change.san && change.match !== false) reports.push(...ownLine.received(line, shown, at))
      const confirmed = (change.san || change.board) && turn()
      if (confirmed) reports.push(...lever.confirmTurn(confirmed, at))
      if (change.clock) {
        const readAt = Math.min(plausibleInstant(change.clock.time + shift, at, DAY_MS), at)
        reports.push(...lever.receive(change.clock, turn(), readAt))
      }
      return reports
    },
    get due() {
      const times = [board.due, lever.due].filter((time) => time !== null)
      return times.length === 0 ? null : Math.min(...times)
    },
    dueReports: (at) => [...quietUntil(at), ...lever.dueReports(at)],
    reopened(known) {
      orientation.reopened()
      recorded = known
      // What was played meanwhile is in no line that was told.
      onMove = null
      line = {}
      ownLine.reopened()
    },
  }
}

function turnAfter({ start, san }: LineText): Side | null {
  if (!san) return null
  const black = / b /.test(start ?? '')
  return (san.length % 2 === 1) === black ? 'white' : 'black'
}
