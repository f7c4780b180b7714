/**
 * Where the pieces can ever get to. Reach is overestimated, never underestimated, so that what it excludes is excluded:
 * docs/winnable.md ("Blocked positions") holds the proof, rule by rule.
 */

import type { Position } from '../chess/index.ts'
import {
  aroundHi,
  aroundLo,
  bitHi,
  bitLo,
  downwardHi,
  downwardLo,
  knightHi,
  knightLo,
  reversed,
  slantHi,
  slantLo,
  straightHi,
  straightLo,
  upwardHi,
  upwardLo,
} from './sets.ts'
import type { SideIndex } from './sides.ts'

/** Places in the arrays below: piece << 1, half in the lowest bit; the winner is always White, going up the board. */
const PAWN = 2
const KNIGHT = 4
const BISHOP = 6
const ROOK = 8
const QUEEN = 10
const KING = 12
const LOSER = 16

/** What stands where at the start, and every square on which such a piece may ever stand. */
const home = new Int32Array(32)
const reach = new Int32Array(32)
/** Squares that may ever be empty. */
let openLo = 0
let openHi = 0
/** What each side may ever attack, by its number (0 or 16) and half. */
const attack = new Int32Array(32)
/** Squares attacked for good by enemies that never move nor vanish: no king enters them. */
const barred = new Int32Array(32)
/** Pawns that have captured and may be on any file. */
const strays = new Int32Array(32)
/** Where pawns may arrive by a move. */
const landings = new Int32Array(32)

/** The pawns one by one: their squares, sides, and whether one may ever capture or be captured (else it is tight). */
const pawnSquare = new Int8Array(64)
const pawnSide = new Int8Array(64)
const pawnLoose = new Uint8Array(64)
let pawnCount = 0

/** Squares on which a move of the winner's may give check. */
const checks = new Int32Array(2)

let changed = false

/**
 * Whether `us` can never mate because no pieces that could give a mate can get to where it would be given. Each side has
 * one king. False means only that this analysis excludes nothing.
 */
export function isBlocked(p: Position, us: SideIndex): boolean {
  load(p, us)
  do {
    spread(p, us)
    if (isMateConceivable()) return false
  } while (changed)
  return true
}

export function explore(p: Position, us: SideIndex): Mobility {
  load(p, us)
  do spread(p, us)
  while (changed)
  sumChecks()
  return { home, reach, attack, checks, barred, openLo, openHi }
}

export interface Mobility {
  readonly home: Int32Array
  readonly reach: Int32Array
  readonly attack: Int32Array
  readonly checks: Int32Array
  readonly barred: Int32Array
  readonly openLo: number
  readonly openHi: number
}

function spread(p: Position, us: SideIndex): void {
  changed = false
  bar(0)
  bar(LOSER)
  castle(p, us)
  movePieces(0)
  movePieces(LOSER)
  movePawns(0)
  movePawns(LOSER)
  sumAttack(0)
  sumAttack(LOSER)
  loosenPawns()
}

function load(p: Position, us: SideIndex): void {
  const { bits } = p
  for (let piece = 0; piece < 32; piece += 2) {
    if (us === 0) {
      home[piece] = bits[piece]!
      home[piece | 1] = bits[piece | 1]!
    } else {
      home[piece] = reversed(bits[(piece ^ LOSER) | 1]!)
      home[piece | 1] = reversed(bits[piece ^ LOSER]!)
    }
  }
  reach.set(home)
  strays.fill(0)
  landings.fill(0)
  attack.fill(0)
  openLo = ~(home[0]! | home[LOSER]!)
  openHi = ~(home[1]! | home[LOSER | 1]!)
  pawnCount = 0
  listPawns(0)
  listPawns(LOSER)
  if (p.passing >= 0) passing(us === 0 ? p.passing : p.passing ^ 56)
}

function listPawns(side: number): void {
  for (let half = 0; half < 2; half++) {
    for (let set = home[side | PAWN | half]!; set !== 0; set &= set - 1) {
      pawnSquare[pawnCount] = (half << 5) + 31 - Math.clz32(set & -set)
      pawnSide[pawnCount] = side
      pawnLoose[pawnCount++] = 0
    }
  }
}

/** The pawn that has just passed `target` may be taken there, though it stands elsewhere. */
function passing(target: number): void {
  const pawn = target ^ 8
  for (let i = 0; i < pawnCount; i++) {
    if (pawnSquare[i] !== pawn) continue
    pawnLoose[i] = 1
    extend(pawnSide[i]! | PAWN, bitLo(target), bitHi(target))
  }
  open(bitLo(pawn), bitHi(pawn))
}

function open(lo: number, hi: number): void {
  if (((lo & ~openLo) | (hi & ~openHi)) === 0) return
  openLo |= lo
  openHi |= hi
  changed = true
}

function extend(piece: number, lo: number, hi: number): void {
  if (((lo & ~reach[piece]!) | (hi & ~reach[piece | 1]!)) === 0) return
  reach[piece] = reach[piece]! | lo
  reach[piece | 1] = reach[piece | 1]! | hi
  changed = true
}

/** Finds what the enemies of `side` that stand fast attack for good. Sliders are credited with the next square only. */
function bar(side: number): void {
  const them = side ^ LOSER
  const fastLo = ~openLo
  const fastHi = ~openHi
  const pawnsLo = home[them | PAWN]! & fastLo
  const pawnsHi = home[them | PAWN | 1]! & fastHi
  const knightsLo = home[them | KNIGHT]! & fastLo
  const knightsHi = home[them | KNIGHT | 1]! & fastHi
  const slantsLo = (home[them | BISHOP]! | home[them | QUEEN]! | home[them | KING]!) & fastLo
  const slantsHi = (home[them | BISHOP | 1]! | home[them | QUEEN | 1]! | home[them | KING | 1]!) & fastHi
  const straightsLo = (home[them | ROOK]! | home[them | QUEEN]! | home[them | KING]!) & fastLo
  const straightsHi = (home[them | ROOK | 1]! | home[them | QUEEN | 1]! | home[them | KING | 1]!) & fastHi
  const pawnLo = them === 0 ? upwardLo(pawnsLo, pawnsHi) : downwardLo(pawnsLo, pawnsHi)
  const pawnHi = them === 0 ? upwardHi(pawnsLo, pawnsHi) : downwardHi(pawnsLo, pawnsHi)
  barred[side] =
    pawnLo |
    knightLo(knightsLo, knightsHi) |
    slantLo(slantsLo, slantsHi) |
    straightLo(straightsLo, straightsHi)
  barred[side | 1] =
    pawnHi |
    knightHi(knightsLo, knightsHi) |
    slantHi(slantsLo, slantsHi) |
    straightHi(straightsLo, straightsHi)
}

/** Castling moves king and rook over squares that a king's steps and a rook's run may not join (Guideline II.3.2). */
function castle(p: Position, us: SideIndex): void {
  for (let right = 0; right < 4; right++) {
    if ((p.rights & (1 << right)) === 0) continue
    const setup = p.castling
    const turned = us === 0 ? 0 : 56
    const vacantLo = us === 0 ? setup.vacantLo[right]! : reversed(setup.vacantHi[right]!)
    const vacantHi = us === 0 ? setup.vacantHi[right]! : reversed(setup.vacantLo[right]!)
    if (((vacantLo & ~openLo) | (vacantHi & ~openHi)) !== 0) continue
    const side = right >> 1 === us ? 0 : LOSER
    const king = setup.kings[right >> 1]! ^ turned
    const rook = setup.rooks[right]! ^ turned
    const kingTarget = setup.kingTargets[right]! ^ turned
    const rookTarget = setup.rookTargets[right]! ^ turned
    open(bitLo(king) | bitLo(rook), bitHi(king) | bitHi(rook))
    extend(side | KING, bitLo(kingTarget), bitHi(kingTarget))
    extend(side | ROOK, bitLo(rookTarget), bitHi(rookTarget))
  }
}

function movePieces(side: number): void {
  for (let role = KNIGHT; role <= KING; role += 2) {
    const piece = side | role
    if ((reach[piece]! | reach[piece | 1]!) !== 0) movePiece(side, role)
  }
}

/** Lets all pieces of a kind run: over squares that may be empty, and onto enemies, which makes those squares such. */
function movePiece(side: number, role: number): void {
  const piece = side | role
  const them = side ^ LOSER
  const freeLo = role === KING ? ~barred[side]! : -1
  const freeHi = role === KING ? ~barred[side | 1]! : -1
  const goLo = openLo & freeLo
  const goHi = openHi & freeHi
  let lo = reach[piece]!
  let hi = reach[piece | 1]!
  let stepLo = 0
  let stepHi = 0
  for (;;) {
    stepLo = stepsLo(role, lo, hi)
    stepHi = stepsHi(role, lo, hi)
    const moreLo = stepLo & goLo & ~lo
    const moreHi = stepHi & goHi & ~hi
    if ((moreLo | moreHi) === 0) break
    lo |= moreLo
    hi |= moreHi
  }
  extend(piece, lo, hi)
  const preyLo = home[them]! & ~home[them | KING]!
  const preyHi = home[them | 1]! & ~home[them | KING | 1]!
  open(stepLo & preyLo & freeLo, stepHi & preyHi & freeHi)
  open(
    home[piece]! & stepsLo(role, openLo & freeLo, openHi & freeHi),
    home[piece | 1]! & stepsHi(role, openLo & freeLo, openHi & freeHi),
  )
}

function stepsLo(role: number, lo: number, hi: number): number {
  if (role === KNIGHT) return knightLo(lo, hi)
  if (role === BISHOP) return slantLo(lo, hi)
  if (role === ROOK) return straightLo(lo, hi)
  return aroundLo(lo, hi)
}

function stepsHi(role: number, lo: number, hi: number): number {
  if (role === KNIGHT) return knightHi(lo, hi)
  if (role === BISHOP) return slantHi(lo, hi)
  if (role === ROOK) return straightHi(lo, hi)
  return aroundHi(lo, hi)
}

const attacksLo = (side: number, lo: number, hi: number): number =>
  side === 0 ? upwardLo(lo, hi) : downwardLo(lo, hi)
const attacksHi = (side: number, lo: number, hi: number): number =>
  side === 0 ? upwardHi(lo, hi) : downwardHi(lo, hi)

/** Where any piece of a side but the king may ever stand. */
const menLo = (side: number): number =>
  reach[side | PAWN]! |
  reach[side | KNIGHT]! |
  reach[side | BISHOP]! |
  reach[side | ROOK]! |
  reach[side | QUEEN]!
const menHi = (side: number): number =>
  reach[side | PAWN | 1]! |
  reach[side | KNIGHT | 1]! |
  reach[side | BISHOP | 1]! |
  reach[side | ROOK | 1]! |
  reach[side | QUEEN | 1]!

function movePawns(side: number): void {
  const preyLo = menLo(side ^ LOSER)
  const preyHi = menHi(side ^ LOSER)
  for (let i = 0; i < pawnCount; i++) if (pawnSide[i] === side) advance(i, side, preyLo, preyHi)
  const ahead = side === 0 ? 8 : -8
  let lo = strays[side]!
  let hi = strays[side | 1]!
  if ((lo | hi) === 0) return
  for (;;) {
    const pushLo = ahead > 0 ? lo << 8 : (lo >>> 8) | (hi << 24)
    const pushHi = ahead > 0 ? (hi << 8) | (lo >>> 24) : hi >>> 8
    const takeLo = attacksLo(side, lo, hi) & preyLo
    const takeHi = attacksHi(side, lo, hi) & preyHi
    const moreLo = ((pushLo & openLo) | takeLo) & ~lo
    const moreHi = ((pushHi & openHi) | takeHi) & ~hi
    if ((moreLo | moreHi) === 0) break
    lo |= moreLo
    hi |= moreHi
  }
  strays[side] = lo
  strays[side | 1] = hi
  settle(side, lo, hi)
}

/** One pawn up its file as far as it may get without capturing, and whatever it may capture from there. */
function advance(pawn: number, side: number, preyLo: number, preyHi: number): void {
  const from = pawnSquare[pawn]!
  const ahead = side === 0 ? 8 : -8
  const limit = firstTightAhead(from, side)
  let lo = bitLo(from)
  let hi = bitHi(from)
  for (let to = from + ahead; to >= 0 && to < 64 && to !== limit; to += ahead) {
    if (((to < 32 ? openLo : openHi) & (1 << to)) === 0) break
    lo |= bitLo(to)
    hi |= bitHi(to)
  }
  const takeLo = attacksLo(side, lo, hi) & preyLo
  const takeHi = attacksHi(side, lo, hi) & preyHi
  if ((takeLo | takeHi) !== 0) {
    if (pawnLoose[pawn] === 0) changed = true
    pawnLoose[pawn] = 1
    strays[side] = strays[side]! | takeLo
    strays[side | 1] = strays[side | 1]! | takeHi
    const them = side ^ LOSER
    open(takeLo & home[them]! & ~home[them | KING]!, takeHi & home[them | 1]! & ~home[them | KING | 1]!)
  }
  const leaves = (lo ^ bitLo(from)) | (hi ^ bitHi(from)) | takeLo | takeHi
  if (leaves !== 0) open(bitLo(from), bitHi(from))
  settle(side, lo & ~bitLo(from), hi & ~bitHi(from))
}

/** Pawns may come to stand on these squares; on the last rank they turn into any piece. */
function settle(side: number, lo: number, hi: number): void {
  extend(side | PAWN, lo, hi)
  landings[side] = landings[side]! | lo
  landings[side | 1] = landings[side | 1]! | hi
  const lastLo = side === 0 ? 0 : lo & 0xff
  const lastHi = side === 0 ? hi & 0xff000000 : 0
  if ((lastLo | lastHi) === 0) return
  for (let role = KNIGHT; role <= QUEEN; role += 2) extend(side | role, lastLo, lastHi)
}

/** The nearest enemy pawn ahead on the file that neither captures nor is captured: it stays ahead for ever. -1: none. */
function firstTightAhead(from: number, side: number): number {
  let nearest = -1
  for (let i = 0; i < pawnCount; i++) {
    const square = pawnSquare[i]!
    if (pawnSide[i] === side || pawnLoose[i] === 1 || (square & 7) !== (from & 7)) continue
    const isAhead = side === 0 ? square > from : square < from
    if (isAhead && (nearest < 0 || (side === 0 ? square < nearest : square > nearest))) nearest = square
  }
  return nearest
}

function sumAttack(side: number): void {
  const pawnsLo = reach[side | PAWN]!
  const pawnsHi = reach[side | PAWN | 1]!
  const slantsLo = reach[side | BISHOP]! | reach[side | QUEEN]!
  const slantsHi = reach[side | BISHOP | 1]! | reach[side | QUEEN | 1]!
  const straightsLo = reach[side | ROOK]! | reach[side | QUEEN]!
  const straightsHi = reach[side | ROOK | 1]! | reach[side | QUEEN | 1]!
  const knightsLo = reach[side | KNIGHT]!
  const knightsHi = reach[side | KNIGHT | 1]!
  attack[side] =
    attacksLo(side, pawnsLo, pawnsHi) |
    knightLo(knightsLo, knightsHi) |
    slantLo(slantsLo, slantsHi) |
    straightLo(straightsLo, straightsHi)
  attack[side | 1] =
    attacksHi(side, pawnsLo, pawnsHi) |
    knightHi(knightsLo, knightsHi) |
    slantHi(slantsLo, slantsHi) |
    straightHi(straightsLo, straightsHi)
}

/** A pawn on whose squares the enemy may ever capture is not tight. */
function loosenPawns(): void {
  for (let i = 0; i < pawnCount; i++) {
    if (pawnLoose[i] === 1) continue
    const side = pawnSide[i]!
    const them = side ^ LOSER
    const from = pawnSquare[i]!
    const ahead = side === 0 ? 8 : -8
    const limit = firstTightAhead(from, side)
    for (let at = from; at >= 0 && at < 64 && at !== limit; at += ahead) {
      if (at !== from && ((at < 32 ? openLo : openHi) & (1 << at)) === 0) break
      if (isTakenOn(at, them)) {
        pawnLoose[i] = 1
        changed = true
        break
      }
    }
  }
}

function isTakenOn(square: number, them: number): boolean {
  const half = square >> 5
  const bit = 1 << square
  if (attack[them | half]! & bit) return true
  const lo = reach[them | KING]!
  const hi = reach[them | KING | 1]!
  const king = half === 0 ? aroundLo(lo, hi) : aroundHi(lo, hi)
  return (king & ~barred[them | half]! & bit) !== 0
}

/** Where a piece of the winner's may arrive by a move: its first square only if it can come back there. */
const arriveLo = (role: number): number =>
  reach[role]! & (~home[role]! | (openLo & stepsLo(role, reach[role]!, reach[role | 1]!)))
const arriveHi = (role: number): number =>
  reach[role | 1]! & (~home[role | 1]! | (openHi & stepsHi(role, reach[role]!, reach[role | 1]!)))

/**
 * Whether there is a square that the loser's king may reach, on which a move may give check, and around which every
 * square may be attacked or taken up by its own men. A check is given by a move: an attack that has stood from the
 * start gives none, for the king cannot walk into it.
 */
function isMateConceivable(): boolean {
  const kingLo = reach[KING]!
  const kingHi = reach[KING | 1]!
  const shutLo = attack[0]! | aroundLo(kingLo, kingHi) | menLo(LOSER)
  const shutHi = attack[1]! | aroundHi(kingLo, kingHi) | menHi(LOSER)
  const airLo = aroundLo(~shutLo, ~shutHi)
  const airHi = aroundHi(~shutLo, ~shutHi)
  const preyLo = reach[LOSER | KING]! & attack[0]! & ~airLo
  const preyHi = reach[LOSER | KING | 1]! & attack[1]! & ~airHi
  if ((preyLo | preyHi) === 0) return false
  sumChecks()
  return ((preyLo & checks[0]!) | (preyHi & checks[1]!)) !== 0
}

/** The squares on which a move of the winner's may give check. */
function sumChecks(): void {
  const queenLo = arriveLo(QUEEN)
  const queenHi = arriveHi(QUEEN)
  const slantsLo = arriveLo(BISHOP) | queenLo
  const slantsHi = arriveHi(BISHOP) | queenHi
  const straightsLo = arriveLo(ROOK) | queenLo
  const straightsHi = arriveHi(ROOK) | queenHi
  const knightsLo = arriveLo(KNIGHT)
  const knightsHi = arriveHi(KNIGHT)
  checks[0] =
    upwardLo(landings[0]!, landings[1]!) |
    knightLo(knightsLo, knightsHi) |
    slantLo(slantsLo, slantsHi) |
    straightLo(straightsLo, straightsHi)
  checks[1] =
    upwardHi(landings[0]!, landings[1]!) |
    knightHi(knightsLo, knightsHi) |
    slantHi(slantsLo, slantsHi) |
    straightHi(straightsLo, straightsHi)
}
