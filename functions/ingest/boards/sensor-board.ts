/**
 * Turns what the squares of a sensor board show into reports. It remembers what it has reported, so that only changes are
 * reported; and when nothing has changed for a second it reports that too, since the record has no clock of its own by which
 * it could notice that a board is quiet.
 */

import { nameOf, squareOf } from '../../../domain/chess/index.ts'
import { QUESTION_DELAY_MS, SETTLING_MS } from '../../../domain/sensors/index.ts'
import type { ReportOf } from '../../../events/index.ts'

export type SensorReport = ReportOf<'piece-lifted' | 'piece-placed'>

export interface SensorBoard {
  /** A square shows something else: `piece` is a FEN letter, '' for nothing. `at`: ms. */
  square(name: string, piece: string, at: number): SensorReport[]
  /** The whole board, a1 … h8: squares that differ from what was reported are reported. */
  position(letters: readonly string[], at: number): SensorReport[]
  /** When the next report is due that nothing has changed (ms), null where none is. */
  readonly due: number | null
  /** That report, if it is due at `at`. */
  quietReading(at: number): SensorReport[]
}

/** `device`: the prefix of the reports' ids, another one for each run. `start`: what stands there first, a1 … h8. */
export function openSensorBoard(device: string, start: readonly string[]): SensorBoard {
  const reported = [...start]
  /** Squares on which pieces were put, the last one last. */
  let put: string[] = []
  let number = 0
  let changedAt: number | null = null
  let readings = 0

  const report = (name: string, piece: string, at: number): SensorReport => {
    number++
    const envelope = { id: `${device}-${number}`, at: new Date(at).toISOString(), by: 'board' as const }
    return piece === ''
      ? { ...envelope, type: 'piece-lifted', data: { square: name } }
      : {
          ...envelope,
          type: 'piece-placed',
          data: { square: name, piece: piece as ReportOf<'piece-placed'>['data']['piece'] },
        }
  }

  const change = (name: string, piece: string, at: number): SensorReport => {
    reported[squareOf(name)] = piece
    put = put.filter((square) => square !== name)
    if (piece !== '') put = [...put, name].slice(-8)
    changedAt = at
    readings = 0
    return report(name, piece, at)
  }

  /** A second after the last change, and again when what nobody can read is asked about. */
  const dueAt = () => {
    if (changedAt === null || readings > 1 || put.length === 0) return null
    return changedAt + (readings === 0 ? SETTLING_MS : QUESTION_DELAY_MS)
  }

  return {
    square: (name, piece, at) => (reported[squareOf(name)] === piece ? [] : [change(name, piece, at)]),
    position(letters, at) {
      const changed = letters.flatMap((piece, square) => (reported[square] === piece ? [] : [square]))
      const gone = changed.filter((square) => letters[square] === '')
      const come = changed.filter((square) => letters[square] !== '')
      return [...gone, ...come].map((square) => change(nameOf(square), letters[square] as string, at))
    },
    get due() {
      return dueAt()
    },
    quietReading(at) {
      const due = dueAt()
      const square = put.at(-1)
      if (due === null || at < due || square === undefined) return []
      readings++
      return [report(square, reported[squareOf(square)] as string, Math.max(at, due))]
    },
  }
}
