/** A board and its clock as LiveChess tells them, on their way into one game: what changed since the record was last told. */

import type { Side } from '../../../events/index.ts'
import { openSensorBoard, type SensorReport } from '../boards/sensor-board.ts'
import { readPlacement } from '../boards/tornelo.ts'
import { type ClockReport, openLever, type Shown, type Standing } from './lever.ts'
import type { BoardChange } from './messages.ts'

export interface Table {
  /** `at`: when LiveChess said so; `shift`: what is added to its computer's clock (ms). */
  hear(change: BoardChange, at: number, shift: number): (SensorReport | ClockReport)[]
  /** When something is to be told that no message brings: the board has been quiet, a clock stays at zero. */
  readonly due: number | null
  still(at: number): (SensorReport | ClockReport)[]
}

export interface TableOptions {
  /** The prefix of the reports' ids: serial number and connection. */
  readonly device: string
  readonly standing: Standing
  /** What the record has: the placement that stands there, who is on move, the clocks. */
  readonly boardFen: string
  readonly turn: Side
  readonly clocks: Shown | null
  readonly fromDevice: boolean
  readonly note: (line: string) => void
}

export function openTable(options: TableOptions): Table {
  const { device, standing, boardFen, turn, clocks, fromDevice, note } = options
  const stood = readPlacement(boardFen)
  const board = openSensorBoard(device, stood.ok ? stood.value : Array<string>(64).fill(''))
  const lever = openLever({ device, standing, known: clocks, fromDevice, note })
  /** Who is on move by LiveChess's own line; the record's word until it has told one. */
  let onMove: Side | null = turn
  let line: Pick<BoardChange, 'start' | 'san'> = {}
  let state = 'ACTIVE'

  /** Readings of a quiet board, told for the instant at which they were due, whenever somebody looks. */
  const quietUntil = (at: number): (SensorReport | ClockReport)[] => {
    const reports: (SensorReport | ClockReport)[] = []
    for (let { due } = board; due !== null && due <= at; { due } = board) reports.push(...board.still(due))
    return reports
  }

  return {
    hear(change, at, shift) {
      if (change.state && change.state !== state) {
        state = change.state
        note(`LiveChess calls the board ${state}`)
      }
      if (change.san || change.start)
        line = {
          ...line,
          ...(change.start && { start: change.start }),
          ...(change.san && { san: change.san }),
        }
      if (change.san) onMove = change.match === false ? null : turnAfter(line)
      const reports: (SensorReport | ClockReport)[] = quietUntil(at)
      if (change.board) {
        const letters = readPlacement(change.board)
        if (letters.ok) reports.push(...board.position(letters.value, at))
        else note(`a board that cannot be read: ${letters.error.message}`)
      }
      if (change.san && onMove !== null) reports.push(...lever.settle(onMove, at))
      if (change.clock) reports.push(...lever.hear(change.clock, onMove, change.clock.time + shift))
      return reports
    },
    get due() {
      const times = [board.due, lever.due].filter((time) => time !== null)
      return times.length === 0 ? null : Math.min(...times)
    },
    still: (at) => [...quietUntil(at), ...lever.zero(at)],
  }
}

function turnAfter({ start, san }: Pick<BoardChange, 'start' | 'san'>): Side | null {
  if (!san) return null
  const black = / b /.test(start ?? '')
  return (san.length % 2 === 1) === black ? 'white' : 'black'
}
