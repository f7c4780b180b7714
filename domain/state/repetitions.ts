/** How often a position has occurred (9.2.2), by one look into a table of the positions that may still come again. */
import { type Position, turnAndRightsKey, writeFen } from '../chess/index.ts'
import { fenOf, positionsOf } from './fens.ts'
import { type OccurrenceKey, positionIdentity } from './position-identity.ts'
import { hasSamePlacement } from './same-placement.ts'
import type { Point } from './state.ts'

/** No position before such a point is looked for: none comes again, or history starts anew. */
const endsSearch = ({ fresh, quiet }: Point): boolean => fresh || quiet === 0

const NOTHING = new Int32Array(0)
const MIN_CELLS = 128
/** The index of a point that the game does not have. */
const NEXT = -1

/**
 * The way to one point of the game since its last pawn move or capture: an open-addressing table by hash, in which the
 * latest of equal positions stands. It holds nothing that the points do not tell: wherever the game stands, be it taken
 * back or read from JSON, the table follows when it is next asked, by one point or by the whole stretch anew.
 */
export class Repetitions {
  /** By fours: the two halves of a hash, the index of its point, and the number under which that was taken. */
  private cells = NOTHING
  /** For each cell whose turn it is there and what may still be done (`turnAndRightsKey`). */
  private claims = NOTHING
  private points: readonly Point[] = []
  /** Index of the point to which the way leads, -1 before any. */
  private tip = -1
  /** Points are numbered as they are taken; cells numbered below the first of the stretch are free. */
  private first = 1
  private last = 0

  /** Occurrences of the position up to the point of this index, itself included. `position`: what stands there. */
  upTo(points: readonly Point[], index: number, position: Position): number {
    const point = points[index]!
    if (points !== this.points || point.parent !== this.tip) this.follow(points, point.parent)
    return this.take(point, index, position)
  }

  /** Occurrences of a position that would come next after the point `next.parent`, itself included. */
  ifNext(points: readonly Point[], next: OccurrenceKey, position: Position): number {
    if (points !== this.points || next.parent !== this.tip) this.follow(points, next.parent)
    return this.countIn(this.cellOf(next, NEXT, position), next)
  }

  private follow(points: readonly Point[], tip: number): void {
    const stretch: number[] = []
    for (let index = tip; index >= 0; index = points[index]!.parent) {
      stretch.push(index)
      if (endsSearch(points[index]!)) break
    }
    stretch.reverse()
    this.points = points
    this.tip = -1
    this.first = this.last + 1
    let k = 0
    for (const position of positionsOf(points, stretch)) {
      const index = stretch[k++]!
      this.take(points[index]!, index, position)
    }
  }

  private take(point: Point, index: number, position: Position): number {
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
    this.claims[cell >> 2] = turnAndRightsKey(position)
    this.tip = index
    return count
  }

  /** Where the latest equal position stands, or where it belongs. */
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

  /** Equal hashes alone prove nothing. */
  private isAt(cell: number, index: number, position: Position): boolean {
    if (this.claims[cell >> 2] !== turnAndRightsKey(position)) return false
    const { points } = this
    const earlier = this.cells[cell + 2]!
    const back = index === NEXT ? null : hasSamePlacement(points, earlier, index, position)
    return back ?? positionIdentity(fenOf(points, points[earlier])) === positionIdentity(writeFen(position))
  }

  /** Looking back no further than the last pawn move or capture. */
  private countIn(cell: number, { quiet }: OccurrenceKey): number {
    const number = this.cells[cell + 3]!
    const inSight = number >= this.first && this.last + 1 - number <= quiet
    return inSight ? this.points[this.cells[cell + 2]!]!.count + 1 : 1
  }

  private grow(): void {
    const { cells, claims, first } = this
    const room = Math.max(MIN_CELLS, cells.length)
    this.cells = new Int32Array(4 * room)
    this.claims = new Int32Array(room)
    const mask = this.cells.length - 4
    for (let from = 0; from < cells.length; from += 4) {
      if (cells[from + 3]! < first) continue
      let to = (cells[from]! << 2) & mask
      while (this.cells[to + 3]! >= first) to = (to + 4) & mask
      for (let part = 0; part < 4; part++) this.cells[to + part] = cells[from + part]!
      this.claims[to >> 2] = claims[from >> 2]!
    }
  }
}
