/** Legal moves compared with those of chessops, move for move. */

import { expect, test } from 'vitest'
import {
  chess960Position,
  inCheck,
  initialPosition,
  legalMoves,
  type Position,
  play,
  turnOf,
  writeFen,
} from '../../domain/chess/index.ts'
import { trials } from '../kit/trials.ts'
import { dice } from './kit.ts'
import { comparableMoves, oracle, oracleMoves, playOracle } from './oracle.ts'
import { randomFen, read } from './random-positions.ts'

function expectSameMoves(ours: Int32Array, theirs: Int32Array, fen: () => string): void {
  if (ours.length === theirs.length && ours.every((move, i) => move === theirs[i])) return
  expect({ fen: fen(), moves: [...ours] }).toEqual({ fen: fen(), moves: [...theirs] })
}

/** Plays random games from a start and compares every position on the way; returns how many there were. */
function playout(p: Position, random: () => number): number {
  const theirs = oracle(writeFen(p))!
  for (let ply = 0; ply < 200; ply++) {
    expectSameMoves(comparableMoves(p), oracleMoves(theirs), () => writeFen(p))
    if (theirs.isCheck() !== inCheck(p, turnOf(p)))
      throw new Error(`check is seen differently in ${writeFen(p)}`)
    const moves = legalMoves(p)
    if (moves.length === 0) return ply + 1
    const move = moves[Math.floor(random() * moves.length)]!
    play(p, move)
    playOracle(theirs, move & 0x7fff)
  }
  return 200
}

test('in random games of chess and Chess960 every position has the legal moves of the oracle', () => {
  const random = dice(20181001)
  for (let compared = 0; compared < trials(20_000, 600_000); ) {
    const start = random() < 0.5 ? initialPosition() : chess960Position(Math.floor(random() * 960))
    compared += playout(start, random)
  }
})

test('in random placements every position has the legal moves of the oracle', () => {
  const random = dice(1924)
  let compared = 0
  while (compared < trials(15_000, 400_000)) {
    const fen = randomFen(random, random() < 0.5 ? 12 : 40)
    const theirs = oracle(possible(fen))
    if (theirs === null) continue
    compared++
    expectSameMoves(comparableMoves(read(fen)), oracleMoves(theirs), () => fen)
  }
})

/**
 * The oracle takes any square behind a pawn for a double step just made. We do not where it cannot have been the last
 * move: so where the oracle itself refuses the position before that step, it gets the FEN without the square.
 */
function possible(fen: string): string {
  const [placement, turn, rights, enPassant] = fen.split(' ') as [string, string, string, string]
  if (enPassant === '-') return fen
  const squares = [...placement.replace(/\//g, '').replace(/\d/g, (n) => '1'.repeat(Number(n)))]
  // Squares in the order of a FEN: a8 first.
  const target = (8 - Number(enPassant[1])) * 8 + enPassant.charCodeAt(0) - 97
  const back = turn === 'w' ? -8 : 8
  const before = [...squares]
  before[target - back] = '1'
  before[target + back] = turn === 'w' ? 'p' : 'P'
  const rows = Array.from({ length: 8 }, (_, i) => before.slice(i * 8, i * 8 + 8).join(''))
  const earlier = oracle(`${rows.join('/')} ${turn === 'w' ? 'b' : 'w'} - - 0 1`)
  return earlier === null ? `${placement} ${turn} ${rights} - 0 1` : fen
}
