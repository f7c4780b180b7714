import { expect, test } from 'vitest'
import { clone, countMoves, initialPosition, legalMoves, play } from '../../domain/chess/index.ts'
import { isDead, isDeadBySearch } from '../../domain/winnable/index.ts'
import { isPlainlyAlive } from '../../domain/winnable/precheck.ts'
import { runStaticStage } from '../../domain/winnable/static-stage.ts'
import { numbers } from '../kit/games.ts'
import { trials } from '../kit/trials.ts'
import { blockedPositions } from './blocked-positions.ts'
import { handed, hasPublished, position, published } from './rows.ts'

/** What the fold may spend after a move. */
const BUDGET = { nodes: 20_000 }
const isDeadIn = (fen: string) => isDead(position(fen), BUDGET)

test('the last open file closes: neither king can pass the wall of pawns', () => {
  expect(isDeadIn('8/3k4/8/1p1p1p1p/1P1P1P1P/8/3K4/8 b - - 0 60')).toBe('dead')
})

test('a capture that is the only legal move and leaves bare kings: the position is dead before it', () => {
  expect(isDeadIn('8/5k1K/7r/8/8/8/8/8 w - - 3 70')).toBe('dead')
})

test('a forced capture of the queen that ends in stalemate makes the position dead', () => {
  expect(isDeadIn('2q5/8/8/6Q1/7K/7R/8/7k b - - 1 60')).toBe('dead')
})

test('kings alone, with a minor piece, or with bishops on one colour are dead', () => {
  expect(isDeadIn('8/8/4k3/8/8/8/8/4K3 w - - 0 1')).toBe('dead')
  expect(isDeadIn('8/8/4k3/8/8/8/4N3/4K3 w - - 0 1')).toBe('dead')
  expect(isDeadIn('2B5/8/3k4/8/8/7B/1K6/8 b - - 0 80')).toBe('dead')
  expect(isDeadIn('8/8/4k1b1/8/8/8/3K4/1B6 w - - 0 60')).toBe('dead')
})

test('one side that can mate keeps a position alive', () => {
  expect(isDeadIn('8/8/4k3/4n3/8/8/3QK3/8 w - - 0 60')).toBe('alive')
  expect(isDeadIn('8/5k2/8/4p3/4P3/8/3K4/8 b - - 0 60')).toBe('alive')
  expect(isDeadIn('k7/8/K7/4bB2/8/8/8/8 b - - 0 70')).toBe('alive')
})

test('a dead position that the precheck finds alive is found dead by a search', () => {
  // Each of White's twelve moves leaves Black stalemated.
  const hidden = position('7k/6pP/6P1/8/8/4P3/4R3/4K3 w - - 0 60')
  expect(isPlainlyAlive(hidden)).toBe(true)
  expect(isDeadBySearch(hidden, BUDGET)).toBe('dead')
  expect(isDeadBySearch(position('7k/6pP/6P1/8/8/8/4R3/4K3 w - - 0 60'), BUDGET)).toBe('alive')
})

test('a board without exactly one king of each side is neither dead nor alive', () => {
  expect(isDeadIn('8/8/8/8/8/8/8/K6R w - - 0 1')).toBe('undetermined')
  expect(isDeadBySearch(position('8/8/8/8/8/8/8/K6R w - - 0 1'), BUDGET)).toBe('undetermined')
})

test('every dead position of ours is found within the fold’s budget, and no other position is called dead', () => {
  for (const { fen, whiteCanMate, blackCanMate } of handed()) {
    const truth = whiteCanMate || blackCanMate ? 'alive' : 'dead'
    const found = isDeadIn(fen)
    if (found !== 'undetermined') expect(`${fen} ${found}`).toBe(`${fen} ${truth}`)
    else expect(`${fen} ${truth}`).toBe(`${fen} alive`)
  }
})

/** The precheck passes a position only where a side has a legal move and the static stage excludes neither side's mate. */
function expectSoundPrecheck(p: ReturnType<typeof position>): boolean {
  if (!isPlainlyAlive(p)) return false
  expect(countMoves(p)).toBeGreaterThan(0)
  const found = ([0, 1] as const).map((us) => runStaticStage(clone(p), us, 1000).kind)
  expect(found).not.toEqual(['no', 'no'])
  return true
}

test('the precheck hides no dead position that the static stage finds, in games played at random', () => {
  const below = numbers(11)
  let passed = 0
  let asked = 0
  for (let game = trials(60); game > 0; game--) {
    const p = initialPosition()
    for (let ply = 0; ply < 300; ply++) {
      const moves = legalMoves(p)
      if (moves.length === 0) break
      play(p, moves[below(moves.length)]!)
      asked++
      if (expectSoundPrecheck(p)) passed++
    }
  }
  expect(passed / asked).toBeGreaterThan(0.9)
})

test('the precheck hides no dead position that the static stage finds, where pawns block each other', () => {
  let left = trials(3000)
  for (const { p } of blockedPositions(5)) {
    expectSoundPrecheck(p)
    if (--left === 0) break
  }
})

test('the precheck hides no dead position that the static stage finds, among the known ones', () => {
  for (const { fen } of handed()) expectSoundPrecheck(position(fen))
  if (!hasPublished()) console.warn('the published positions are not beside the repository: ours only')
  else for (const { fen } of published()) expectSoundPrecheck(position(fen))
})
