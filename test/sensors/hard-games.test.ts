import { expect, test } from 'vitest'
import { openFold, step } from '../../domain/game/index.ts'
import { recorded, simulated, watch } from '../kit/simulator.ts'

/**
 * Simulated games in which a sensor lost an edge, nobody pressed, and the operator answered only when the board showed
 * later moves already. What an answer swept away of those was once missing from the record.
 */
const GAMES = [5198, 6135, 1343, 8938, 9239, 9345, 6465]

test.each(GAMES)('game %i: the answer is the move asked about, and later moves are still read', (n) => {
  const { game, state } = watch(simulated(n), false)
  expect(recorded(state)).toEqual(game.moves.map(({ uci }) => uci))
})

/**
 * Those in which a taken piece was pushed aside to where another could go, a
 * piece left its square in the scan of its player's press, or a piece was taken where it had just come to stand: each showed a
 * move that nobody made, and no question.
 */
const MISREAD = [
  [375, false],
  [408, true],
  [479, false],
  [488, false],
  [540, true],
  [652, false],
  [716, false],
  [915, false],
  // A piece bounces at the press: it had been taken for an illegal move. And a piece taken in a blitz that never left the square beside.
  [1460, true],
  [3284, true],
  // A rook whose landing was lost is taken, and another one stands beside it for a moment as it takes back.
  [1760, false],
  // Castling whose king was not seen to land: the rook alone was taken to have moved.
  [3455, false],
  [3839, true],
  // A rook is taken that stood beside one of its kind: it had not gone to where the other had long come to stand.
  [3882, false],
  // A piece set down beside the one it takes: the sensor told last that it stands there, and never that it left.
  [4772, true],
  [4772, false],
  // Chess960: a king beside its square may castle yet, and the window went on as if its move were on record.
  [5445, true],
  [5445, false],
  // A rook in the air since before the opponent's move takes nothing; another one does, and its square shows empty at the press.
  [5532, true],
  // The answer to one question had made the board agree where later moves had been made.
  [5612, false],
  [5673, false],
  // A blitz without a quiet second: more plies than a window holds.
  [5772, false],
  // The place where a piece took was never told, and the piece that it took seemed to have taken it.
  [6441, true],
  // A piece is taken in the scan in which it came to stand, and the player goes on with another.
  [6596, false],
  // A piece that took back stood where the taken one had: it had been charged as one that left its square, though it was being taken.
  [8674, false],
  // Two pieces in the air, one of which stood where it may go: all squares where it did not stand took the place of what had been played.
  [9300, false],
  [9344, false],
  // A pawn pushed aside was taken away before the piece that took it stood.
  [9372, true],
  // A hand rested on a square, and its piece went on to another where it stood while its player made the next move.
  [9560, false],
] as const

test.each(MISREAD)('game %i, presses %s: no move that nobody made', (n, presses) => {
  const { game, state } = watch(simulated(n), presses)
  expect(recorded(state)).toEqual(game.moves.map(({ uci }) => uci))
})

/** A knight's move that stood and had been seen became one that nobody saw, and was asked about again, for a bishop's too. */
test('game 26 without presses: no question has only the move that stands already', () => {
  const { game, events, state, asked } = watch(simulated(26), false)
  const open = openFold()
  for (const event of events) {
    step(open, event)
    const { question } = open.state
    if (question === undefined) continue
    const stands = recorded(open.state)[question.ply]
    expect([event.seq, question.candidates]).not.toEqual([event.seq, [stands]])
  }
  expect(recorded(state)).toEqual(game.moves.map(({ uci }) => uci))
  expect(asked.size).toBeLessThanOrEqual(1)
})
