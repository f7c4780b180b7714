/** Tables of how many moves pieces are from a square if only pawns and fixed pieces are in their way. */

import { attacked, findAttacked } from './mating-net.ts'
import { BISHOP, hasSquare, KNIGHT, type PawnStructure, QUEEN } from './pawn-structure.ts'
import {
  bitHi,
  bitLo,
  DIRECTIONS,
  knightHi,
  knightLo,
  neighboursHi,
  neighboursLo,
  shiftHi,
  shiftLo,
  squaresOf,
} from './square-sets.ts'

/** Moves to a target from each of 64 squares; `FAR` for a long way or none. */
export type Distances = Uint8Array
export const FAR = 14

/** The tables of one pawn structure, each computed on first use. */
export interface DistanceTables {
  readonly structure: PawnStructure
  /** Pawns of both sides and the fixed pieces. */
  readonly wallLo: number
  readonly wallHi: number
  readonly tables: Map<string, Distances>
}

export function createDistanceTables(structure: PawnStructure): DistanceTables {
  const { fixed, pawns } = structure
  const wallLo = pawns[0]! | pawns[2]! | fixed[0]! | fixed[2]!
  const wallHi = pawns[1]! | pawns[3]! | fixed[1]! | fixed[3]!
  return { structure, wallLo, wallHi, tables: new Map() }
}

function tableOf(atlas: DistanceTables, key: string, make: () => Distances): Distances {
  const known = atlas.tables.get(key)
  if (known) return known
  const table = make()
  atlas.tables.set(key, table)
  return table
}

/** Steps of a king to a square. */
export function kingDistances(atlas: DistanceTables, side: number, to: number): Distances {
  return tableOf(atlas, `k${side}${to}`, () => {
    const { structure, wallLo, wallHi } = atlas
    const foe = (side ^ 1) << 1
    const shutLo = wallLo | structure.pawnAttack[foe]! | structure.fixedAttack[foe]!
    const shutHi = wallHi | structure.pawnAttack[foe | 1]! | structure.fixedAttack[foe | 1]!
    return spread([to], (lo, hi) => [neighboursLo(lo, hi) & ~shutLo, neighboursHi(lo, hi) & ~shutHi])
  })
}

/** Moves of a piece to a square. */
export const pieceDistances = (atlas: DistanceTables, role: number, to: number): Distances =>
  tableOf(atlas, `r${role}${to}`, () => run(atlas, role, [to]))

/** Moves of a piece until it attacks a square. */
export function attackDistances(atlas: DistanceTables, role: number, square: number): Distances {
  return tableOf(atlas, `a${role}${square}`, () => {
    findAttacked(role, square, atlas.wallLo, atlas.wallHi)
    return run(atlas, role, squaresOf(attacked.lo & ~atlas.wallLo, attacked.hi & ~atlas.wallHi))
  })
}

/** Moves of a pawn of the loser, which moves down, to a square: as a pawn or after promotion. */
export function pawnDistances(atlas: DistanceTables, to: number): Distances {
  return tableOf(atlas, `p${to}`, () => {
    const distances = new Uint8Array(64).fill(FAR)
    for (let square = 8; square < 56; square++) {
      let blocked = false
      for (let at = square; at >= 0; at -= 8) {
        if (at !== square && hasSquare(atlas.wallLo, atlas.wallHi, at)) blocked = true
        if (at === to && at >= 8 && !blocked) distances[square] = (square >> 3) - (at >> 3)
      }
      if (!blocked) distances[square] = Math.min(distances[square]!, (square >> 3) + 2)
    }
    return distances
  })
}

function run({ wallLo, wallHi }: DistanceTables, role: number, places: readonly number[]): Distances {
  if (role === KNIGHT) {
    return spread(places, (lo, hi) => [knightLo(lo, hi) & ~wallLo, knightHi(lo, hi) & ~wallHi])
  }
  return spread(places, (lo, hi) => {
    let moreLo = 0
    let moreHi = 0
    for (
      let direction = role === BISHOP ? 1 : 0;
      direction < DIRECTIONS;
      direction += role === QUEEN ? 1 : 2
    ) {
      let runLo = lo
      let runHi = hi
      while ((runLo | runHi) !== 0) {
        const nextLo = shiftLo(runLo, runHi, direction) & ~wallLo
        runHi = shiftHi(runLo, runHi, direction) & ~wallHi
        runLo = nextLo
        moreLo |= runLo
        moreHi |= runHi
      }
    }
    return [moreLo, moreHi]
  })
}

/** Distances from the squares outwards; `step`: what one move reaches from a set. */
function spread(
  places: readonly number[],
  step: (lo: number, hi: number) => readonly [number, number],
): Distances {
  const distances = new Uint8Array(64).fill(FAR)
  let lo = 0
  let hi = 0
  for (const square of places) {
    distances[square] = 0
    lo |= bitLo(square)
    hi |= bitHi(square)
  }
  let knownLo = lo
  let knownHi = hi
  for (let distance = 1; distance < FAR; distance++) {
    const [moreLo, moreHi] = step(lo, hi)
    lo = moreLo & ~knownLo
    hi = moreHi & ~knownHi
    if ((lo | hi) === 0) break
    knownLo |= lo
    knownHi |= hi
    for (const square of squaresOf(lo, hi)) distances[square] = distance
  }
  return distances
}
