import { expect, test } from 'vitest'
import {
  clone,
  initialPosition,
  isCheckmate,
  legalMoves,
  type Position,
  play,
  turnOf,
  writeFen,
} from '../../domain/chess/index.ts'
import { canMate } from '../../domain/winnable/index.ts'
import type { Side } from '../../events/vocabulary.ts'
import { numbers } from '../kit/games.ts'
import { trials } from '../kit/trials.ts'
import { faultOf } from './replay.ts'
import { handed, position, questionsOf } from './rows.ts'

const otherSide = (side: Side): Side => (side === 'white' ? 'black' : 'white')

test('from any position of a random game that ends in mate, the winner can mate', () => {
  const below = numbers(3)
  let left = trials(10, 1_250)
  while (left > 0) {
    const p = initialPosition()
    const met: Position[] = []
    for (let ply = 0; ply < 400; ply++) {
      const moves = legalMoves(p)
      if (moves.length === 0) break
      met.push(clone(p))
      play(p, moves[below(moves.length)]!)
    }
    if (!isCheckmate(p)) continue
    left--
    const winner = otherSide(turnOf(p))
    for (let i = 0; i < met.length; i += 1 + below(20)) {
      const fen = writeFen(met[i]!)
      const found = canMate(met[i]!, winner, { nodes: 200_000 })
      expect(`${fen} ${found.answer}`).toBe(`${fen} yes`)
      if (found.answer === 'yes') expect(faultOf(fen, found.line, winner)).toBeNull()
    }
  }
}, 300_000)

/** The same position for the other colour: ranks upside down, colours and castling rights swapped. */
function swapped(fen: string): string {
  const [board = '', turn = '', rights = '', enPassant = ''] = fen.split(' ')
  const swap = (text: string) =>
    [...text].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join('')
  const target = enPassant === '-' ? '-' : `${enPassant.charAt(0)}${9 - Number(enPassant.charAt(1))}`
  return `${swap(board.split('/').reverse().join('/'))} ${turn === 'w' ? 'b' : 'w'} ${swap(rights)} ${target} 0 1`
}

/** The same position seen in a mirror; castling does not survive it. */
function mirrored(fen: string): string | null {
  const [board = '', turn = '', rights = '', enPassant = ''] = fen.split(' ')
  if (rights !== '-') return null
  const target =
    enPassant === '-' ? '-' : `${'hgfedcba'['abcdefgh'.indexOf(enPassant.charAt(0))]}${enPassant.charAt(1)}`
  return `${board
    .split('/')
    .map((rank) => [...rank].reverse().join(''))
    .join('/')} ${turn} - ${target} 0 1`
}

/** One question in so many is asked; in the soak each of those that a test means. */
const STRIDE = trials(3, 1)

test('colours swapped and the board mirrored, the answer is the same', () => {
  for (const { fen, side, canMate: truth } of questionsOf(handed()).filter((_, i) => i % STRIDE === 0)) {
    const mirror = mirrored(fen)
    const variants: [string, Side][] = [[swapped(fen), otherSide(side)]]
    if (mirror !== null) variants.push([mirror, side], [swapped(mirror), otherSide(side)])
    for (const [variant, asked] of variants) {
      const { answer } = canMate(position(variant), asked, { nodes: 300_000 })
      if (answer !== 'undetermined') expect(`${variant} ${answer}`).toBe(`${variant} ${truth ? 'yes' : 'no'}`)
    }
  }
}, 300_000)

test('a larger budget never flips an answer, and none is overdrawn', () => {
  for (const { fen, side } of questionsOf(handed()).filter((_, i) => i % (3 * STRIDE) === 0)) {
    const p = position(fen)
    let settled: string | null = null
    for (const nodes of [0, 1, 7, 60, 500, 2000, 9000, 40_000]) {
      const found = canMate(p, side, { nodes })
      expect(found.nodes).toBeLessThanOrEqual(nodes)
      if (settled !== null) expect(`${fen} ${side} ${found.answer}`).toBe(settled)
      else if (found.answer !== 'undetermined') settled = `${fen} ${side} ${found.answer}`
    }
  }
}, 300_000)

test('asked again, whatever was asked in between, a question has the same answer and costs the same nodes', () => {
  const questions = questionsOf(handed()).filter((_, i) => i % 5 === 0)
  const ask = ({ fen, side }: (typeof questions)[number]) => canMate(position(fen), side, { nodes: 9000 })
  const first = questions.map(ask)
  expect(questions.toReversed().map(ask).toReversed()).toEqual(first)
})
