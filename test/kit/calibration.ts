/** How many of the moves that a board recorded first with each confidence were the ones played. */
import type { MoveMade } from '../../domain/state/state.ts'

/** Confidence → how many were recorded with it, and how many of them rightly. */
export type Calibration = Map<number, { recorded: number; right: number }>

/** Counts the moves that have a confidence and none before. `known`: the plies counted already. */
export function countFirst(
  calibration: Calibration,
  known: Set<number>,
  moves: readonly MoveMade[],
  played: readonly { readonly uci: string }[],
): void {
  moves.forEach(({ uci, sensed }, ply) => {
    if (sensed === undefined || known.has(ply)) return
    known.add(ply)
    add(calibration, sensed.confidence, 1, uci === played[ply]?.uci ? 1 : 0)
  })
}

/** Adds what another counted. */
export function addCalibration(
  to: Calibration,
  from: Iterable<readonly [number, { recorded: number; right: number }]>,
): void {
  for (const [confidence, { recorded, right }] of from) add(to, confidence, recorded, right)
}

function add(calibration: Calibration, confidence: number, recorded: number, right: number): void {
  const before = calibration.get(confidence) ?? { recorded: 0, right: 0 }
  calibration.set(confidence, { recorded: before.recorded + recorded, right: before.right + right })
}

/** The shares that were right, the highest confidence first. */
export const sharesOf = (calibration: Calibration): [confidence: number, share: number][] =>
  [...calibration]
    .sort(([a], [b]) => b - a)
    .map(([confidence, { recorded, right }]) => [confidence, right / recorded])

/** A line for each confidence. */
export const calibrationLines = (calibration: Calibration): string[] =>
  [...calibration]
    .sort(([a], [b]) => b - a)
    .map(
      ([confidence, { recorded, right }]) =>
        `  recorded with ${confidence}: ${recorded}, right ${right} (${((100 * right) / recorded).toFixed(1)} %)`,
    )
