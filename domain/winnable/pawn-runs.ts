/** Lets the pawns run over the ground: up their files, past each other only by capturing, and on to promotion. */

import {
  barred,
  extend,
  growth,
  home,
  LOSER,
  landings,
  menHi,
  menLo,
  open,
  pawns,
  reach,
  strays,
  vacate,
} from './ground.ts'
import { KING, KNIGHT, PAWN, QUEEN } from './places.ts'
import { pawnAttackHi, pawnAttackLo } from './runs.ts'
import { aroundHi, aroundLo, bitHi, bitLo } from './sets.ts'

export function movePawns(side: number): void {
  const preyLo = menLo(side ^ LOSER)
  const preyHi = menHi(side ^ LOSER)
  for (let i = 0; i < pawns.count; i++) if (pawns.side[i] === side) advance(i, side, preyLo, preyHi)
  if ((strays[side]! | strays[side | 1]!) !== 0) moveStrays(side, preyLo, preyHi)
}

/** One pawn up its file as far as it may get without capturing, and whatever it may capture from there. */
function advance(pawn: number, side: number, preyLo: number, preyHi: number): void {
  const from = pawns.square[pawn]!
  const ahead = side === 0 ? 8 : -8
  const limit = firstTightAhead(from, side)
  let lo = bitLo(from)
  let hi = bitHi(from)
  for (let to = from + ahead; to >= 0 && to < 64 && to !== limit; to += ahead) {
    if ((open[to >> 5]! & (1 << to)) === 0) break
    lo |= bitLo(to)
    hi |= bitHi(to)
  }
  const takeLo = pawnAttackLo(side, lo, hi) & preyLo
  const takeHi = pawnAttackHi(side, lo, hi) & preyHi
  if ((takeLo | takeHi) !== 0) {
    if (pawns.loose[pawn] === 0) growth.changed = true
    pawns.loose[pawn] = 1
    strays[side] = strays[side]! | takeLo
    strays[side | 1] = strays[side | 1]! | takeHi
    const them = side ^ LOSER
    vacate(takeLo & home[them]! & ~home[them | KING]!, takeHi & home[them | 1]! & ~home[them | KING | 1]!)
  }
  const leaves = (lo ^ bitLo(from)) | (hi ^ bitHi(from)) | takeLo | takeHi
  if (leaves !== 0) vacate(bitLo(from), bitHi(from))
  settle(side, lo & ~bitLo(from), hi & ~bitHi(from))
}

/** Pawns that have captured: they may go on from wherever they landed. */
function moveStrays(side: number, preyLo: number, preyHi: number): void {
  let lo = strays[side]!
  let hi = strays[side | 1]!
  for (;;) {
    const pushLo = side === 0 ? lo << 8 : (lo >>> 8) | (hi << 24)
    const pushHi = side === 0 ? (hi << 8) | (lo >>> 24) : hi >>> 8
    const moreLo = ((pushLo & open[0]!) | (pawnAttackLo(side, lo, hi) & preyLo)) & ~lo
    const moreHi = ((pushHi & open[1]!) | (pawnAttackHi(side, lo, hi) & preyHi)) & ~hi
    if ((moreLo | moreHi) === 0) break
    lo |= moreLo
    hi |= moreHi
  }
  const them = side ^ LOSER
  vacate(
    lo & preyLo & home[them]! & ~home[them | KING]!,
    hi & preyHi & home[them | 1]! & ~home[them | KING | 1]!,
  )
  strays[side] = lo
  strays[side | 1] = hi
  settle(side, lo, hi)
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
  for (let i = 0; i < pawns.count; i++) {
    const square = pawns.square[i]!
    if (pawns.side[i] === side || pawns.loose[i] === 1 || (square & 7) !== (from & 7)) continue
    const isAhead = side === 0 ? square > from : square < from
    if (isAhead && (nearest < 0 || (side === 0 ? square < nearest : square > nearest))) nearest = square
  }
  return nearest
}

/** A pawn on whose squares the enemy may ever capture is not tight. `attack`: what each side's men may ever attack. */
export function loosenPawns(attack: Int32Array): void {
  for (let i = 0; i < pawns.count; i++) {
    if (pawns.loose[i] === 1) continue
    const side = pawns.side[i]!
    const from = pawns.square[i]!
    const ahead = side === 0 ? 8 : -8
    const limit = firstTightAhead(from, side)
    for (let at = from; at >= 0 && at < 64 && at !== limit; at += ahead) {
      if (at !== from && (open[at >> 5]! & (1 << at)) === 0) break
      if (!isTakenOn(at, side ^ LOSER, attack)) continue
      pawns.loose[i] = 1
      growth.changed = true
      break
    }
  }
}

function isTakenOn(square: number, them: number, attack: Int32Array): boolean {
  const half = square >> 5
  const bit = 1 << square
  if (attack[them | half]! & bit) return true
  const lo = reach[them | KING]!
  const hi = reach[them | KING | 1]!
  const king = half === 0 ? aroundLo(lo, hi) : aroundHi(lo, hi)
  return (king & ~barred[them | half]! & bit) !== 0
}
