/** Counts how often a position has occurred (9.2.2), by a hash table of the positions that may occur again. */
import { type Position, turnAndRightsKey, writeFen } from '../chess/index.ts'
import { fenOf, positionsOf } from './fens.ts'
import { type OccurrenceKey, positionIdentity } from './position-identity.ts'
import { hasSamePlacement } from './same-placement.ts'
import type { Point } from './state.ts'

/** Whether no position before this point is looked for: after a pawn move or capture none recurs, and history may start anew. */
const endsSearch = ({ fresh, quiet }: Point): boolean => fresh || quiet === 0

const NO_CELLS = new Int32Array(0)
const MIN_CELLS = 128
/** The index of a point that the game does not have. */
const NEXT = -1

/**
 * An open-addressing table, by hash, of the positions on the path to one point since its last pawn move or capture; of equal
 * positions it has the latest. It is a cache of the points: when the game was taken back or read from JSON, the next question
 * fills the table again.
 */
export class Repetitions {
  /** Four numbers a cell: the two halves of a hash, the index of its point, and the number under which it was inserted. */
  private cells = NO_CELLS
  /** For each cell the side on move, castling rights and en passant of its position (`turnAndRightsKey`). */
  private turnsAndRights = NO_CELLS
  private points: readonly Point[] = []
  /** Index of the point inserted last, -1 before any. */
  private tip = -1
  /** Points are numbered as they are inserted; cells with numbers below `first` are free. */
  private first = 1
  private last = 0

  /** Occurrences of the position up to the point of this index, itself included, which is inserted. `position`: that point's. */
  upTo(points: readonly Point[], index: number, position: Position): number {
    const point = points[index]!
    if (points !== this.points || point.parent !== this.tip) this.fillTo(points, point.parent)
    return this.insert(point, index, position)
  }

  /** Occurrences of a position if it came next after the point `next.parent`, itself included. */
  ifNext(points: readonly Point[], next: OccurrenceKey, position: Position): number {
    if (points !== this.points || next.parent !== this.tip) this.fillTo(points, next.parent)
    return this.countIn(this.cellOf(next, NEXT, position), next)
  }

  /** Fills the table with the path to `tip`. */
  private fillTo(points: readonly Point[], tip: number): void {
    const path: number[] = []
    for (let index = tip; index >= 0; index = points[index]!.parent) {
      path.push(index)
      if (endsSearch(points[index]!)) break
    }
    path.reverse()
    this.points = points
    this.tip = -1
    this.first = this.last + 1
    let k = 0
    for (const position of positionsOf(points, path)) {
      const index = path[k++]!
      this.insert(points[index]!, index, position)
    }
  }

  /** Inserts a point; returns the occurrences of its position. */
  private insert(point: Point, index: number, position: Position): number {
    if (endsSearch(point)) this.first = this.last + 1
    // At most half full, so that a look ends soon.
    if (8 * (this.last + 2 - this.first) > this.cells.length) this.grow()
    const cell = this.cellOf(point, index, position)
    const count = this.countIn(cell, point)
    const { cells } = this
    cells[cell] = point.lo
    cells[cell + 1] = point.hi
    cells[cell + 2] = index
    cells[cell + 3] = ++this.last
    this.turnsAndRights[cell >> 2] = turnAndRightsKey(position)
    this.tip = index
    return count
  }

  /** The cell of the latest equal position, else the free one that belongs to it. */
  private cellOf({ lo, hi }: OccurrenceKey, index: number, position: Position): number {
    const { cells, first } = this
    const mask = cells.length - 4
    let cell = (lo << 2) & mask
    while (cells[cell + 3]! >= first) {
      if (cells[cell] === lo && cells[cell + 1] === hi && this.isAt(cell, index, position)) break
      cell = (cell + 4) & mask
    }
    return cell
  }

  /** Whether the cell's position is `position`; equal hashes alone do not prove it. */
  private isAt(cell: number, index: number, position: Position): boolean {
    if (this.turnsAndRights[cell >> 2] !== turnAndRightsKey(position)) return false
    const { points } = this
    const earlier = this.cells[cell + 2]!
    const back = index === NEXT ? null : hasSamePlacement(points, earlier, index, position)
    return back ?? positionIdentity(fenOf(points, points[earlier])) === positionIdentity(writeFen(position))
  }

  /** Occurrences after the one in the cell, looking back no further than the last pawn move or capture. */
  private countIn(cell: number, { quiet }: OccurrenceKey): number {
    const number = this.cells[cell + 3]!
    const inSight = number >= this.first && this.last + 1 - number <= quiet
    return inSight ? this.points[this.cells[cell + 2]!]!.count + 1 : 1
  }

  private grow(): void {
    const { cells, turnsAndRights, first } = this
    const room = Math.max(MIN_CELLS, cells.length)
    this.cells = new Int32Array(4 * room)
    this.turnsAndRights = new Int32Array(room)
    const mask = this.cells.length - 4
    for (let from = 0; from < cells.length; from += 4) {
      if (cells[from + 3]! < first) continue
      let to = (cells[from]! << 2) & mask
      while (this.cells[to + 3]! >= first) to = (to + 4) & mask
      for (let part = 0; part < 4; part++) this.cells[to + part] = cells[from + part]!
      this.turnsAndRights[to >> 2] = turnsAndRights[from >> 2]!
    }
  }
}
