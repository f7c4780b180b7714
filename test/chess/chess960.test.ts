import { Chess } from 'chessops/chess'
import { perft as oraclePerft } from 'chessops/debug'
import { parseFen as oracleFen } from 'chessops/fen'
import { expect, test } from 'vitest'
import {
  chess960Position,
  initialPosition,
  isChess960,
  perft,
  writeFen,
  writePlacement,
} from '../../domain/chess/index.ts'
import { trials } from '../kit/trials.ts'
import { position } from './kit.ts'

/** The oracle reads our own FEN: letters of the rooks' files leave nothing to interpret. */
const oracleCount = (fen: string, depth: number): number =>
  oraclePerft(Chess.fromSetup(oracleFen(fen).unwrap()).unwrap(), depth)

test('the 960 start positions differ, and each has its king between its rooks and bishops on both colours', () => {
  const ranks = Array.from({ length: 960 }, (_, n) => writePlacement(chess960Position(n)).slice(-8))
  expect(new Set(ranks).size).toBe(960)
  for (const rank of ranks) {
    expect([...rank].sort().join('')).toBe('BBKNNQRR')
    expect(rank).toMatch(/R.*K.*R/)
    expect((rank.indexOf('B') + rank.lastIndexOf('B')) % 2).toBe(1)
  }
})

test('start positions have the numbers that everybody gives them', () => {
  const rank = (n: number): string => writePlacement(chess960Position(n)).slice(-8)
  expect([0, 1, 518, 534, 959].map(rank)).toEqual([
    'BBQNNRKR',
    'BQNBNRKR',
    'RNBQKBNR',
    'RNBKQBNR',
    'RKRNNQBB',
  ])
})

test('start position 518 is ordinary chess but for the way its rights are written', () => {
  expect(writeFen(chess960Position(518))).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1')
  expect(isChess960(chess960Position(518))).toBe(true)
  expect(isChess960(initialPosition())).toBe(false)
})

test('there is no start position 960', () => {
  expect(() => chess960Position(960)).toThrow('0 to 959')
  expect(() => chess960Position(-1)).toThrow('0 to 959')
  expect(() => chess960Position(1.5)).toThrow('0 to 959')
})

test('all 960 start positions have as many move paths of two half-moves as the oracle counts', () => {
  for (let n = 0; n < 960; n++) {
    const p = chess960Position(n)
    expect([n, perft(p, 2)]).toEqual([n, oracleCount(writeFen(p), 2)])
  }
})

test('twenty start positions have as many move paths of four half-moves as the oracle counts', () => {
  const step = Math.max(1, Math.floor(960 / trials(20, 240)))
  for (let n = 0; n < 960; n += step) {
    const p = chess960Position(n)
    expect([n, perft(p, 4)]).toEqual([n, oracleCount(writeFen(p), 4)])
  }
})

test('Chess960 middlegames have the published number of move paths', () => {
  const published: [string, number[]][] = [
    ['bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9', [21, 528, 12189, 326672]],
    ['2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9', [21, 807, 18002, 667366]],
    ['b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9', [20, 479, 10471, 273318]],
    ['qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9', [22, 593, 13440, 382958]],
  ]
  for (const [fen, counts] of published) {
    expect(counts.map((_, i) => perft(position(fen), i + 1))).toEqual(counts)
  }
})
