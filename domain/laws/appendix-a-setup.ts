/** Appendix A.4.1 (2009: A.4.a; 2023: A.5.1), by B.4 in blitz: too late to complain of the set-up, unsupervised. */

import type { Side } from '../../events/index.ts'
import { initialPosition, type Position, pieceAt, pieceOf, squareOf } from '../chess/index.ts'
import { type Game, isChess960Game, positionAt } from '../state/game.ts'
import { movesOfBoth } from '../state/history.ts'
import { inForce } from '../state/in-force.ts'
import { remark } from './remark.ts'
import { latestVerdict, raise } from './verdicts.ts'

type Complaint = 'array' | 'orientation' | 'clock'

const START = initialPosition()

/** The position play began from. */
const began = ({ state }: Game): Position => positionAt(state, state.points[0]) ?? START

/** Do all thirty-two pieces stand on the ranks they begin on? Then it is an array, right or wrong, and no study. */
export function isStartingArray(position: Position): boolean {
  const [white, black] = [pieceOf('P'), pieceOf('p')]
  for (let square = 0; square < 64; square++) {
    const piece = pieceAt(position, square)
    const rank = square >> 3
    if (
      rank === 1 ? piece !== white : rank === 6 ? piece !== black : (piece === 0) !== (rank > 1 && rank < 6)
    )
      return false
  }
  return true
}

/** Did play begin from an array other than the one of Article 2? That of Chess960 and a position set for the game are not wrong. */
export function beganFromWrongArray(game: Game): boolean {
  if (isChess960Game(game.state)) return false
  const position = began(game)
  if (!isStartingArray(position)) return false
  for (let square = 0; square < 64; square++) {
    if (pieceAt(position, square) !== pieceAt(START, square)) return true
  }
  return false
}

/** With whom the side may not castle: its king, or the rooks named by their squares; null where nothing is misplaced. */
function misplaced(game: Game, side: Side): 'king' | string[] | null {
  const position = began(game)
  const rank = side === 'white' ? '1' : '8'
  const piece = (letter: 'K' | 'Q' | 'R') =>
    pieceOf(side === 'white' ? letter : (letter.toLowerCase() as 'k' | 'q' | 'r'))
  const stands = (letter: 'K' | 'Q' | 'R', file: string) =>
    pieceAt(position, squareOf(`${file}${rank}`)) === piece(letter)
  if (game.laws.misplacedMayNotCastle === 'king-swapped-with-queen')
    return stands('K', 'd') && stands('Q', 'e') ? 'king' : null
  if (!stands('K', 'e')) return 'king'
  const rooks = [...'bcdefg'].filter((file) => stands('R', file)).map((file) => `${file}${rank}`)
  return rooks.length === 0 ? null : rooks
}

/** A.4.1.2: a player who plays on with a misplaced king or rook may not castle with it. The position never gave that right. */
function withoutCastling(game: Game, side: Side, seq: number): void {
  const with_ = misplaced(game, side)
  const known = latestVerdict(
    game,
    ({ rule, against }) => rule === 'rapid-misplaced-king-rook' && against === side,
  )
  if (with_ === null || known !== null) return
  const [a = '', b] = with_ === 'king' ? [] : with_
  const one = b === undefined ? remark('that-rook', { a }) : remark('those-rooks', { a, b })
  const rook = with_ === 'king' ? remark('this-king') : one
  raise(game, 'rapid-misplaced-king-rook', {
    against: side,
    seq,
    evidence: [game.state.points[0]?.seq ?? seq, seq],
    status: 'final',
    notes: [remark('no-castling', { rook })],
  })
}

/** Is the complaint too late to be heard? Once each player has made so many moves it is refused, and the game goes on. */
export function isTooLateToComplain(game: Game, complaint: Complaint, seq: number): boolean {
  const { laws } = game
  if (!laws.unsupervised || !inForce(game, 'rapid-setup-claims-limit')) return false
  if (movesOfBoth(game.state) < laws.setupClaimLimitMoves) return false
  const schedule = complaint === 'clock' && laws.clockSetLateForSchedule
  raise(game, 'rapid-setup-claims-limit', {
    seq,
    evidence: [seq],
    status: 'final',
    notes: [
      remark('too-late-setup', { n: laws.setupClaimLimitMoves }),
      ...(schedule ? [remark('schedule')] : []),
    ],
  })
  if (complaint === 'array' && beganFromWrongArray(game)) {
    withoutCastling(game, 'white', seq)
    withoutCastling(game, 'black', seq)
  }
  return true
}
