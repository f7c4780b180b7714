/** Reachability of pawns: up their files, past each other only by capturing, and on to promotion. */

import { KINGS, KNIGHTS, PAWNS, QUEENS } from './bitboard-index.ts'
import { pawnAttackHi, pawnAttackLo } from './piece-reach.ts'
import {
  addReachable,
  addVacatable,
  barred,
  DEFENDER_OFFSET,
  growth,
  initialSets,
  nonKingReachHi,
  nonKingReachLo,
  pawnArrivals,
  pawnList,
  pawnsAfterCapture,
  reachable,
  vacatable,
} from './reachability.ts'
import { bitHi, bitLo, neighboursHi, neighboursLo } from './square-sets.ts'

export function extendPawns(side: number): void {
  const preyLo = nonKingReachLo(side ^ DEFENDER_OFFSET)
  const preyHi = nonKingReachHi(side ^ DEFENDER_OFFSET)
  for (let i = 0; i < pawnList.count; i++) if (pawnList.side[i] === side) extendPawn(i, side, preyLo, preyHi)
  if ((pawnsAfterCapture[side]! | pawnsAfterCapture[side | 1]!) !== 0)
    extendCapturedPawns(side, preyLo, preyHi)
}

/** One pawn: up its file as far as it may get without capturing, and all captures from there. */
function extendPawn(pawn: number, side: number, preyLo: number, preyHi: number): void {
  const from = pawnList.square[pawn]!
  const ahead = side === 0 ? 8 : -8
  const limit = firstTightAhead(from, side)
  let lo = bitLo(from)
  let hi = bitHi(from)
  for (let to = from + ahead; to >= 0 && to < 64 && to !== limit; to += ahead) {
    if ((vacatable[to >> 5]! & (1 << to)) === 0) break
    lo |= bitLo(to)
    hi |= bitHi(to)
  }
  const takeLo = pawnAttackLo(side, lo, hi) & preyLo
  const takeHi = pawnAttackHi(side, lo, hi) & preyHi
  if ((takeLo | takeHi) !== 0) {
    if (pawnList.loose[pawn] === 0) growth.changed = true
    pawnList.loose[pawn] = 1
    pawnsAfterCapture[side] = pawnsAfterCapture[side]! | takeLo
    pawnsAfterCapture[side | 1] = pawnsAfterCapture[side | 1]! | takeHi
    const them = side ^ DEFENDER_OFFSET
    addVacatable(
      takeLo & initialSets[them]! & ~initialSets[them | KINGS]!,
      takeHi & initialSets[them | 1]! & ~initialSets[them | KINGS | 1]!,
    )
  }
  const leaves = (lo ^ bitLo(from)) | (hi ^ bitHi(from)) | takeLo | takeHi
  if (leaves !== 0) addVacatable(bitLo(from), bitHi(from))
  addPawnSquares(side, lo & ~bitLo(from), hi & ~bitHi(from))
}

/** Pawns that have captured: they may go on from all squares on which they may have arrived. */
function extendCapturedPawns(side: number, preyLo: number, preyHi: number): void {
  let lo = pawnsAfterCapture[side]!
  let hi = pawnsAfterCapture[side | 1]!
  for (;;) {
    const pushLo = side === 0 ? lo << 8 : (lo >>> 8) | (hi << 24)
    const pushHi = side === 0 ? (hi << 8) | (lo >>> 24) : hi >>> 8
    const moreLo = ((pushLo & vacatable[0]!) | (pawnAttackLo(side, lo, hi) & preyLo)) & ~lo
    const moreHi = ((pushHi & vacatable[1]!) | (pawnAttackHi(side, lo, hi) & preyHi)) & ~hi
    if ((moreLo | moreHi) === 0) break
    lo |= moreLo
    hi |= moreHi
  }
  const them = side ^ DEFENDER_OFFSET
  addVacatable(
    lo & preyLo & initialSets[them]! & ~initialSets[them | KINGS]!,
    hi & preyHi & initialSets[them | 1]! & ~initialSets[them | KINGS | 1]!,
  )
  pawnsAfterCapture[side] = lo
  pawnsAfterCapture[side | 1] = hi
  addPawnSquares(side, lo, hi)
}

/** Adds squares that pawns may reach; on the last rank they promote to any piece. */
function addPawnSquares(side: number, lo: number, hi: number): void {
  addReachable(side | PAWNS, lo, hi)
  pawnArrivals[side] = pawnArrivals[side]! | lo
  pawnArrivals[side | 1] = pawnArrivals[side | 1]! | hi
  const lastLo = side === 0 ? 0 : lo & 0xff
  const lastHi = side === 0 ? hi & 0xff000000 : 0
  if ((lastLo | lastHi) === 0) return
  for (let role = KNIGHTS; role <= QUEENS; role += 2) addReachable(side | role, lastLo, lastHi)
}

/** The nearest enemy pawn ahead on the file that neither captures nor is captured, and so stays ahead for ever; -1 for none. */
function firstTightAhead(from: number, side: number): number {
  let nearest = -1
  for (let i = 0; i < pawnList.count; i++) {
    const square = pawnList.square[i]!
    if (pawnList.side[i] === side || pawnList.loose[i] === 1 || (square & 7) !== (from & 7)) continue
    const isAhead = side === 0 ? square > from : square < from
    if (isAhead && (nearest < 0 || (side === 0 ? square < nearest : square > nearest))) nearest = square
  }
  return nearest
}

/** Finds pawns that the enemy may ever capture: these are loose. `attack`: what each side's pieces may ever attack. */
export function findCapturablePawns(attack: Int32Array): void {
  for (let i = 0; i < pawnList.count; i++) {
    if (pawnList.loose[i] === 1) continue
    const side = pawnList.side[i]!
    const from = pawnList.square[i]!
    const ahead = side === 0 ? 8 : -8
    const limit = firstTightAhead(from, side)
    for (let at = from; at >= 0 && at < 64 && at !== limit; at += ahead) {
      if (at !== from && (vacatable[at >> 5]! & (1 << at)) === 0) break
      if (!isTakenOn(at, side ^ DEFENDER_OFFSET, attack)) continue
      pawnList.loose[i] = 1
      growth.changed = true
      break
    }
  }
}

function isTakenOn(square: number, them: number, attack: Int32Array): boolean {
  const half = square >> 5
  const bit = 1 << square
  if (attack[them | half]! & bit) return true
  const lo = reachable[them | KINGS]!
  const hi = reachable[them | KINGS | 1]!
  const king = half === 0 ? neighboursLo(lo, hi) : neighboursHi(lo, hi)
  return (king & ~barred[them | half]! & bit) !== 0
}
