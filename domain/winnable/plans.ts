/** Mating nets worth aiming at, and how far the pieces are from them. Plans decide order, never truth. */

import { type Position, popcount } from '../chess/index.ts'
import { firstLevel } from './first-level.ts'
import { BISHOP, has, KNIGHT, L, type Level, type Man, QUEEN, W } from './level.ts'
import { canShut, look, type Scene, sceneOf, seen, threatFrom } from './net.ts'
import { aroundHi, aroundLo, bitHi, bitLo, DIRECTIONS, knightHi, knightLo, shiftHi, shiftLo } from './sets.ts'
import type { SideIndex } from './sides.ts'

const FAR = 14
const MOST_PLANS = 12
const MOST_DRAFTS = 64

/** Moves to a place from each of 64 squares. */
type Distances = Uint8Array

/** A piece (1 … 14, the winner being White) and how far it is from its place in the net. */
interface Part {
  readonly piece: number
  readonly distances: Distances
}

interface Plan {
  readonly kL: Distances
  readonly kW: Distances
  readonly checker: Part
  /** For each square to be shut: the pieces that may do it. */
  readonly gaps: readonly (readonly Part[])[]
}

export interface Plans {
  readonly plans: readonly Plan[]
  readonly us: SideIndex
}

export const makePlans = (p: Position, us: SideIndex): Plans => ({ plans: new Maker(p, us).make(), us })

/** The least cost of any plan in a position: about the moves still to be made. */
export function costOf({ plans, us }: Plans, p: Position): number {
  const turned = us === 0 ? 0 : 56
  const { bits } = p
  const kings = [0, 0]
  for (const side of [W, L]) {
    const at = ((side ^ us) << 4) | 12
    const high = bits[at | 1]!
    kings[side] = (high !== 0 ? 63 - Math.clz32(high) : 31 - Math.clz32(bits[at]!)) ^ turned
  }
  let least = 255
  for (const plan of plans) {
    const walk = plan.kL[kings[L]!]!
    const run = nearest(bits, us, plan.checker)
    let cost = 2 * walk + plan.kW[kings[W]!]! + (walk > 0 && run === 0 ? 2 : run)
    for (const gap of plan.gaps) {
      if (cost >= least) break
      let best = FAR
      for (const part of gap) {
        const distance = nearest(bits, us, part)
        if (distance < best) best = distance
      }
      cost += best
    }
    if (cost < least) least = cost
  }
  return least
}

function nearest(bits: Int32Array, us: SideIndex, part: Part): number {
  const { piece, distances } = part
  const at = (us === 0 ? piece : piece ^ 8) << 1
  const turned = us === 0 ? 0 : 56
  let best = FAR
  for (let set = bits[at]!; set !== 0; set &= set - 1) {
    const distance = distances[(31 - Math.clz32(set & -set)) ^ turned]!
    if (distance < best) best = distance
  }
  for (let set = bits[at | 1]!; set !== 0; set &= set - 1) {
    const distance = distances[(63 - Math.clz32(set & -set)) ^ turned]!
    if (distance < best) best = distance
  }
  return best
}

interface Draft {
  readonly cost: number
  readonly kL: number
  readonly kW: number
  readonly role: number
  readonly from: number
  readonly gaps: readonly number[]
  readonly needsKing: boolean
}

class Maker {
  private readonly level: Level
  private readonly kings: readonly number[]
  private readonly wallLo: number
  private readonly wallHi: number
  private readonly tables = new Map<string, Distances>()
  private readonly ours: readonly Man[]
  private readonly theirs: readonly Man[]
  private readonly freePawns: number
  private ourRoles = 0
  private theirRoles = 0

  private readonly p: Position
  private readonly us: SideIndex

  constructor(p: Position, us: SideIndex) {
    this.p = p
    this.us = us
    const { level, kings } = firstLevel(p, us)
    this.level = level
    this.kings = kings
    const { fast, pawns } = level
    this.wallLo = pawns[0]! | pawns[2]! | fast[0]! | fast[2]!
    this.wallHi = pawns[1]! | pawns[3]! | fast[1]! | fast[3]!
    this.ours = level.men.filter((man) => man.side === W)
    this.theirs = level.men.filter((man) => man.side === L)
    this.freePawns = squaresOf(pawns[2]!, pawns[3]!).filter((square) => {
      for (let s = square - 8; s >= 0; s -= 8) if (has(this.wallLo, this.wallHi, s)) return false
      return true
    }).length
    for (const man of this.ours) this.ourRoles |= 1 << man.role
    for (const man of this.theirs) this.theirRoles |= 1 << man.role
    if ((pawns[2]! | pawns[3]!) !== 0) this.theirRoles |= 2
    if (this.freePawns > 0) this.theirRoles |= (1 << KNIGHT) | (1 << BISHOP)
  }

  make(): Plan[] {
    const drafts: Draft[] = []
    const toKing = this.kingRun(L, this.kings[L]!)
    for (let kL = 0; kL < 64; kL++) if (toKing[kL]! < FAR) this.draft(kL, toKing[kL]!, drafts)
    drafts.sort((a, b) => a.cost - b.cost)
    const { p, us } = this
    const ranked = drafts
      .slice(0, MOST_DRAFTS)
      .map((draft) => {
        const plan = this.plan(draft)
        return { draft, plan, cost: costOf({ plans: [plan], us }, p) }
      })
      .sort((a, b) => a.cost - b.cost)
    const chosen: Plan[] = []
    const perKing = new Uint8Array(64)
    for (const { draft, plan } of ranked) {
      if (perKing[draft.kL]! >= 4 || chosen.length >= MOST_PLANS) continue
      perKing[draft.kL] = perKing[draft.kL]! + 1
      chosen.push(plan)
    }
    return chosen
  }

  private draft(kL: number, walk: number, drafts: Draft[]): void {
    const { level } = this
    const airLo =
      aroundLo(bitLo(kL), bitHi(kL)) &
      ~(level.pawns[2]! | level.fast[2]! | level.pawnAttack[0]! | level.fastAttack[0]!)
    const airHi =
      aroundHi(bitLo(kL), bitHi(kL)) &
      ~(level.pawns[3]! | level.fast[3]! | level.pawnAttack[1]! | level.fastAttack[1]!)
    if (popcount(airLo) + popcount(airHi) > 5) return
    for (let i = 0; i < this.ours.length; i++) {
      const man = this.ours[i]!
      if (man.fast) continue
      look(man.role, kL, this.wallLo, this.wallHi)
      const fromLo = seen.lo & man.lo
      const fromHi = seen.hi & man.hi
      const others = this.ours.filter((_, j) => j !== i)
      for (let from = 0; from < 64; from++) {
        if (has(fromLo, fromHi, from)) this.draftFrom(kL, walk, man, from, others, airLo, airHi, drafts)
      }
    }
  }

  private draftFrom(
    kL: number,
    walk: number,
    man: Man,
    from: number,
    others: readonly Man[],
    airLo: number,
    airHi: number,
    drafts: Draft[],
  ): void {
    look(man.role, from, this.wallLo & ~bitLo(kL), this.wallHi & ~bitHi(kL))
    const restLo = airLo & ~seen.lo
    const restHi = airHi & ~seen.hi
    const alone = !others.some((other) => other.role !== KNIGHT)
    const run = this.kingRun(W, this.kings[W]!)
    for (const kW of this.kingPlaces(run, kL, from, restLo, restHi)) {
      const lo = restLo & ~aroundLo(bitLo(kW), bitHi(kW))
      const hi = restHi & ~aroundHi(bitLo(kW), bitHi(kW))
      const gaps = squaresOf(lo, hi)
      if (gaps.length > 3 || (others.length === 0 && gaps.length > this.theirs.length + 1)) continue
      const scene = sceneOf(this.level, kW, kL)
      const threat = threatFrom(scene, from, alone)
      if (threat === null) continue
      const promotable = this.withPromoted(scene)
      if (!canShut(promotable, lo, hi, threat, others)) continue
      const needsKing = restLo !== lo || restHi !== hi
      const cost = walk + (needsKing ? run[kW]! : 0) + 2 * gaps.length
      drafts.push({ cost, kL, kW, role: man.role, from, gaps, needsKing })
    }
  }

  /** A pawn of the loser's that may promote counts as a piece that may be anywhere. */
  private withPromoted(scene: Scene): Scene {
    const theirs = [...scene.theirs]
    for (let i = 0; i < this.freePawns; i++)
      theirs.push({ side: L, role: KNIGHT, lo: -1, hi: -1, fast: false })
    return { ...scene, theirs }
  }

  private plan(draft: Draft): Plan {
    const { kL, kW, role, from, gaps, needsKing } = draft
    return {
      kL: this.kingRun(L, kL),
      kW: needsKing ? this.kingRun(W, kW) : NEAR,
      checker: { piece: role, distances: this.run(role, from) },
      gaps: gaps.map((gap) => this.parts(gap, gap !== from)),
    }
  }

  private parts(gap: number, fillable: boolean): Part[] {
    const parts: Part[] = []
    for (let role = KNIGHT; role <= QUEEN; role++) {
      if (fillable && this.theirRoles & (1 << role))
        parts.push({ piece: role | 8, distances: this.run(role, gap) })
      if (this.ours.length > 1 && this.ourRoles & (1 << role)) {
        parts.push({ piece: role, distances: this.attackRun(role, gap) })
      }
    }
    if (fillable && this.theirRoles & 2) parts.push({ piece: 9, distances: this.pawnRun(gap) })
    return parts
  }

  /** Squares for the winner's king: of those that shut the same ones, the nearest. */
  private kingPlaces(run: Distances, kL: number, from: number, lo: number, hi: number): number[] {
    const places: number[] = []
    const shut: number[] = []
    let anywhere = -1
    for (let files = -2; files <= 2; files++) {
      for (let ranks = -2; ranks <= 2; ranks++) {
        const file = (kL & 7) + files
        const rank = (kL >> 3) + ranks
        if (Math.max(Math.abs(files), Math.abs(ranks)) < 2 || file < 0 || file > 7 || rank < 0 || rank > 7)
          continue
        const s = (rank << 3) | file
        if (run[s]! >= FAR || s === from) continue
        const shutLo = aroundLo(bitLo(s), bitHi(s)) & lo
        const shutHi = aroundHi(bitLo(s), bitHi(s)) & hi
        if ((shutLo | shutHi) === 0) {
          anywhere = s
          continue
        }
        let known = 0
        while (known < places.length && (shut[2 * known] !== shutLo || shut[2 * known + 1] !== shutHi))
          known++
        if (known === places.length) {
          places.push(s)
          shut.push(shutLo, shutHi)
        } else if (run[s]! < run[places[known]!]!) places[known] = s
      }
    }
    if (anywhere < 0) {
      for (let s = 0; s < 64 && anywhere < 0; s++) {
        const far = Math.max(Math.abs((s & 7) - (kL & 7)), Math.abs((s >> 3) - (kL >> 3))) > 2
        if (far && run[s]! < FAR && s !== from) anywhere = s
      }
    }
    if (anywhere >= 0) places.push(anywhere)
    return places
  }

  private table(key: string, make: () => Distances): Distances {
    const known = this.tables.get(key)
    if (known) return known
    const table = make()
    this.tables.set(key, table)
    return table
  }

  private kingRun(side: number, to: number): Distances {
    return this.table(`k${side}${to}`, () => {
      const { level } = this
      const foe = (side ^ 1) << 1
      const shutLo = this.wallLo | level.pawnAttack[foe]! | level.fastAttack[foe]!
      const shutHi = this.wallHi | level.pawnAttack[foe | 1]! | level.fastAttack[foe | 1]!
      return spread([to], (lo, hi) => [aroundLo(lo, hi) & ~shutLo, aroundHi(lo, hi) & ~shutHi])
    })
  }

  private run(role: number, to: number): Distances {
    return this.table(`r${role}${to}`, () => this.runTo(role, [to]))
  }

  private attackRun(role: number, square: number): Distances {
    return this.table(`a${role}${square}`, () => {
      look(role, square, this.wallLo, this.wallHi)
      return this.runTo(role, squaresOf(seen.lo & ~this.wallLo, seen.hi & ~this.wallHi))
    })
  }

  private runTo(role: number, places: readonly number[]): Distances {
    const { wallLo, wallHi } = this
    if (role === KNIGHT) {
      return spread(places, (lo, hi) => [knightLo(lo, hi) & ~wallLo, knightHi(lo, hi) & ~wallHi])
    }
    return spread(places, (lo, hi) => {
      let moreLo = 0
      let moreHi = 0
      const first = role === BISHOP ? 1 : 0
      const step = role === QUEEN ? 1 : 2
      for (let direction = first; direction < DIRECTIONS; direction += step) {
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

  /** Moves of a pawn of the loser's, going down, to a square: as it is, or after promoting. */
  private pawnRun(to: number): Distances {
    return this.table(`p${to}`, () => {
      const run = new Uint8Array(64).fill(FAR)
      for (let square = 8; square < 56; square++) {
        let blocked = false
        for (let s = square; s >= 0; s -= 8) {
          if (s !== square && has(this.wallLo, this.wallHi, s)) blocked = true
          if (s === to && s >= 8 && !blocked) run[square] = (square >> 3) - (s >> 3)
        }
        if (!blocked) run[square] = Math.min(run[square]!, (square >> 3) + 2)
      }
      return run
    })
  }
}

const NEAR = new Uint8Array(64)

function squaresOf(lo: number, hi: number): number[] {
  const squares: number[] = []
  for (; lo !== 0; lo &= lo - 1) squares.push(31 - Math.clz32(lo & -lo))
  for (; hi !== 0; hi &= hi - 1) squares.push(63 - Math.clz32(hi & -hi))
  return squares
}

function spread(
  places: readonly number[],
  step: (lo: number, hi: number) => readonly [number, number],
): Distances {
  const run = new Uint8Array(64).fill(FAR)
  let lo = 0
  let hi = 0
  for (const square of places) {
    run[square] = 0
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
    for (const square of squaresOf(lo, hi)) run[square] = distance
  }
  return run
}
