/** Appendix A.4.1 (2009: A.4.a; 2023: A.5.1), by B.4 in blitz: when a complaint about the set-up comes too late, unsupervised. */

import type { Side } from '../../events/index.ts'
import { initialPosition, type Position, pieceAt, pieceOf, squareOf } from '../chess/index.ts'
import { type Game, isChess960Game, positionAt } from '../state/game.ts'
import { movesOfBoth } from '../state/history.ts'
import { inForce } from '../state/in-force.ts'
import { remark } from './remark.ts'
import { latestVerdict, raise } from './verdicts.ts'

type Complaint = 'array' | 'orientation' | 'clock'

const START = initialPosition()

/** The position that play began from. */
const startingPosition = ({ state }: Game): Position => positionAt(state, state.points[0]) ?? START

/** Do pawns fill the second and seventh ranks and pieces the first and eighth? Then it is a starting array, right or wrong. */
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

/** Did play begin from a starting array other than that of Article 2? Arrays of Chess960 and other positions are not wrong. */
export function beganFromWrongArray(game: Game): boolean {
  if (isChess960Game(game.state)) return false
  const position = startingPosition(game)
  if (!isStartingArray(position)) return false
  for (let square = 0; square < 64; square++) {
    if (pieceAt(position, square) !== pieceAt(START, square)) return true
  }
  return false
}

/** What the side may not castle with: its king, or the rooks on these squares; null where nothing is misplaced. */
function misplaced(game: Game, side: Side): 'king' | string[] | null {
  const position = startingPosition(game)
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

/** A.4.1.2: a player who plays on with a misplaced king or rook may not castle with it. The position gives no such right either. */
function raiseMisplaced(game: Game, side: Side, seq: number): void {
  const piece = misplaced(game, side)
  const known = latestVerdict(
    game,
    ({ rule, against }) => rule === 'rapid-misplaced-king-rook' && against === side,
  )
  if (piece === null || known !== null) return
  const [a = '', b] = piece === 'king' ? [] : piece
  const one = b === undefined ? remark('that-rook', { a }) : remark('those-rooks', { a, b })
  const rook = piece === 'king' ? remark('this-king') : one
  raise(game, 'rapid-misplaced-king-rook', {
    against: side,
    seq,
    evidence: [game.state.points[0]?.seq ?? seq, seq],
    status: 'final',
    notes: [remark('no-castling', { rook })],
  })
}

/** Does the complaint come too late? Once each player has made `setupClaimLimitMoves` it is refused by a verdict, and play goes on. */
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
    raiseMisplaced(game, 'white', seq)
    raiseMisplaced(game, 'black', seq)
  }
  return true
}
