import { expect, test } from 'vitest'
import {
  clone,
  initialPosition,
  legalMoves,
  type Move,
  nameOf,
  type Position,
  play,
  uciOf,
} from '../../domain/chess/index.ts'
import { lettersOf } from '../../domain/sensors/differences.ts'
import { linesUnseen } from '../../domain/sensors/unseen-moves.ts'
import { pickOne, seededRandom } from '../../functions/host/simulate/random.ts'

/** How what stands in one position differs from another. */
function differences(from: Position, to: Position): Record<string, string> {
  const before = lettersOf(from)
  return Object.fromEntries(
    lettersOf(to).flatMap((letter, square) => (letter === before[square] ? [] : [[nameOf(square), letter]])),
  )
}

function played(position: Position, moves: readonly Move[]): Position {
  const after = clone(position)
  for (const move of moves) play(after, move)
  return after
}

test('a pawn and the queen that took it are found where they stand', () => {
  const position = initialPosition()
  for (const text of ['e2e4', 'd7d5']) {
    const move = legalMoves(position).find((legal) => uciOf(position, legal) === text)
    if (move !== undefined) play(position, move)
  }
  const lines = linesUnseen(position, { e4: '', d8: '', d5: 'q' })
  expect(lines?.map((line) => line.length)).toEqual([2])
  expect(linesUnseen(position, { e4: '', d8: '', d5: 'n' })).toEqual([])
})

test('of two to four plies that nobody saw every line found leaves the board, and the true one is among them', () => {
  let found = 0
  for (let n = 0; n < 120; n++) {
    const random = seededRandom(n * 6007 + 11)
    const position = initialPosition()
    const wander = (plies: number, from: Position): Move[] => {
      const moves: Move[] = []
      const at = clone(from)
      for (let ply = 0; ply < plies; ply++) {
        const legal = legalMoves(at)
        if (legal.length === 0) break
        const move = pickOne(random, legal)
        moves.push(move)
        play(at, move)
      }
      return moves
    }
    for (const move of wander(n % 30, position)) play(position, move)
    const line = wander(2 + (n % 3), position)
    const board = differences(position, played(position, line))
    const lines = linesUnseen(position, board)
    if (lines === null || lines.length === 0) continue
    for (const each of lines) expect(differences(position, played(position, each))).toEqual(board)
    if (lines[0]?.length !== line.length) continue
    found++
    expect(lines).toContainEqual(line)
  }
  expect(found).toBeGreaterThan(80)
})
