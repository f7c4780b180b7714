/**
 * Positions that blocked pawns hold shut: every arrangement of kings and pawns is visited, while the other pieces are
 * taken to be wherever they may get to. What even then yields no mate yields none (docs/winnable.md, "Skeletons").
 */

import type { Position } from '../chess/index.ts'
import { firstLevel } from './first-level.ts'
import {
  enter,
  has,
  inSet,
  KNIGHT,
  L,
  type Level,
  type Man,
  pawnStepsHi,
  pawnStepsLo,
  QUEEN,
  stepsHi,
  stepsLo,
  W,
} from './level.ts'
import { BY_PIECE, type Check, isInLine, isNetConceivable } from './net.ts'
import { aroundHi, aroundLo, bitHi, bitLo } from './sets.ts'
import type { SideIndex } from './sides.ts'

export interface Visit {
  /** `dead`: no mate can arise. `open`: one is conceivable. `spent`: the nodes did not suffice. */
  readonly result: 'dead' | 'open' | 'spent'
  readonly nodes: number
}

/** Kings on 64 squares each, two turns, and a file of capture in passing or none: one bit for each. */
const STATES = 64 * 64 * 2 * 9
const NO_FILE = 8

interface Room {
  readonly level: Level
  readonly visited: Int32Array
  readonly index: number
  /** The levels that moves lead to, by move. */
  readonly ways: Map<string, Room>
}

/** Whether the skeletons of a position can be visited: one king each, castling and capture in passing over. */
export const isSkeletal = (p: Position): boolean => p.rights === 0 && p.passing < 0

/** Visits the skeletons of all positions that can arise. The position is skeletal. */
export const visitSkeletons = (p: Position, us: SideIndex, nodes: number): Visit =>
  new Skeletons(p, us).visitUpTo(nodes)

/** A visit under way; it may be broken off and taken up again. */
export class Skeletons {
  private readonly rooms: Room[] = []
  private readonly byKey = new Map<string, Room>()
  private readonly stack: number[] = []
  private nodes = 0
  private isOpen = false

  constructor(p: Position, us: SideIndex) {
    const { level, kings } = firstLevel(p, us)
    this.visit(this.room(level), kings[W]!, kings[L]!, p.turn === us ? W : L, NO_FILE)
  }

  /** Goes on until so many nodes have been spent in all. */
  visitUpTo(nodes: number): Visit {
    while (this.stack.length > 0 && !this.isOpen && this.nodes < nodes) this.expand(this.stack.pop()!)
    const result = this.isOpen ? 'open' : this.stack.length > 0 ? 'spent' : 'dead'
    return { result, nodes: this.nodes }
  }

  private room(level: Level): Room {
    const known = this.byKey.get(level.key)
    if (known) return known
    const room = {
      level,
      visited: new Int32Array(STATES >> 5),
      index: this.rooms.length,
      ways: new Map<string, Room>(),
    }
    this.rooms.push(room)
    this.byKey.set(level.key, room)
    return room
  }

  private visit(room: Room, kW: number, kL: number, turn: number, file: number): void {
    const state = (((kW << 6) | kL) * 2 + turn) * 9 + file
    const word = state >> 5
    if (room.visited[word]! & (1 << state)) return
    room.visited[word] = room.visited[word]! | (1 << state)
    this.stack.push(room.index * STATES + state)
  }

  private expand(number: number): void {
    const state = number % STATES
    const room = this.rooms[(number - state) / STATES]!
    const kings = (state / 18) | 0
    const turn = ((state / 9) | 0) & 1
    const now: Moment = { room, side: turn, kings: [kings >> 6, kings & 63], file: state % 9 }
    this.moveKing(now)
    if (!this.isOpen) this.movePawns(now)
    if (!this.isOpen) this.movePieces(now)
  }

  /** A move of the skeleton has led to `room`, the mover's king standing on `king`. */
  private arrive(now: Moment, room: Room, king: number, file: number, checks: readonly Check[]): void {
    this.nodes++
    const { side } = now
    const foe = side ^ 1
    if (inSet(room.level.pawnAttack, foe, king)) return
    const kW = side === W ? king : now.kings[W]!
    const kL = side === W ? now.kings[L]! : king
    for (const check of checks) if (isNetConceivable(room.level, kW, kL, check)) this.isOpen = true
    this.visit(room, kW, kL, foe, file)
  }

  private moveKing(now: Moment): void {
    const { room, side } = now
    const { level } = room
    const from = now.kings[side]!
    const other = now.kings[side ^ 1]!
    const own = side << 1
    const foe = own ^ 2
    const nearLo = aroundLo(bitLo(other), bitHi(other)) | bitLo(other)
    const nearHi = aroundHi(bitLo(other), bitHi(other)) | bitHi(other)
    const shutLo =
      level.pawns[own]! | level.fast[own]! | level.pawnAttack[foe]! | level.fastAttack[foe]! | nearLo
    const shutHi =
      level.pawns[own | 1]! |
      level.fast[own | 1]! |
      level.pawnAttack[foe | 1]! |
      level.fastAttack[foe | 1]! |
      nearHi
    const checks: readonly Check[] =
      side === W && isInLine(from, other) ? [{ by: 'discovery', left: from, alone: true }] : NO_CHECK
    eachSquare(
      aroundLo(bitLo(from), bitHi(from)) & ~shutLo,
      aroundHi(bitLo(from), bitHi(from)) & ~shutHi,
      (to) => {
        const prey = inSet(level.pawns, side ^ 1, to)
        const caught = inSet(level.fast, side ^ 1, to)
        const kings = side === W ? [to, other] : [other, to]
        const next =
          prey || caught ? this.way(now, kings, { foe: prey ? to : -1, caught: caught ? to : -1 }) : room
        this.arrive(now, next, to, NO_FILE, checks)
      },
    )
  }

  private movePawns(now: Moment): void {
    const { room, side, kings } = now
    const { level } = room
    const ahead = side === W ? 8 : -8
    const { pawns, fast } = level
    const solidLo = pawns[0]! | pawns[2]! | fast[0]! | fast[2]! | bitLo(kings[0]!) | bitLo(kings[1]!)
    const solidHi = pawns[1]! | pawns[3]! | fast[1]! | fast[3]! | bitHi(kings[0]!) | bitHi(kings[1]!)
    eachSquare(pawns[side << 1]!, pawns[(side << 1) | 1]!, (from) => {
      const to = from + ahead
      if (to < 0 || to > 63) return
      if (!has(solidLo, solidHi, to)) {
        this.land(now, from, to, -1, -1, NO_FILE)
        const far = to + ahead
        if (from >> 3 === (side === W ? 1 : 6) && !has(solidLo, solidHi, far)) {
          this.land(now, from, far, -1, -1, this.passingFile(level, side, to))
        }
      }
      eachSquare(
        pawnStepsLo(side, bitLo(from), bitHi(from)),
        pawnStepsHi(side, bitLo(from), bitHi(from)),
        (target) => {
          const foe = side ^ 1
          if (target === kings[0] || target === kings[1]) return
          if ((target & 7) === now.file && target >> 3 === (side === W ? 5 : 2)) {
            this.land(now, from, target, target ^ 8, -1, NO_FILE)
          }
          if (inSet(pawns, foe, target)) this.land(now, from, target, target, -1, NO_FILE)
          else if (inSet(fast, foe, target)) this.land(now, from, target, -1, target, NO_FILE)
          else if (inSet(level.roam, foe, target)) this.land(now, from, target, -1, -1, NO_FILE)
        },
      )
    })
  }

  /** The file of a double step, if an enemy pawn attacks the square stepped over. */
  private passingFile(level: Level, side: number, over: number): number {
    return inSet(level.pawnAttack, side ^ 1, over) ? over & 7 : NO_FILE
  }

  private land(now: Moment, from: number, to: number, foe: number, caught: number, file: number): void {
    const { side, kings } = now
    const king = kings[side]!
    const target = kings[side ^ 1]!
    if (to >= 56 || to < 8) {
      for (let role = KNIGHT; role <= QUEEN; role++) {
        const next = this.way(now, kings, { from, foe, caught, arrival: { role, square: to } })
        this.arrive(now, next, king, NO_FILE, side === W ? [BY_PIECE] : NO_CHECK)
      }
      return
    }
    const checks: Check[] = []
    if (side === W) {
      if (has(pawnStepsLo(W, bitLo(to), bitHi(to)), pawnStepsHi(W, bitLo(to), bitHi(to)), target)) {
        checks.push({ by: 'pawn', square: to })
      }
      if (isInLine(from, target)) checks.push({ by: 'discovery', left: from, alone: false })
      if (foe >= 0 && foe !== to && isInLine(foe, target))
        checks.push({ by: 'discovery', left: foe, alone: false })
    }
    this.arrive(now, this.way(now, kings, { from, to, foe, caught }), king, file, checks)
  }

  /** Moves of pieces: within the level they change nothing of the skeleton; onto a pawn they lead to another. */
  private movePieces(now: Moment): void {
    const { room, side, kings } = now
    const { level } = room
    if (!level.moves[side]) return
    const checks = side === W ? [BY_PIECE] : NO_CHECK
    const foe = (side ^ 1) << 1
    if (level.men.some((man) => man.side === side && !man.fast)) {
      this.arrive(now, room, kings[side]!, NO_FILE, checks)
    }
    level.men.forEach((man, index) => {
      if (man.side !== side) return
      eachSquare(
        stepsLo(man.role, man.lo, man.hi) & (level.pawns[foe]! | level.fast[foe]!),
        stepsHi(man.role, man.lo, man.hi) & (level.pawns[foe | 1]! | level.fast[foe | 1]!),
        (square) => {
          const prey = inSet(level.pawns, side ^ 1, square)
          const change = { foe: prey ? square : -1, caught: prey ? -1 : square, mover: index }
          this.arrive(now, this.way(now, kings, change), kings[side]!, NO_FILE, checks)
        },
      )
    })
  }

  /** The room that a change of the pawns, or of the pieces that stand fast, leads to. */
  private way(now: Moment, kings: readonly number[], change: Change): Room {
    const { room, side } = now
    const { from = -1, to = -1, foe = -1, caught = -1, arrival, mover = -1 } = change
    const name = `${side}/${kings}/${from}/${to}/${foe}/${caught}/${mover}/${arrival?.role}/${arrival?.square}`
    const known = room.ways.get(name)
    if (known) return known
    const { level } = room
    const pawns = Int32Array.from(level.pawns)
    if (from >= 0) remove(pawns, side, from)
    if (to >= 0) add(pawns, side, to)
    if (foe >= 0) remove(pawns, side ^ 1, foe)
    const men: Man[] = []
    const taken = Math.max(foe, caught)
    level.men.forEach((man, index) => {
      if (index === mover) men.push({ ...man, lo: bitLo(taken), hi: bitHi(taken), fast: true })
      else if (caught < 0 || !man.fast || !has(man.lo, man.hi, caught)) men.push(man)
    })
    if (arrival) {
      const { role, square } = arrival
      men.push({ side, role, lo: bitLo(square), hi: bitHi(square), fast: true })
    }
    const next = this.room(enter(pawns, men, kings))
    room.ways.set(name, next)
    return next
  }
}

interface Moment {
  readonly room: Room
  readonly side: number
  readonly kings: readonly number[]
  readonly file: number
}

/** What a move does to the pawns and to the pieces that stand fast; squares. */
interface Change {
  readonly from?: number
  readonly to?: number
  /** The pawn captured. */
  readonly foe?: number
  /** The piece captured where it stood fast. */
  readonly caught?: number
  /** The index of the piece that captured a pawn. */
  readonly mover?: number
  readonly arrival?: { readonly role: number; readonly square: number }
}

const NO_CHECK: readonly Check[] = []

function eachSquare(lo: number, hi: number, visit: (square: number) => void): void {
  for (; lo !== 0; lo &= lo - 1) visit(31 - Math.clz32(lo & -lo))
  for (; hi !== 0; hi &= hi - 1) visit(63 - Math.clz32(hi & -hi))
}

function remove(sets: Int32Array, side: number, square: number): void {
  const at = (side << 1) | (square >> 5)
  sets[at] = sets[at]! & ~(1 << square)
}

function add(sets: Int32Array, side: number, square: number): void {
  const at = (side << 1) | (square >> 5)
  sets[at] = sets[at]! | (1 << square)
}
