/**
 * Simulates a sensor board with its faults: it scans the squares one after another, five times a second; contacts bounce, edges are
 * missed or reported late. Of what happens on a square between two scans only the last state is seen.
 */
import { squareOf } from '../../../domain/chess/index.ts'
import { happens, type RandomSource, randomInteger } from './random.ts'

/** A change of a square at an instant (ms). */
export interface SquareAction {
  readonly at: number
  readonly square: string
  readonly piece: string
  /** Index of the move it belongs to. */
  readonly ply: number
}

export type SensorFault = 'bounce' | 'missed edge' | 'late edge'

/** An edge that the board reports, at the instant of the report (ms). */
export interface SensedEdge extends SquareAction {
  readonly fault: SensorFault | null
}

/** The probability of each fault, per edge. */
export interface SensorFaultRates {
  readonly bounce: number
  readonly missed: number
  readonly late: number
}

export const USUAL_FAULT_RATES: SensorFaultRates = { bounce: 0.02, missed: 0.0006, late: 0.01 }

/** A full scan takes 200–250 ms on the boards in use (the DGT board's documents); the simulated one takes 200. */
const SCAN_MS = 200

/**
 * The edges that the board reports, in order, and the edges that it misses. `start`: the piece on each square (a1 … h8)
 * before the first action.
 */
export function scanBoard(
  start: readonly string[],
  actions: readonly SquareAction[],
  random: RandomSource,
  rates: SensorFaultRates = USUAL_FAULT_RATES,
): { readonly reported: SensedEdge[]; readonly missed: SensedEdge[] } {
  const reported: SensedEdge[] = []
  const missed: SensedEdge[] = []
  const seen = [...start]
  for (const { at, square, piece, ply } of scanTimes(actions)) {
    const index = squareOf(square)
    if (seen[index] === piece) continue
    const before = seen[index] as string
    seen[index] = piece
    if (happens(random, rates.missed)) {
      missed.push({ at, square, piece, ply, fault: 'missed edge' })
      continue
    }
    const late = happens(random, rates.late)
    const when = late ? at + randomInteger(random, 80, 300) : at
    const bounces = !late && happens(random, rates.bounce)
    reported.push({ at: when, square, piece, ply, fault: late ? 'late edge' : bounces ? 'bounce' : null })
    if (bounces) {
      const again = when + randomInteger(random, 5, 40)
      reported.push({ at: again, square, piece: before, ply, fault: 'bounce' })
      reported.push({ at: again + randomInteger(random, 5, 40), square, piece, ply, fault: 'bounce' })
    }
  }
  return { reported: reported.sort((a, b) => a.at - b.at), missed }
}

/** Each square's state at the scans that follow actions on it: of several actions between two scans the last counts. */
function scanTimes(actions: readonly SquareAction[]): SquareAction[] {
  const last = new Map<string, SquareAction>()
  for (const action of actions) {
    const phase = Math.round((squareOf(action.square) / 64) * SCAN_MS)
    const at = Math.ceil((action.at - phase) / SCAN_MS) * SCAN_MS + phase
    last.set(`${action.square} ${at}`, { ...action, at })
  }
  return [...last.values()].sort((a, b) => a.at - b.at)
}
