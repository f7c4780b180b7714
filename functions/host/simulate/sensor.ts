/**
 * A board of sensors as they are: the squares are looked at one after another, five times a second; contacts bounce, a
 * message is lost or comes late. What hands did between two looks nobody sees.
 */
import { squareOf } from '../../../domain/chess/index.ts'
import { happens, type RandomSource, randomInteger } from './random.ts'

/** What was done to a square at an instant (ms). */
export interface SquareAction {
  readonly at: number
  readonly square: string
  readonly piece: string
  /** Index of the move it belongs to. */
  readonly ply: number
}

export type SensorFault = 'bounce' | 'missed edge' | 'late edge'

/** What the device tells, at the instant it tells it (ms). */
export interface SensedEdge extends SquareAction {
  readonly fault: SensorFault | null
}

/** How often the device fails, for each edge. */
export interface SensorFaultRates {
  readonly bounce: number
  readonly missed: number
  readonly late: number
}

export const USUAL_FAULT_RATES: SensorFaultRates = { bounce: 0.02, missed: 0.0006, late: 0.01 }

/** A full scan takes 200–250 ms on the boards in use (the DGT board's documents); ours takes 200. */
const SCAN_MS = 200

/**
 * The edges that the acts give, in the order in which they are told, and the edges that nobody was told of. `start`:
 * what stands on each square (a1 … h8) before the first act.
 */
export function scanBoard(
  start: readonly string[],
  acts: readonly SquareAction[],
  chance: RandomSource,
  weather: SensorFaultRates = USUAL_FAULT_RATES,
): { readonly told: SensedEdge[]; readonly missed: SensedEdge[] } {
  const told: SensedEdge[] = []
  const missed: SensedEdge[] = []
  const seen = [...start]
  for (const { at, square, piece, ply } of scanTimes(acts)) {
    const index = squareOf(square)
    if (seen[index] === piece) continue
    const before = seen[index] as string
    seen[index] = piece
    if (happens(chance, weather.missed)) {
      missed.push({ at, square, piece, ply, fault: 'missed edge' })
      continue
    }
    const late = happens(chance, weather.late)
    const when = late ? at + randomInteger(chance, 80, 300) : at
    const bounces = !late && happens(chance, weather.bounce)
    told.push({ at: when, square, piece, ply, fault: late ? 'late edge' : bounces ? 'bounce' : null })
    if (bounces) {
      const again = when + randomInteger(chance, 5, 40)
      told.push({ at: again, square, piece: before, ply, fault: 'bounce' })
      told.push({ at: again + randomInteger(chance, 5, 40), square, piece, ply, fault: 'bounce' })
    }
  }
  return { told: told.sort((a, b) => a.at - b.at), missed }
}

/** Each square's state at the looks that follow acts on it: of several acts between two looks the last is seen. */
function scanTimes(acts: readonly SquareAction[]): SquareAction[] {
  const last = new Map<string, SquareAction>()
  for (const act of acts) {
    const phase = Math.round((squareOf(act.square) / 64) * SCAN_MS)
    const at = Math.ceil((act.at - phase) / SCAN_MS) * SCAN_MS + phase
    last.set(`${act.square} ${at}`, { ...act, at })
  }
  return [...last.values()].sort((a, b) => a.at - b.at)
}
