/** Turns the positions that a board sends into reports about one game: what changed since the last report. */
import { openOrientation } from '../boards/orientation.ts'
import { openSensorBoard, type SensorReport } from '../boards/sensor-board.ts'
import type { OnSourceNote } from '../sources/source-remark.ts'

export interface PositionSeat {
  /** The board as it shows itself (a1 … h8) at an instant (ms); `number`: the bridge's own count, null where it has none. */
  receive(letters: readonly string[], at: number, number: number | null): SensorReport[]
  /** When the next reading is due that says nothing has changed (ms), null where none is. */
  readonly due: number | null
  quietReports(at: number): SensorReport[]
  /** The line was opened anew: the bridge may count from the start, and the board may have been turned round. */
  reopened(): void
}

/** `stands`: what the record has on a1 … h8. `device`: the prefix of the reports' ids, another one for each run. */
export function openPositionSeat(
  device: string,
  stands: readonly string[],
  note: OnSourceNote,
): PositionSeat {
  const board = openSensorBoard(device, stands)
  const orientation = openOrientation(stands, note)
  let counted: number | null = null
  let latest = 0

  /** Readings of a quiet board, each dated when it was due, however late this is called. */
  const quietUntil = (at: number): SensorReport[] => {
    const reports: SensorReport[] = []
    for (let { due } = board; due !== null && due <= at; { due } = board)
      reports.push(...board.quietReading(due))
    return reports
  }

  return {
    receive(letters, at, number) {
      // A bridge repeats messages after a break.
      if (at < latest || (number !== null && counted !== null && number <= counted)) return []
      latest = at
      counted = number ?? counted
      return [...quietUntil(at), ...board.position(orientation.orient(letters), at)]
    },
    get due() {
      return board.due
    },
    quietReports: quietUntil,
    reopened() {
      orientation.reopened()
      counted = null
    },
  }
}
