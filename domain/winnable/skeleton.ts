/**
 * Positions that blocked pawns hold shut: every arrangement of kings and pawns is visited, while the other pieces are
 * taken to be wherever they may get to. What even then yields no mate yields none (docs/winnable.md, "Skeletons").
 */

import type { Position } from '../chess/index.ts'
import { firstLevel } from './first-level.ts'
import {
  has,
  inSet,
  KNIGHT,
  L,
  type Level,
  pawnStepsHi,
  pawnStepsLo,
  QUEEN,
  stepsHi,
  stepsLo,
  W,
} from './level.ts'
import { BY_PIECE, type Check, isInLine, isNetConceivable } from './net.ts'
import { type Change, noRooms, type Room, type Rooms, roomOf, wayFrom } from './rooms.ts'
import { aroundHi, aroundLo, bitHi, bitLo } from './sets.ts'
import type { SideIndex } from './sides.ts'

/** `dead`: no mate can arise. `open`: one is conceivable. `spent`: the nodes did not suffice. */
export type VisitResult = 'dead' | 'open' | 'spent'

/** With the winner's king on one square: the loser's on 64, two turns, a file of capture in passing or none. */
const STATES = 64 * 2 * 9
const NO_FILE = 8
/** Where pawns are free there are more levels than it is worth to visit. */
const MOST_ROOMS = 50_000

/** Whether the skeletons of a position can be visited: one king each, castling and capture in passing over. */
export const isSkeletal = (p: Position): boolean => p.rights === 0 && p.passing < 0

/** A visit under way; it may be broken off and taken up again. */
export interface Skeletons {
  readonly rooms: Rooms
  /** States still to be left by every move. */
  readonly stack: number[]
  nodes: number
  /** What the visit may spend in all, for now. */
  most: number
  isOpen: boolean
  /** The nodes ran out amid the moves of a state: it has to be taken up again. */
  isCut: boolean
}

/** Begins a visit of the skeletons of all positions that can arise. The position is skeletal. */
export function beginVisit(p: Position, us: SideIndex): Skeletons {
  const { level, kings } = firstLevel(p, us)
  const visit: Skeletons = { rooms: noRooms(), stack: [], nodes: 0, most: 0, isOpen: false, isCut: false }
  note(visit, roomOf(visit.rooms, level), kings[W]!, kings[L]!, p.turn === us ? W : L, NO_FILE)
  return visit
}

/** Goes on until so many nodes have been spent in all. */
export function continueVisit(visit: Skeletons, nodes: number): VisitResult {
  const { stack } = visit
  visit.most = nodes
  while (stack.length > 0 && !visit.isOpen && visit.nodes < nodes) {
    const next = stack.pop()!
    visit.isCut = false
    expand(visit, next)
    if (visit.isCut) stack.push(next)
  }
  if (visit.isOpen) return 'open'
  return stack.length > 0 ? 'spent' : 'dead'
}

/** Whether both sides have pawns, and none of them has been able to move or been taken so far. */
export function isLocked({ rooms }: Skeletons): boolean {
  const { pawns } = rooms.all[0]!.level
  return rooms.all.length === 1 && (pawns[0]! | pawns[1]!) !== 0 && (pawns[2]! | pawns[3]!) !== 0
}

/** Notes a state to be expanded, unless it has been met. */
function note(visit: Skeletons, room: Room, kW: number, kL: number, turn: number, file: number): void {
  const state = (kL * 2 + turn) * 9 + file
  const word = state >> 5
  const visited = room.visited[kW] ?? new Int32Array(STATES >> 5)
  room.visited[kW] = visited
  if (visited[word]! & (1 << state)) return
  visited[word] = visited[word]! | (1 << state)
  visit.stack.push((room.index * 64 + kW) * STATES + state)
}

function expand(visit: Skeletons, number: number): void {
  const state = number % STATES
  const place = (number - state) / STATES
  const kW = place % 64
  const room = visit.rooms.all[(place - kW) / 64]!
  const side = ((state / 9) | 0) & 1
  const now: Moment = { visit, room, side, kings: [kW, (state / 18) | 0], file: state % 9 }
  moveKing(now)
  movePawns(now)
  movePieces(now)
}

/** A state whose moves are being made. */
interface Moment {
  readonly visit: Skeletons
  readonly room: Room
  readonly side: number
  readonly kings: readonly number[]
  /** The file on which a pawn may be taken in passing. */
  readonly file: number
}

/** A move of the skeleton has led to `room`, the mover's king standing on `king`. */
function arrive(now: Moment, room: Room, king: number, file: number, checks: readonly Check[]): void {
  const { visit, side } = now
  if (visit.isOpen) return
  if (visit.nodes === visit.most) {
    visit.isCut = true
    return
  }
  visit.nodes++
  const foe = side ^ 1
  if (inSet(room.level.pawnAttack, foe, king)) return
  const kW = side === W ? king : now.kings[W]!
  const kL = side === W ? now.kings[L]! : king
  for (const check of checks) if (isNetConceivable(room.level, kW, kL, check)) visit.isOpen = true
  note(visit, room, kW, kL, foe, file)
}

function moveKing(now: Moment): void {
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
      const next = prey || caught ? way(now, kings, { foe: prey ? to : -1, caught: caught ? to : -1 }) : room
      arrive(now, next, to, NO_FILE, checks)
    },
  )
}

function movePawns(now: Moment): void {
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
      land(now, from, to, -1, -1, NO_FILE)
      const far = to + ahead
      if (from >> 3 === (side === W ? 1 : 6) && !has(solidLo, solidHi, far)) {
        land(now, from, far, -1, -1, passingFile(level, side, to))
      }
    }
    eachSquare(
      pawnStepsLo(side, bitLo(from), bitHi(from)),
      pawnStepsHi(side, bitLo(from), bitHi(from)),
      (target) => {
        const foe = side ^ 1
        if (target === kings[0] || target === kings[1]) return
        if ((target & 7) === now.file && target >> 3 === (side === W ? 5 : 2)) {
          land(now, from, target, target ^ 8, -1, NO_FILE)
        }
        if (inSet(pawns, foe, target)) land(now, from, target, target, -1, NO_FILE)
        else if (inSet(fast, foe, target)) land(now, from, target, -1, target, NO_FILE)
        else if (inSet(level.roam, foe, target)) land(now, from, target, -1, -1, NO_FILE)
      },
    )
  })
}

/** The file of a double step, if an enemy pawn attacks the square stepped over. */
function passingFile(level: Level, side: number, over: number): number {
  return inSet(level.pawnAttack, side ^ 1, over) ? over & 7 : NO_FILE
}

function land(now: Moment, from: number, to: number, foe: number, caught: number, file: number): void {
  const { side, kings } = now
  const king = kings[side]!
  const target = kings[side ^ 1]!
  if (to >= 56 || to < 8) {
    for (let role = KNIGHT; role <= QUEEN; role++) {
      const next = way(now, kings, { from, foe, caught, arrival: { role, square: to } })
      arrive(now, next, king, NO_FILE, side === W ? [BY_PIECE] : NO_CHECK)
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
  arrive(now, way(now, kings, { from, to, foe, caught }), king, file, checks)
}

/** Moves of pieces: within the level they change nothing of the skeleton; onto a pawn they lead to another. */
function movePieces(now: Moment): void {
  const { room, side, kings } = now
  const { level } = room
  if (!level.moves[side]) return
  const checks = side === W ? [BY_PIECE] : NO_CHECK
  const foe = (side ^ 1) << 1
  if (level.men.some((man) => man.side === side && !man.fast)) {
    arrive(now, room, kings[side]!, NO_FILE, checks)
  }
  level.men.forEach((man, index) => {
    if (man.side !== side) return
    eachSquare(
      stepsLo(man.role, man.lo, man.hi) & (level.pawns[foe]! | level.fast[foe]!),
      stepsHi(man.role, man.lo, man.hi) & (level.pawns[foe | 1]! | level.fast[foe | 1]!),
      (square) => {
        const prey = inSet(level.pawns, side ^ 1, square)
        const change = { foe: prey ? square : -1, caught: prey ? -1 : square, mover: index }
        arrive(now, way(now, kings, change), kings[side]!, NO_FILE, checks)
      },
    )
  })
}

function way({ visit, room, side }: Moment, kings: readonly number[], change: Change): Room {
  if (visit.rooms.all.length === MOST_ROOMS) visit.isOpen = true
  return wayFrom(visit.rooms, room, side, kings, change)
}

const NO_CHECK: readonly Check[] = []

function eachSquare(lo: number, hi: number, visit: (square: number) => void): void {
  for (; lo !== 0; lo &= lo - 1) visit(31 - Math.clz32(lo & -lo))
  for (; hi !== 0; hi &= hi - 1) visit(63 - Math.clz32(hi & -hi))
}
