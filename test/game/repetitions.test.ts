import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chess960Position,
  halfmoveClock,
  hashOf,
  initialPosition,
  legalMoves,
  type Position,
  parseFen,
  play,
  positionKey,
} from '../../domain/chess/index.ts'
import { fenOf } from '../../domain/state/fens.ts'
import { rootPoint } from '../../domain/state/history.ts'
import { Repetitions } from '../../domain/state/repetitions.ts'
import type { Point } from '../../domain/state/state.ts'
import { dice } from '../chess/kit.ts'
import { openTable } from '../feeds/kit.ts'
import { trials } from '../kit/trials.ts'

const HERE = fc.record({
  /** Six positions, every second one with the same hash, and of each hash a pair that differs in castling rights only. */
  kind: fc.nat(5),
  step: fc.constantFrom(
    'quiet',
    'quiet',
    'quiet',
    'quiet',
    'quiet',
    'passed',
    'pawn',
    'set up',
    'taken back',
  ),
  back: fc.nat(40),
  reread: fc.constantFrom(false, false, false, false, true),
})

const fenOfKind = (kind: number, quiet: number): string =>
  `4k3/8/8/8/8/${['N7', '1N6', '2N5'][kind >> 1]}/8/R3K2R w ${kind & 1 ? 'KQ' : 'K'} - ${quiet} 9`

function positionAt(point: Point): Position {
  const read = parseFen(point.stands as string)
  if (!read.ok) throw new Error(read.error.message)
  return read.value
}

/** The point that would come next after one, or that stands at the root. */
function pointAfter(points: readonly Point[], parent: number, kind: number, step: string): Point {
  const before = points[parent]?.quiet ?? 0
  const quiet = step === 'pawn' ? 0 : step === 'quiet' ? before + 1 : step === 'passed' ? before : kind
  const hash = { hi: 7, lo: (kind & 1) - 1 }
  const fresh = parent < 0 || step === 'set up'
  return {
    seq: 0,
    parent,
    ply: 0,
    stands: fenOfKind(kind, quiet),
    ...hash,
    quiet,
    count: 1,
    fresh,
    move: null,
  }
}

/** Counted by looking at each earlier position, back to the last pawn move, capture or new start. */
function counted(points: readonly Point[], point: Point): number {
  const identity = (fen: string) => fen.split(' ').slice(0, 4).join(' ')
  let { fresh } = point
  for (let back = 1, at = point.parent; !fresh && at >= 0 && back <= point.quiet; back++) {
    const earlier = points[at]!
    if (identity(fenOf(points, earlier)) === identity(fenOf(points, point))) return earlier.count + 1
    fresh = earlier.fresh
    at = earlier.parent
  }
  return 1
}

test('positions are counted as by looking at each earlier one: with equal hashes, lines taken back, states read from JSON', () => {
  fc.assert(
    fc.property(fc.array(HERE, { maxLength: 400 }), (steps) => {
      let points = [pointAfter([], -1, 0, 'quiet')]
      let repetitions = new Repetitions()
      let here = 0
      for (const { kind, step, back, reread } of steps) {
        if (step === 'taken back') here = Math.max(0, here - back)
        if (reread && back === 0) {
          points = JSON.parse(JSON.stringify(points)) as Point[]
          repetitions = new Repetitions()
        }
        const next = pointAfter(points, here, kind, step === 'taken back' ? 'quiet' : step)
        if (!next.fresh && reread)
          expect(repetitions.ifNext(points, next, positionAt(next))).toBe(counted(points, next))
        here = points.push(next) - 1
        next.count = repetitions.upTo(points, here, positionAt(next))
        expect(next.count).toBe(counted(points, next))
      }
    }),
    { numRuns: trials(300) },
  )
})

test('a stretch of any length is counted: editions before 2014 know no seventy-five moves', () => {
  const points = [pointAfter([], -1, 0, 'quiet')]
  const repetitions = new Repetitions()
  for (let ply = 1; ply <= 3000; ply++) {
    // Six positions come again each five hundred plies, all others once.
    const again = ply % 500 < 6
    const point = pointAfter(points, ply - 1, again ? ply % 500 : 0, 'quiet')
    if (!again) point.lo = Math.imul(ply, 0x9e3779b1)
    points.push(point)
    point.count = repetitions.upTo(points, ply, positionAt(point))
    expect(point.count).toBe(again ? 1 + Math.floor(ply / 500) : 1)
  }
})

/** A game of moves to and fro, from any start of the 960, and how often each position stood there by its key. */
function shuffled(seed: number, hash: 'true' | 'one for all'): { ours: number[]; keys: string[] } {
  const random = dice(seed)
  const p = random() < 0.5 ? initialPosition() : chess960Position(Math.floor(random() * 960))
  const points = [rootPoint(p, 0)]
  const repetitions = new Repetitions()
  const [ours, keys] = [[1], [positionKey(p)]]
  for (let ply = 1; ply <= 120; ply++) {
    const moves = legalMoves(p)
    if (moves.length === 0) break
    // Among all of them now and then, or no pawn would move.
    const choice = random() < 0.1 ? moves.length : Math.min(4, moves.length)
    const stands = moves[Math.floor(random() * choice)]!
    play(p, stands)
    const { hi, lo } = hash === 'true' ? hashOf(p) : { hi: 7, lo: 7 }
    const point = { seq: ply, parent: ply - 1, ply, stands, hi, lo, fresh: false, move: null, count: 1 }
    points.push({ ...point, quiet: halfmoveClock(p) })
    points[ply]!.count = repetitions.upTo(points, ply, p)
    ours.push(points[ply]!.count)
    keys.push(positionKey(p))
  }
  return { ours, keys }
}

test.each(['true', 'one for all'] as const)(
  'pieces that go to and fro, change places or castle meanwhile stand as before or not, hash %s',
  (hash) => {
    let repeated = 0
    for (let seed = 1; seed <= trials(150); seed++) {
      const { ours, keys } = shuffled(seed, hash)
      const truth = keys.map((key, k) => keys.slice(0, k + 1).filter((each) => each === key).length)
      expect(ours).toEqual(truth)
      repeated += truth.filter((count) => count > 1).length
    }
    expect(repeated).toBeGreaterThan(100)
  },
)

test('two knights that have changed places stand as before (9.2.2), a king that has moved and come back does not', () => {
  const table = openTable()
  table.moves('Nf3 Nf6 Nc3 Nc6 Ng5 Ng8 Nge4 Nf6 Nb5 Ng8 Nec3 Nf6 Nd4 Ng8')
  expect(table.state.points.at(-1)!.count).toBe(1)
  table.moves('Nf3 Nf6')
  expect(table.state.points.at(-1)!.count).toBe(2)
  const kings = openTable()
  kings.moves('e4 e5 Ke2 Ke7 Ke1 Ke8')
  expect(kings.state.points.at(-1)!.count).toBe(1)
  kings.moves('Ke2 Ke7 Ke1 Ke8')
  expect(kings.state.points.at(-1)!.count).toBe(2)
})
