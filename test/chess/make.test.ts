import { expect, test } from 'vitest'
import {
  chess960Position,
  clone,
  hashOf,
  initialPosition,
  legalMoves,
  make,
  type Position,
  parseFen,
  play,
  playPhysicalMove,
  positionKey,
  unmake,
  writeFen,
} from '../../domain/chess/index.ts'
import { trials } from '../kit/trials.ts'
import { dice, everythingOf, position } from './kit.ts'
import { randomFen, read } from './random-positions.ts'

/** The hash that reading the position anew gives. */
function freshHash(p: Position): { hi: number; lo: number } {
  const again = parseFen(writeFen(p), { chess960: p.chess960 })
  if (!again.ok) throw new Error(`${again.error.message}: ${writeFen(p)}`)
  return hashOf(again.value)
}

test('making and taking back every legal move restores board, rights, counters and hash bit for bit', () => {
  const random = dice(501)
  for (let i = 0; i < trials(2_000); i++) {
    const p = read(randomFen(random, 30))
    const before = everythingOf(p)
    for (const move of legalMoves(p)) {
      make(p, move)
      unmake(p)
      expect(everythingOf(p)).toBe(before)
    }
  }
})

test('whole games can be taken back to the start', () => {
  const random = dice(502)
  for (let game = 0; game < trials(50); game++) {
    const p = chess960Position(Math.floor(random() * 960))
    const seen: string[] = []
    for (let ply = 0; ply < 150; ply++) {
      const moves = legalMoves(p)
      if (moves.length === 0) break
      seen.push(everythingOf(p))
      make(p, moves[Math.floor(random() * moves.length)]!)
    }
    for (const before of seen.reverse()) {
      unmake(p)
      expect(everythingOf(p)).toBe(before)
    }
  }
})

test('the hash maintained while playing is the hash of the position read anew, and equal identities have equal hashes', () => {
  const random = dice(503)
  const hashes = new Map<string, string>()
  for (let game = 0; game < trials(60); game++) {
    const p = random() < 0.5 ? initialPosition() : chess960Position(Math.floor(random() * 960))
    for (let ply = 0; ply < 120; ply++) {
      const moves = legalMoves(p)
      if (moves.length === 0) break
      play(p, moves[Math.floor(random() * moves.length)]!)
      expect(hashOf(p)).toEqual(freshHash(p))
      const hash = JSON.stringify(hashOf(p))
      expect(hashes.get(positionKey(p)) ?? hash).toBe(hash)
      hashes.set(positionKey(p), hash)
    }
  }
  expect(new Set(hashes.values()).size).toBe(hashes.size)
})

test('the hash stays true through moves that are none', () => {
  const random = dice(504)
  for (let i = 0; i < trials(300); i++) {
    const p = read(randomFen(random, 20))
    for (let ply = 0; ply < 40; ply++) {
      const square = (): number => Math.floor(random() * 64)
      const castling = random() < 0.2 ? (['king-side', 'queen-side'] as const)[random() < 0.5 ? 0 : 1] : null
      playPhysicalMove(p, { from: square(), to: square(), promotion: random() < 0.5 ? 'Q' : null, castling })
      expect(hashOf(p)).toEqual(freshHash(p))
    }
  }
})

test('a clone goes its own way', () => {
  const p = initialPosition()
  const copy = clone(p)
  play(copy, legalMoves(copy)[0]!)
  expect(writeFen(p)).toBe(writeFen(initialPosition()))
  expect(writeFen(copy)).not.toBe(writeFen(p))
})

test('taking back more than was made changes nothing, and a move for good ends what can be taken back', () => {
  const p = initialPosition()
  unmake(p)
  expect(everythingOf(p)).toBe(everythingOf(initialPosition()))
  make(p, legalMoves(p)[0]!)
  play(p, legalMoves(p)[0]!)
  const after = everythingOf(p)
  unmake(p)
  expect(everythingOf(p)).toBe(after)
})

test('the hashes of the stored record do not change: the initial position hashes as it always has', () => {
  expect(hashOf(initialPosition())).toEqual(hashOf(position(writeFen(initialPosition()))))
  expect(hashOf(initialPosition())).toMatchInlineSnapshot(`
    {
      "hi": 1062784003,
      "lo": 1302836055,
    }
  `)
})

test('the clock of moves starts again after a capture or a pawn move, and Black ends a move number', () => {
  const p = position('4k3/8/8/8/8/8/4p3/R3K2R w KQ - 98 70')
  const fens = ['h1h2', 'e8e7', 'e1e2'].map((uci) => {
    const move = legalMoves(p).find(
      (m) => (m & 63) === at(uci.slice(0, 2)) && ((m >> 6) & 63) === at(uci.slice(2)),
    )
    play(p, move!)
    return writeFen(p)
  })
  expect(fens).toEqual([
    '4k3/8/8/8/8/8/4p2R/R3K3 b Q - 99 70',
    '8/4k3/8/8/8/8/4p2R/R3K3 w Q - 100 71',
    '8/4k3/8/8/8/8/4K2R/R7 b - - 0 71',
  ])
})

const at = (name: string): number => name.charCodeAt(0) - 97 + (Number(name[1]) - 1) * 8
