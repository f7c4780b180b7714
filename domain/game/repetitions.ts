/** How often a position has occurred (9.2.2), by one look into a table of the positions that may still come again. */
import { hasIdentity, IDENTITY_WIDTH, type Position, writeIdentity } from '../chess/index.ts'
import { positionsOf } from './fens.ts'
import type { Point } from './state.ts'

/** What stands after a move, as far as counting its occurrences looks at it. */
export type Standing = Pick<Point, 'parent' | 'hi' | 'lo' | 'quiet'>

/** No position before such a point is looked for: none comes again, or history starts anew. */
const begins = ({ fresh, quiet }: Point): boolean => fresh || quiet === 0

const NOTHING = new Int32Array(0)
const FEWEST = 128

/**
 * The way to one point of the game since its last pawn move or capture: an open-addressing table by hash, in which the
 * latest of equal positions stands. It holds nothing that the points do not tell: wherever the game stands, be it taken
 * back or read from JSON, the table follows when it is next asked, by one point or by the whole stretch anew.
 */
export class Repetitions {
  /** By fours: the two halves of a hash, the index of its point, and the number under which that was taken. */
  private cells = NOTHING
  /** For each cell what stands there, since equal hashes alone prove nothing. */
  private identities = NOTHING
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
  ifNext(points: readonly Point[], next: Standing, position: Position): number {
    if (points !== this.points || next.parent !== this.tip) this.follow(points, next.parent)
    return this.countIn(this.cellOf(next, position), next)
  }

  private follow(points: readonly Point[], tip: number): void {
    const stretch: number[] = []
    for (let index = tip; index >= 0; index = points[index]!.parent) {
      stretch.push(index)
      if (begins(points[index]!)) break
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
    if (begins(point)) this.first = this.last + 1
    // At most half full, so that a look ends soon.
    if (8 * (this.last + 2 - this.first) > this.cells.length) this.grow()
    const cell = this.cellOf(point, position)
    const count = this.countIn(cell, point)
    const { cells } = this
    cells[cell] = point.lo
    cells[cell + 1] = point.hi
    cells[cell + 2] = index
    cells[cell + 3] = ++this.last
    writeIdentity(position, this.identities, (cell >> 2) * IDENTITY_WIDTH)
    this.tip = index
    return count
  }

  /** Where the latest equal position stands, or where it belongs. */
  private cellOf({ lo, hi }: Standing, position: Position): number {
    const { cells, first, identities } = this
    const mask = cells.length - 4
    let cell = (lo << 2) & mask
    while (cells[cell + 3]! >= first) {
      if (cells[cell] === lo && cells[cell + 1] === hi) {
        if (hasIdentity(position, identities, (cell >> 2) * IDENTITY_WIDTH)) break
      }
      cell = (cell + 4) & mask
    }
    return cell
  }

  /** Looking back no further than the last pawn move or capture. */
  private countIn(cell: number, { quiet }: Standing): number {
    const number = this.cells[cell + 3]!
    const inSight = number >= this.first && this.last + 1 - number <= quiet
    return inSight ? this.points[this.cells[cell + 2]!]!.count + 1 : 1
  }

  private grow(): void {
    const { cells, identities, first } = this
    const room = Math.max(FEWEST, cells.length)
    this.cells = new Int32Array(4 * room)
    this.identities = new Int32Array(IDENTITY_WIDTH * room)
    const mask = this.cells.length - 4
    for (let from = 0; from < cells.length; from += 4) {
      if (cells[from + 3]! < first) continue
      let to = (cells[from]! << 2) & mask
      while (this.cells[to + 3]! >= first) to = (to + 4) & mask
      for (let part = 0; part < 4; part++) this.cells[to + part] = cells[from + part]!
      const [old, anew] = [(from >> 2) * IDENTITY_WIDTH, (to >> 2) * IDENTITY_WIDTH]
      for (let part = 0; part < IDENTITY_WIDTH; part++) this.identities[anew + part] = identities[old + part]!
    }
  }
}
