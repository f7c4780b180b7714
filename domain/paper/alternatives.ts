/** Alternatives to the best line: other moves that the evidence allows at each ply. */
import type { Move, Position } from '../chess/index.ts'
import type { CandidateGame } from './candidate-game.ts'
import { ENTRY_WEIGHT } from './steps.ts'

export interface Alternative {
  /** Where it would have been played. */
  readonly position: Position
  readonly move: Move
  /** By how much the score of the best line with this move is below that of the best line. */
  readonly behind: number
}

export interface Alternatives {
  /** Those at a ply, the best line's own move among them. */
  readonly at: (ply: number) => readonly Alternative[]
  /** The first ply at which, on some line, the game is over already. */
  readonly firstEndPly: number
}

/**
 * The moves of all lines whose score is less than one entry's weight (`ENTRY_WEIGHT`) below the best. Where lines meet in one
 * position, each of them counts, so that the consequences of a wrong guess are found too.
 */
export function alternativesOf(lines: readonly CandidateGame[]): Alternatives {
  const [first] = lines as readonly [CandidateGame]
  const layers: Map<CandidateGame, number>[] = []
  const reach = (line: CandidateGame, behind: number): void => {
    layers[line.ply] ??= new Map()
    const layer = layers[line.ply] as Map<CandidateGame, number>
    layer.set(line, Math.min(layer.get(line) ?? behind, behind))
  }
  const near = lines.filter(({ score }) => score > first.score - ENTRY_WEIGHT)
  for (const line of near) reach(line, first.score - line.score)
  const found: Alternative[][] = []
  for (let ply = layers.length - 1; ply > 0; ply--) {
    const rivals: Alternative[] = []
    for (const [line, behind] of layers[ply] ?? []) {
      for (const { before, move, score } of line.predecessors) {
        const less = behind + line.score - score
        if (less >= ENTRY_WEIGHT) break
        rivals.push({ position: before.position, move, behind: less })
        reach(before, less)
      }
    }
    found[ply] = rivals
  }
  return { at: (ply) => found[ply] ?? [], firstEndPly: Math.min(...near.map(({ ply }) => ply)) + 1 }
}
