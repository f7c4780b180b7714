/** Mating nets that the pieces of a position could draw, each with the squares it needs shut. */

import { popcount } from '../chess/index.ts'
import { type Atlas, type Distances, FAR, kingDistances } from './distances.ts'
import { has, KNIGHT, L, type Level, type Man, W } from './level.ts'
import { canShut, look, type Scene, sceneOf, seen, threatFrom } from './net.ts'
import { aroundHi, aroundLo, bitHi, bitLo, squaresOf } from './sets.ts'

/** A net: the kings' squares, the checking piece and its square, and the squares around the king still to be shut. */
export interface Draft {
  readonly kL: number
  readonly kW: number
  /** Whether it matters where the winner's king stands. */
  readonly needsKing: boolean
  readonly role: number
  readonly from: number
  readonly gaps: readonly number[]
  /** A first guess at the moves it takes. */
  readonly cost: number
}

/** No net with more open squares is worth drafting. */
const MOST_AIR = 5
const MOST_GAPS = 3

/** All drafts for a level, from the kings' squares. */
export function draftNets(atlas: Atlas, kings: readonly number[]): Draft[] {
  const drafts: Draft[] = []
  const walk = kingDistances(atlas, L, kings[L]!)
  const toKing = kingDistances(atlas, W, kings[W]!)
  const theirs = withPromoted(atlas)
  for (let kL = 0; kL < 64; kL++) {
    if (walk[kL]! < FAR) draftAt({ atlas, kL, walk: walk[kL]!, toKing, theirs, drafts })
  }
  return drafts
}

interface Sheet {
  readonly atlas: Atlas
  readonly kL: number
  readonly walk: number
  readonly toKing: Distances
  readonly theirs: readonly Man[]
  readonly drafts: Draft[]
}

function draftAt(sheet: Sheet): void {
  const { atlas, kL } = sheet
  const { level } = atlas
  const shutLo = level.pawns[2]! | level.fast[2]! | level.pawnAttack[0]! | level.fastAttack[0]!
  const shutHi = level.pawns[3]! | level.fast[3]! | level.pawnAttack[1]! | level.fastAttack[1]!
  const airLo = aroundLo(bitLo(kL), bitHi(kL)) & ~shutLo
  const airHi = aroundHi(bitLo(kL), bitHi(kL)) & ~shutHi
  if (popcount(airLo) + popcount(airHi) > MOST_AIR) return
  const ours = level.men.filter((man) => man.side === W)
  ours.forEach((man, i) => {
    if (man.fast) return
    look(man.role, kL, atlas.wallLo, atlas.wallHi)
    const others = ours.filter((_, j) => j !== i)
    for (const from of squaresOf(seen.lo & man.lo, seen.hi & man.hi)) {
      look(man.role, from, atlas.wallLo & ~bitLo(kL), atlas.wallHi & ~bitHi(kL))
      draftFrom(sheet, man.role, from, others, airLo & ~seen.lo, airHi & ~seen.hi)
    }
  })
}

function draftFrom(
  sheet: Sheet,
  role: number,
  from: number,
  others: readonly Man[],
  airLo: number,
  airHi: number,
): void {
  const { atlas, kL, walk, toKing, theirs, drafts } = sheet
  const alone = !others.some((other) => other.role !== KNIGHT)
  for (const kW of kingPlaces(toKing, kL, from, airLo, airHi)) {
    const lo = airLo & ~aroundLo(bitLo(kW), bitHi(kW))
    const hi = airHi & ~aroundHi(bitLo(kW), bitHi(kW))
    const gaps = squaresOf(lo, hi)
    if (gaps.length > MOST_GAPS || (others.length === 0 && gaps.length > theirs.length)) continue
    const scene: Scene = { ...sceneOf(atlas.level, kW, kL), theirs }
    const threat = threatFrom(scene, from, alone)
    if (threat === null || !canShut(scene, lo, hi, threat, others)) continue
    const needsKing = airLo !== lo || airHi !== hi
    const cost = walk + (needsKing ? toKing[kW]! : 0) + 2 * gaps.length
    drafts.push({ kL, kW, needsKing, role, from, gaps, cost })
  }
}

/** The loser's men; a pawn that may promote counts as one more, anywhere. */
function withPromoted({ level, wallLo, wallHi }: Atlas): Man[] {
  const men = level.men.filter((man) => man.side === L)
  return [...men, ...freePawns(level, wallLo, wallHi).map(() => ANYWHERE)]
}

const ANYWHERE: Man = { side: L, role: KNIGHT, lo: -1, hi: -1, fast: false }

/** The loser's pawns with nothing in their way that stands fast. */
export function freePawns(level: Level, wallLo: number, wallHi: number): number[] {
  return squaresOf(level.pawns[2]!, level.pawns[3]!).filter((square) => {
    for (let at = square - 8; at >= 0; at -= 8) if (has(wallLo, wallHi, at)) return false
    return true
  })
}

/** Squares for the winner's king: of those that shut the same ones, the nearest; and one that shuts none. */
function kingPlaces(toKing: Distances, kL: number, from: number, lo: number, hi: number): number[] {
  const places: number[] = []
  const shut: number[] = []
  let idle = -1
  for (let square = 0; square < 64; square++) {
    if (toKing[square]! >= FAR || square === from) continue
    const files = Math.abs((square & 7) - (kL & 7))
    const ranks = Math.abs((square >> 3) - (kL >> 3))
    if (files < 2 && ranks < 2) continue
    const shutLo = files > 2 || ranks > 2 ? 0 : aroundLo(bitLo(square), bitHi(square)) & lo
    const shutHi = files > 2 || ranks > 2 ? 0 : aroundHi(bitLo(square), bitHi(square)) & hi
    if ((shutLo | shutHi) === 0) {
      idle = square
      continue
    }
    let known = 0
    while (known < places.length && (shut[2 * known] !== shutLo || shut[2 * known + 1] !== shutHi)) known++
    if (known === places.length) {
      places.push(square)
      shut.push(shutLo, shutHi)
    } else if (toKing[square]! < toKing[places[known]!]!) places[known] = square
  }
  return idle < 0 ? places : [...places, idle]
}
