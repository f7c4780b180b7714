import { expect, test } from 'vitest'
import {
  fileOf,
  isCastling,
  isEnPassant,
  legalMoves,
  type Move,
  moveFrom,
  movePromotion,
  moveTo,
  type Position,
  pieceAt,
  turnOf,
  writeFen,
} from '../../domain/chess/index.ts'
import {
  NO_MOVE,
  otherOrigins,
  pawnMoveTo,
  pieceMoveTo,
  SEVERAL_MOVES,
} from '../../domain/notation/moves-to-square.ts'
import { dice } from '../chess/kit.ts'
import { absurdFen, randomFen, read } from '../chess/random-positions.ts'
import { trials } from '../kit/trials.ts'

const only = (moves: readonly Move[]): Move => (moves.length > 1 ? SEVERAL_MOVES : (moves[0] ?? NO_MOVE))

/** Every piece and square, every pawn step and capture: looked for backwards and among all moves. */
function compare(p: Position): void {
  const black = turnOf(p) === 'white' ? 0 : 8
  const moves = legalMoves(p).filter((move) => !isCastling(move) && !isEnPassant(move))
  const roleOf = (move: Move): number => pieceAt(p, moveFrom(move)) & 7
  const found: Move[] = []
  const expected: Move[] = []
  for (let to = 0; to < 64; to++) {
    const here = moves.filter((move) => moveTo(move) === to)
    for (let role = 2; role <= 6; role++) {
      const all = here.filter((move) => roleOf(move) === role)
      found.push(pieceMoveTo(p, role | black, to, -1, -1))
      expected.push(only(all))
      for (const move of all) {
        const rivals = all.filter((other) => other !== move).map((other) => 1 << fileOf(moveFrom(other)))
        found.push(otherOrigins(p, moveFrom(move), to)?.files ?? 0)
        expected.push(rivals.reduce((files, file) => files | file, 0))
      }
    }
    for (let file = Math.max(0, fileOf(to) - 1); file <= Math.min(7, fileOf(to) + 1); file++) {
      for (const [promotion, letter] of [
        [0, null],
        [5, 'Q'],
      ] as const) {
        found.push(pawnMoveTo(p, to, file, -1, promotion))
        expected.push(
          only(
            here.filter(
              (move) =>
                roleOf(move) === 1 && fileOf(moveFrom(move)) === file && movePromotion(move) === letter,
            ),
          ),
        )
      }
    }
  }
  expect([writeFen(p), ...found]).toEqual([writeFen(p), ...expected])
}

test('what is found backwards is what all legal moves hold, in any set-up', () => {
  const random = dice(6)
  for (let i = 0; i < trials(300); i++) compare(read(randomFen(random, 24)))
})

test('so it is with several kings or none, and pawns where they cannot be', () => {
  const random = dice(7)
  for (let i = 0; i < trials(300); i++) compare(read(absurdFen(random)))
})
