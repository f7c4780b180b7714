/** Rivals of the best line: what else may have been played at each ply, for all that was said. */
import type { Move, Position } from '../chess/index.ts'
import type { Line } from './line.ts'
import { ONE_WORD } from './steps.ts'

export interface Rival {
  /** Where it would have been played. */
  readonly position: Position
  readonly move: Move
  /** How much less than the best line the best one by this move is worth. */
  readonly behind: number
}

export interface Rivals {
  /** Those at a ply, the best line's own move among them. */
  readonly at: (ply: number) => readonly Rival[]
  /** The first ply at which, on some line, the game is over already. */
  readonly endedFrom: number
}

/**
 * All that is less than a single word behind the best line: wherever lines have come together again each
 * of them counts, so that what a wrong guess carries with it is found too.
 */
export function rivalsOf(lines: readonly Line[]): Rivals {
  const [first] = lines as readonly [Line]
  const layers: Map<Line, number>[] = []
  const reach = (line: Line, behind: number): void => {
    layers[line.ply] ??= new Map()
    const layer = layers[line.ply] as Map<Line, number>
    layer.set(line, Math.min(layer.get(line) ?? behind, behind))
  }
  const near = lines.filter(({ score }) => score > first.score - ONE_WORD)
  for (const line of near) reach(line, first.score - line.score)
  const found: Rival[][] = []
  for (let ply = layers.length - 1; ply > 0; ply--) {
    const rivals: Rival[] = []
    for (const [line, behind] of layers[ply] ?? []) {
      for (const { before, move, score } of line.ways) {
        const less = behind + line.score - score
        if (less >= ONE_WORD) break
        rivals.push({ position: before.position, move, behind: less })
        reach(before, less)
      }
    }
    found[ply] = rivals
  }
  return { at: (ply) => found[ply] ?? [], endedFrom: Math.min(...near.map(({ ply }) => ply)) + 1 }
}
