/**
 * Adds a move to a hypothesis and says what that costs: what speaks against the move, less what it explains. Which moves may be
 * added is in `extend-hypothesis.ts`.
 */
import type { Side } from '../../events/index.ts'
import {
  castlingSide,
  clone,
  kingTarget,
  type Move,
  moveFrom,
  movePromotion,
  nameOf,
  play,
  squareOf,
  turnOf,
  uciOf,
} from '../chess/index.ts'
import type { Observation, ReportedMove } from '../state/sensor-state.ts'
import { changesOf, type Differences } from './differences.ts'
import { SENSOR_LATENCY_MS, SETTLING_MS } from './durations.ts'
import {
  AGREED,
  type DecodedMove,
  type Hypothesis,
  lazyMoves,
  type Paid,
  sideOfLetter,
} from './hypotheses.ts'
import { type ObservedBoard, SQUARE_NAMES } from './observed-board.ts'
import { WEIGHTS } from './weights.ts'

/** The move that is added, with what its costs depend on. */
interface AddedMove {
  readonly board: ObservedBoard
  /** The hypothesis without the move. */
  readonly hypothesis: Hypothesis
  readonly move: Move
  readonly side: Side
  readonly changes: Differences
  /** FEN letter of the piece that it takes; '' where it takes none. */
  readonly taken: string
  /** The FEN letter on each square after the move. */
  readonly letters: readonly string[]
  /** Index of the observation after which it stands. */
  readonly index: number
  readonly reported: ReportedMove | null
  /** A person saw the whole move. What another reader reports is weighed together with what the squares show. */
  readonly isByPerson: boolean
  readonly isUnseen: boolean
}

/** The cost of a hypothesis and what its squares have paid, while the steps below charge and refund. */
interface Account {
  cost: number
  readonly paid: Record<string, Paid>
}

/**
 * The hypothesis with one more move, which stands after observation `index`. `reported`: the report of it, where there is one.
 * `isUnseen`: no sensor saw its piece land.
 */
export function withMove(
  board: ObservedBoard,
  hypothesis: Hypothesis,
  move: Move,
  index: number,
  reported: ReportedMove | null,
  isUnseen = false,
): Hypothesis {
  const added = addedMove(board, hypothesis, move, index, reported, isUnseen)
  const { side, changes, taken, letters } = added
  const proof = proofOf(added)
  const account = { cost: hypothesis.cost + costOfMove(added, proof), paid: { ...hypothesis.paid } }
  if (isUnseen) refundOpponent(added, account)
  refundChanged(added, account)
  refundPushedAside(added, account)
  if (!isUnseen) chargeOwnSquares(added, account)
  if (!isUnseen) chargeLifted(added, account)
  const before = movesBefore(added, account)
  const { [side]: press = null, ...owed } = hypothesis.owed
  const uci = uciOf(hypothesis.position, move)
  const position = clone(hypothesis.position)
  play(position, move)
  return {
    position,
    letters,
    legal: lazyMoves(position),
    made: [...before, { move, side, taken, uci, changes, stood: index, proof, reported, press, isUnseen }],
    key: `${hypothesis.key} ${uci}`,
    cost: account.cost,
    paid: account.paid,
    owed,
  }
}

/** Collects what the steps below ask for. */
function addedMove(
  board: ObservedBoard,
  hypothesis: Hypothesis,
  move: Move,
  index: number,
  reported: ReportedMove | null,
  isUnseen: boolean,
): AddedMove {
  const side = turnOf(hypothesis.position)
  const changes = changesOf(hypothesis.position, move)
  const letters = [...hypothesis.letters]
  let taken = ''
  for (const square in changes) {
    const letter = hypothesis.letters[squareOf(square)] as string
    if (taken === '' && letter !== '' && sideOfLetter(letter) !== side) taken = letter
    letters[squareOf(square)] = changes[square] as string
  }
  const isByPerson = reported !== null && reported.isOtherReader !== true
  return { board, hypothesis, move, side, changes, taken, letters, index, reported, isByPerson, isUnseen }
}

/** The edges that show the move: those on its squares since the move before it, and earlier ones that do not show that move. */
function proofOf({ board, hypothesis, changes, index }: AddedMove): number[] {
  const answered = hypothesis.made.at(-1)
  const since = answered?.stood ?? -1
  const proof: number[] = []
  for (let i = (hypothesis.made.at(-2)?.stood ?? -1) + 1; i <= index; i++) {
    const edge = board.seen[i] as Observation
    if (!('square' in edge) || !(edge.square in changes)) continue
    if (i > since || !(answered?.proof.includes(i) ?? false)) proof.push(i)
  }
  return proof
}

/** What speaks against the move itself: that no sensor saw it, or which edges and presses came beside it. */
function costOfMove(added: AddedMove, proof: readonly number[]): number {
  if (added.isUnseen) return WEIGHTS.lostPlace
  const transients = costOfTransients(added)
  if (added.reported !== null) return transients
  return transients + costOfOwedPress(added) + costOfEarlyEdges(added, proof) + costOfLateLift(added)
}

/** The cost of edges on other squares since the move before. */
function costOfTransients({ board, hypothesis, changes, index }: AddedMove): number {
  let transients = 0
  for (let i = (hypothesis.made.at(-1)?.stood ?? -1) + 1; i <= index; i++) {
    const edge = board.seen[i] as Observation
    if ('square' in edge && !(edge.square in changes) && edge.at !== board.at(index)) transients++
  }
  return Math.min(transients, WEIGHTS.mostTransients) * WEIGHTS.transient
}

/** A press that came before any move stood costs more where this move came long after it; else it gives some of its cost back. */
function costOfOwedPress({ board, hypothesis, side, index }: AddedMove): number {
  const owed = hypothesis.owed[side]
  if (owed === undefined) return 0
  const isLate = board.at(index) - board.at(owed) > SENSOR_LATENCY_MS
  return isLate ? WEIGHTS.unexplainedPress : -WEIGHTS.lateEdges
}

/** The cost of a move whose edges, or whose lift, came before any edge of the move that it answers. */
function costOfEarlyEdges({ board, hypothesis, move }: AddedMove, proof: readonly number[]): number {
  const answered = hypothesis.made.at(-1)
  if (answered === undefined || answered.proof.length === 0) return 0
  const begun = Math.min(...answered.proof)
  if (Math.max(...proof) < begun) return WEIGHTS.beforeReply
  const lift = board.last.get(nameOf(moveFrom(move)))
  const isEarly = lift !== undefined && lift < begun && board.at(begun) - board.at(lift) > SENSOR_LATENCY_MS
  return isEarly ? WEIGHTS.liftedBefore : 0
}

/** The cost of a piece that still showed on its old square long after one like it showed on the new square. */
function costOfLateLift({ board, move, changes }: AddedMove): number {
  if (castlingSide(move) !== null || movePromotion(move) !== null) return 0
  const [from, to] = [nameOf(moveFrom(move)), nameOf(kingTarget(move))]
  const [lift, arrival] = [board.last.get(from), board.last.get(to)]
  if (lift === undefined || arrival === undefined || changes[to] !== board.observed(to)) return 0
  return board.at(lift) - board.at(arrival) > SENSOR_LATENCY_MS ? WEIGHTS.leftLate : 0
}

/** Since an unseen move it was the opponent's turn: what was charged for their pieces since then is refunded. */
function refundOpponent({ board, hypothesis, side, index }: AddedMove, account: Account): void {
  for (const square of Object.keys(account.paid)) {
    const { kind, cost } = account.paid[square] as Paid
    const letter = board.observed(square) || (hypothesis.letters[squareOf(square)] as string)
    const isEarlier = (board.last.get(square) ?? -1) < index
    if (isEarlier || letter === '?' || sideOfLetter(letter) === side || kind === 'agreed') continue
    account.cost -= cost
    delete account.paid[square]
  }
}

/** The squares of the move are explained: what was charged for them is refunded. */
function refundChanged({ changes, reported, isUnseen }: AddedMove, account: Account): void {
  const isShown = reported === null && !isUnseen
  for (const square in changes) {
    const charged = account.paid[square]
    // That a piece was missing when its last move was completed is not explained by its next move: no refund.
    const isOff = charged?.kind === 'gone' || charged?.kind === 'away'
    if (!isOff || changes[square] !== '') account.cost -= charged?.cost ?? 0
    if (isShown) delete account.paid[square]
    else account.paid[square] = AGREED
  }
}

/** What was charged for the captured piece is refunded where it had been pushed aside before it was taken away. */
function refundPushedAside({ board, taken, index }: AddedMove, account: Account): void {
  for (const square in account.paid) {
    const { kind, piece, cost } = account.paid[square] as Paid
    if (kind !== 'aside' || piece !== taken || isLongSince(board, square, index)) continue
    account.cost -= cost
    delete account.paid[square]
  }
}

/** Charges for the player's pieces that still stand otherwise than after the move. */
function chargeOwnSquares(added: AddedMove, account: Account): void {
  const { board, side, letters } = added
  for (let square = 0; square < 64; square++) {
    const seen = board.letters[square] as string
    const expected = letters[square] as string
    if (seen === expected || seen === '?' || sideOfLetter(seen || expected) !== side) continue
    const name = SQUARE_NAMES[square] as string
    const charge = ownSquareCharge(added, name, expected, account.paid[name])
    if (charge === null) continue
    account.cost += charge.cost
    account.paid[name] = charge.paid
  }
}

/** What a square costs on which a piece of the player differs, and what it has paid then. `before`: what it had paid; null: nothing changes. */
function ownSquareCharge(
  { board, changes, index, reported, isByPerson }: AddedMove,
  square: string,
  expected: string,
  before: Paid | undefined,
): { cost: number; paid: Paid } | null {
  const isNewPiece = board.observed(square) !== '' && before === undefined
  if (isByPerson) {
    // The person saw the board, so it is taken to agree. A piece that landed elsewhere since may be another move.
    const isLater = isNewPiece && !(square in changes) && isSince(board, square, changes)
    return { cost: isLater ? WEIGHTS.displaced : 0, paid: AGREED }
  }
  // It was charged for already, as a piece in a hovering hand.
  if (before?.kind === 'open' && reported !== null) return { cost: 0, paid: { ...before, kind: 'paid' } }
  // A piece of the player has stood elsewhere for long, and the player moves another one.
  if (before?.kind === 'open' && isLongSince(board, square, index))
    return { cost: WEIGHTS.displaced, paid: { kind: 'paid', cost: before.cost + WEIGHTS.displaced } }
  if (!isNewPiece) return null
  if (expected === '') return { cost: WEIGHTS.stray, paid: { kind: 'ghost', cost: WEIGHTS.stray } }
  // It stands where another piece should be: it has captured that piece.
  const cost = WEIGHTS.stray + WEIGHTS.strayTaken
  return { cost, paid: { kind: 'open', cost } }
}

/** Charges for other pieces that the player lifted before the move and has not put back. */
function chargeLifted(added: AddedMove, account: Account): void {
  const { board, hypothesis, side, changes, letters, index } = added
  if (added.isByPerson || hypothesis.owed[side] !== undefined) return
  const since = hypothesis.made.at(-1)?.stood ?? -1
  for (let square = 0; square < 64; square++) {
    const expected = letters[square] as string
    if (board.letters[square] !== '' || expected === '' || sideOfLetter(expected) !== side) continue
    const name = SQUARE_NAMES[square] as string
    if (name in changes || name in account.paid || (board.last.get(name) ?? index) > since) continue
    account.cost += WEIGHTS.missing
    account.paid[name] = { kind: 'paid', cost: WEIGHTS.missing }
  }
}

/** The moves before. Where the piece of the last one is missing, which this move does not explain, that is charged, and marked on that move. */
function movesBefore(added: AddedMove, account: Account): readonly DecodedMove[] {
  const { made } = added.hypothesis
  const last = made.at(-1)
  const lost = last === undefined ? null : lostSquare(added, last)
  if (last === undefined || lost === null || last.reported !== null || last.isUnseen) return made
  const charged = account.paid[lost]
  // At its player's press the piece was missing, and was charged little because the opponent might capture it. The opponent did not, so that the rest is charged now.
  const isNotTaken = charged?.kind === 'gone' && charged.cost < WEIGHTS.gone
  if (last.press !== null && !isNotTaken) return made
  account.cost += WEIGHTS.gone - (charged?.cost ?? 0)
  account.paid[lost] = { kind: 'gone', cost: WEIGHTS.gone }
  return [...made.slice(0, -1), { ...last, isGone: true }]
}

/** The square where the last move put a piece that is missing there now and is not captured; else null. */
function lostSquare({ board, changes, index, isUnseen }: AddedMove, last: DecodedMove): string | null {
  for (const square in last.changes) {
    if (last.changes[square] === '' || square in changes || board.observed(square) !== '') continue
    // Where this move is unseen, a piece that left after it was still there.
    if (isUnseen && (board.last.get(square) ?? -1) > index) continue
    return square
  }
  return null
}

/** Was the last edge of the square more than `SETTLING_MS` before an observation? */
const isLongSince = (board: ObservedBoard, square: string, index: number): boolean =>
  board.at(index) - board.at(board.last.get(square) ?? index) > SETTLING_MS

/** Did the last edge of the square come after all edges on the squares of a move? */
function isSince(board: ObservedBoard, square: string, changes: Differences): boolean {
  const own = Math.max(-1, ...Object.keys(changes).map((each) => board.last.get(each) ?? -1))
  const edge = board.last.get(square) ?? -1
  return own >= 0 && edge > own && board.at(edge) > board.at(own)
}
