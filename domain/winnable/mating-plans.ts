/** Mating plans: the nets worth aiming at, and how far the pieces are from them. Plans order the search, they prove nothing. */

import type { Position } from '../chess/index.ts'
import {
  attackDistances,
  createDistanceTables,
  type Distances,
  type DistanceTables,
  FAR,
  kingDistances,
  pawnDistances,
  pieceDistances,
} from './distance-tables.ts'
import { initialStructure } from './initial-structure.ts'
import { findNetCandidates, freePawns, type NetCandidate } from './net-candidates.ts'
import { BISHOP, DEFENDER, KNIGHT, QUEEN, WINNER } from './pawn-structure.ts'
import { kingSquare, type SideIndex } from './sides.ts'

/** How many candidates are weighed, how many become plans, and how many of these with the king on one square. */
const MAX_CANDIDATES = 64
const MAX_PLANS = 12
const MAX_PLANS_PER_SQUARE = 4

/** A kind of piece (1 … 14, the winner is White) and the distances to its square in a net. */
interface Part {
  readonly piece: number
  readonly distances: Distances
}

interface MatingPlan {
  readonly kL: Distances
  readonly kW: Distances
  /** Indices of parts: the checking piece; and for each square to be covered, the pieces that may cover it. */
  readonly checker: number
  readonly gaps: readonly (readonly number[])[]
}

export interface MatingPlans {
  readonly us: SideIndex
  readonly plans: readonly MatingPlan[]
  readonly parts: readonly Part[]
  /** The distance of each part in the position being evaluated, or `UNKNOWN`. */
  readonly distances: Uint8Array
}

const UNKNOWN = 255
const NO_DISTANCE = new Uint8Array(64)

export function makeMatingPlans(p: Position, us: SideIndex): MatingPlans {
  const { structure, kings } = initialStructure(p, us)
  const atlas = createDistanceTables(structure)
  const kinds = kindsOf(atlas)
  const drafts = findNetCandidates(atlas, kings)
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MAX_CANDIDATES)
  const trial = plansOf(drafts, us, atlas, kinds)
  const costs = trial.plans.map((plan) => planCost({ ...trial, plans: [plan] }, p))
  const order = drafts.map((_, i) => i).sort((a, b) => costs[a]! - costs[b]! || a - b)
  const perSquare = new Uint8Array(64)
  const plannedNets: NetCandidate[] = []
  for (const i of order) {
    const draft = drafts[i]!
    if (plannedNets.length === MAX_PLANS || perSquare[draft.kL]! >= MAX_PLANS_PER_SQUARE) continue
    perSquare[draft.kL] = perSquare[draft.kL]! + 1
    plannedNets.push(draft)
  }
  return plansOf(plannedNets, us, atlas, kinds)
}

function plansOf(
  drafts: readonly NetCandidate[],
  us: SideIndex,
  atlas: DistanceTables,
  kinds: Kinds,
): MatingPlans {
  const parts: Part[] = []
  const plans = drafts.map((draft) => planOf(draft, atlas, kinds, parts))
  return { us, plans, parts, distances: new Uint8Array(parts.length) }
}

/** The kinds of pieces that may take part: bits by role; bit 1 for the loser's pawns. */
interface Kinds {
  readonly ours: number
  readonly theirs: number
  readonly ourCount: number
}

function kindsOf({ structure, wallLo, wallHi }: DistanceTables): Kinds {
  let ours = 0
  let theirs = 0
  let ourCount = 0
  for (const piece of structure.pieces) {
    if (piece.side === WINNER) {
      ours |= 1 << piece.role
      ourCount++
    } else theirs |= 1 << piece.role
  }
  if ((structure.pawns[2]! | structure.pawns[3]!) !== 0) theirs |= 1 << 1
  if (freePawns(structure, wallLo, wallHi).length > 0) theirs |= (1 << KNIGHT) | (1 << BISHOP)
  return { ours, theirs, ourCount }
}

function planOf(draft: NetCandidate, atlas: DistanceTables, kinds: Kinds, parts: Part[]): MatingPlan {
  const { kL, kW, role, from, gaps, needsKing } = draft
  return {
    kL: kingDistances(atlas, DEFENDER, kL),
    kW: needsKing ? kingDistances(atlas, WINNER, kW) : NO_DISTANCE,
    checker: indexOf(parts, role, pieceDistances(atlas, role, from)),
    gaps: gaps.map((gap) => shutters(gap, gap !== from, atlas, kinds, parts)),
  }
}

/** The parts that may cover a square: the winner's by attacking it, the loser's by occupying it if the checking piece does not. */
function shutters(
  gap: number,
  isFree: boolean,
  atlas: DistanceTables,
  kinds: Kinds,
  parts: Part[],
): number[] {
  const found: number[] = []
  for (let role = KNIGHT; role <= QUEEN; role++) {
    if (isFree && kinds.theirs & (1 << role)) {
      found.push(indexOf(parts, role | 8, pieceDistances(atlas, role, gap)))
    }
    if (kinds.ourCount > 1 && kinds.ours & (1 << role)) {
      found.push(indexOf(parts, role, attackDistances(atlas, role, gap)))
    }
  }
  if (isFree && kinds.theirs & (1 << 1)) found.push(indexOf(parts, 9, pawnDistances(atlas, gap)))
  return found
}

function indexOf(parts: Part[], piece: number, distances: Distances): number {
  const known = parts.findIndex((part) => part.piece === piece && part.distances === distances)
  return known >= 0 ? known : parts.push({ piece, distances }) - 1
}

/** The least cost of any plan in a position: about the moves still to be made, those of the loser's king counted twice. */
export function planCost(whole: MatingPlans, p: Position): number {
  const { us, plans, distances } = whole
  const turned = us === 0 ? 0 : 56
  const kL = kingSquare(p.bits, (us ^ 1) as SideIndex) ^ turned
  const kW = kingSquare(p.bits, us) ^ turned
  distances.fill(UNKNOWN)
  let least = 255
  for (const plan of plans) {
    const walk = plan.kL[kL]!
    let cost = 2 * walk + plan.kW[kW]!
    if (cost >= least) continue
    const run = distanceOf(whole, plan.checker, p)
    // A piece that gives check already keeps the king from its square.
    cost += walk > 0 && run === 0 ? 2 : run
    for (const gap of plan.gaps) {
      if (cost >= least) break
      let best = FAR
      for (const part of gap) best = Math.min(best, distanceOf(whole, part, p))
      cost += best
    }
    if (cost < least) least = cost
  }
  return least
}

function distanceOf({ us, parts, distances: memo }: MatingPlans, index: number, { bits }: Position): number {
  const known = memo[index]!
  if (known !== UNKNOWN) return known
  const { piece, distances } = parts[index]!
  const at = (us === 0 ? piece : piece ^ 8) << 1
  const turned = us === 0 ? 0 : 56
  let best = FAR
  for (let set = bits[at]!; set !== 0; set &= set - 1) {
    best = Math.min(best, distances[(31 - Math.clz32(set & -set)) ^ turned]!)
  }
  for (let set = bits[at | 1]!; set !== 0; set &= set - 1) {
    best = Math.min(best, distances[(63 - Math.clz32(set & -set)) ^ turned]!)
  }
  memo[index] = best
  return best
}
