/** What a hypothesis pays for an edge, and what an edge refunds. */
import { kingTarget, moveFrom, nameOf, squareOf, turnOf } from '../chess/index.ts'
import { isBeingTaken, withCharges } from './charges.ts'
import { BOUNCE_MS, HOVER_WINDOW_MS, SENSOR_LATENCY_MS, SETTLING_MS } from './durations.ts'
import { type DecodedMove, type Hypothesis, type Paid, sideOfLetter } from './hypotheses.ts'
import { type ObservedBoard, SQUARE_NAMES } from './observed-board.ts'
import { WEIGHTS } from './weights.ts'

/** An edge: its square, the FEN letter that it shows there ('' for a lift), and its index among the observations. */
interface Edge {
  readonly square: string
  readonly piece: string
  readonly index: number
}

/** Charges for an edge. `board.letters` has it already, `board.last` does not yet. */
export function chargedForEdge(
  board: ObservedBoard,
  earlier: Hypothesis,
  square: string,
  piece: string,
  index: number,
): Hypothesis {
  const edge = { square, piece, index }
  const hypothesis = withPieceSeen(board, earlier, edge)
  const before = hypothesis.paid[square]
  const free = withoutCharge(board, hypothesis, edge)
  if (piece === '') return chargedForLift(board, hypothesis, free, square, index)
  if (piece === hypothesis.letters[squareOf(square)]) {
    // A piece that shows again where the hypothesis has it was not away: its charge is refunded.
    const isReturned =
      before !== undefined && !hadAnother(board, square, piece) && !isLeftAside(board, before, square, index)
    return isReturned ? { ...free, cost: hypothesis.cost - before.cost } : free
  }
  if (piece === '?') return free
  if (sideOfLetter(piece) !== turnOf(hypothesis.position))
    return chargedForStray(board, hypothesis, free, edge)
  // A stray piece that is captured had been moved to its square, which the hypothesis does not explain.
  const isStrayTaken =
    before?.kind === 'open' && (before.cost === WEIGHTS.stray || before.cost === WEIGHTS.strayAfterPress)
  return isStrayTaken ? { ...free, cost: free.cost + WEIGHTS.strayTaken } : free
}

/** The hypothesis, in which a move counts as seen once an edge shows its piece: one that no sensor had seen land, or that only another reader had reported. */
function withPieceSeen(
  board: ObservedBoard,
  hypothesis: Hypothesis,
  { square, piece, index }: Edge,
): Hypothesis {
  if (piece === '') return hypothesis
  const isSeen = ({ isUnseen, changes }: DecodedMove) =>
    isUnseen && changes[square] === piece && !mayBeAnother(board, hypothesis, square, piece)
  const isShown = ({ reported, proof, changes }: DecodedMove) =>
    reported?.isOtherReader === true && proof.length === 0 && changes[square] === piece
  if (!hypothesis.made.some((placed) => isSeen(placed) || isShown(placed))) return hypothesis
  const made = hypothesis.made.map((placed) => {
    if (isShown(placed)) return { ...placed, proof: [index], isUnseen: false }
    return isSeen(placed) ? { ...placed, isUnseen: false } : placed
  })
  return { ...hypothesis, made }
}

/** The hypothesis without what its square has paid; some of that is refunded. */
function withoutCharge(board: ObservedBoard, hypothesis: Hypothesis, edge: Edge): Hypothesis {
  const { [edge.square]: before, ...paid } = hypothesis.paid
  if (before === undefined) return hypothesis
  const refund = refundFor(board, hypothesis, before, edge)
  return { ...hypothesis, paid, cost: hypothesis.cost - refund }
}

/** Charges for a piece that leaves its square. `free`: the hypothesis without what the square had paid. */
function chargedForLift(
  board: ObservedBoard,
  hypothesis: Hypothesis,
  free: Hypothesis,
  square: string,
  index: number,
): Hypothesis {
  const before = hypothesis.paid[square]
  const since = board.last.get(square)
  const isLong =
    before?.kind === 'open' && since !== undefined && board.at(index) - board.at(since) > HOVER_WINDOW_MS
  if (isLong) return { ...free, cost: free.cost + WEIGHTS.rested }
  const home = before?.kind === 'paid' ? homeOf(board, hypothesis, square) : null
  if (home !== null) return { ...free, paid: { ...free.paid, [home]: sumOf(free.paid[home], before) } }
  if (isBackHome(board, hypothesis, square)) {
    const cost = isBeingTaken(board, hypothesis, square) ? WEIGHTS.lifted : WEIGHTS.gone
    return withCharges(free, [[square, 'gone', cost]])
  }
  const isNotRefunded = before?.kind === 'open' && free.cost === hypothesis.cost
  const aside = isNotRefunded ? pieceAside(board, hypothesis, square, index) : null
  if (before !== undefined && aside !== null)
    return { ...free, paid: { ...free.paid, [square]: { kind: 'aside', cost: before.cost, piece: aside } } }
  return isPressedFor(board, hypothesis, square, index)
    ? withCharges(free, [[square, 'gone', WEIGHTS.goneAfterPress]])
    : free
}

/** Charges for a piece of the side that is not on move, on a square where the hypothesis has it not. `free`: see `chargedForLift`. */
function chargedForStray(
  board: ObservedBoard,
  hypothesis: Hypothesis,
  free: Hypothesis,
  edge: Edge,
): Hypothesis {
  if (isPassedLate(board, hypothesis, edge))
    return withCharges(free, [[edge.square, 'agreed', WEIGHTS.latePassing]])
  const isLate = isReportedLate(board, hypothesis, edge.piece, edge.index)
  return withCharges(free, [[edge.square, 'open', isLate ? WEIGHTS.strayAfterPress : WEIGHTS.stray]])
}

/** Is another piece of the kind lifted, so that it may be the one that shows on the square? */
const mayBeAnother = (
  board: ObservedBoard,
  { letters }: Hypothesis,
  square: string,
  piece: string,
): boolean =>
  letters.some(
    (letter, index) => letter === piece && board.letters[index] === '' && SQUARE_NAMES[index] !== square,
  )

/** Did another piece show on the square until now? Then this one was not put back there: one captured the other. */
function hadAnother(board: ObservedBoard, square: string, piece: string): boolean {
  const edge = board.seen[board.last.get(square) ?? -1]
  return (
    edge !== undefined && 'square' in edge && edge.piece !== '' && edge.piece !== '?' && edge.piece !== piece
  )
}

/** What is refunded for a square once it changes: for a piece that only passed over it, and for a lift that was reported late. */
function refundFor(
  board: ObservedBoard,
  { made }: Hypothesis,
  { kind, cost }: Paid,
  { square, piece, index }: Edge,
): number {
  if (kind === 'ghost') {
    if (piece !== '') return 0
    const stood = board.at(index) - board.at(board.last.get(square) ?? index)
    return stood <= SETTLING_MS ? cost : 0
  }
  const last = made.at(-1)
  if (last === undefined || piece !== '') return 0
  if (kind === 'open') return isTakenAway(board, last, square, index) ? cost : 0
  return kind === 'agreed' && board.at(index) - board.at(last.stood) <= SENSOR_LATENCY_MS ? cost : 0
}

/** Does a captured piece leave the square to which it was pushed aside? */
function isTakenAway(
  board: ObservedBoard,
  { taken, stood }: DecodedMove,
  square: string,
  index: number,
): boolean {
  const edge = board.seen[board.last.get(square) ?? -1]
  if (edge === undefined || !('square' in edge) || taken === '' || edge.piece !== taken) return false
  return Math.abs(board.at(stood) - edge.at) <= SETTLING_MS && board.at(index) - edge.at <= SETTLING_MS
}

/** The piece that leaves an empty square of the hypothesis within `SETTLING_MS`: it may have been pushed aside by the one that captures it; else null. */
function pieceAside(
  board: ObservedBoard,
  { letters }: Hypothesis,
  square: string,
  index: number,
): string | null {
  const edge = board.seen[board.last.get(square) ?? -1]
  if (edge === undefined || !('square' in edge) || edge.piece === '' || letters[squareOf(square)] !== '')
    return null
  return board.at(index) - edge.at <= SETTLING_MS ? edge.piece : null
}

const sumOf = (...paid: readonly (Paid | undefined)[]): Paid => ({
  kind: 'away',
  cost: paid.reduce((sum, each) => sum + (each?.cost ?? 0), 0),
})

/** The only square from which a piece that lay elsewhere may have come; null where there are several, or a move had put it there. */
function homeOf(board: ObservedBoard, hypothesis: Hypothesis, square: string): string | null {
  const edge = board.seen[board.last.get(square) ?? -1]
  if (
    edge === undefined ||
    !('square' in edge) ||
    edge.piece === '' ||
    hypothesis.letters[squareOf(square)] !== ''
  )
    return null
  const homes = SQUARE_NAMES.filter(
    (_, index) => hypothesis.letters[index] === edge.piece && board.letters[index] === '',
  )
  const [home] = homes
  if (home === undefined || homes.length > 1) return null
  return hypothesis.made.some(({ changes }) => changes[home] === edge.piece) ? null : home
}

/** Have other pieces been touched while this one lay elsewhere? Then it was not just knocked over. */
const isLeftAside = (board: ObservedBoard, { kind }: Paid, square: string, index: number): boolean =>
  kind === 'away' &&
  new Set(
    board.seen
      .slice((board.last.get(square) ?? -1) + 1, index)
      .flatMap((each) => ('square' in each && each.square !== square ? [each.square] : [])),
  ).size > 1

/** Has the piece of the last move left its square just after its player's press? A sensor reports later than the clock. */
function isPressedFor(
  board: ObservedBoard,
  { made, letters }: Hypothesis,
  square: string,
  index: number,
): boolean {
  const last = made.at(-1)
  if (last === undefined || last.press === null || last.reported !== null || last.isUnseen) return false
  const letter = letters[squareOf(square)] as string
  return (
    letter !== '' && last.changes[square] === letter && board.at(index) - board.at(last.press) < BOUNCE_MS
  )
}

/** Has the piece of the last move left its new square, while the old one still shows it? */
function isBackHome(board: ObservedBoard, { made, letters, paid }: Hypothesis, square: string): boolean {
  const last = made.at(-1)
  if (last === undefined || last.reported !== null || last.isUnseen) return false
  const letter = letters[squareOf(square)] as string
  if (letter === '' || last.changes[square] !== letter) return false
  const from = nameOf(moveFrom(last.move))
  return board.observed(from) === letter && paid[from] !== undefined
}

/** Is it the piece that moved last, reported late on a square that it slid over? */
function isPassedLate(board: ObservedBoard, { made }: Hypothesis, { square, piece, index }: Edge): boolean {
  const last = made.at(-1)
  if (last === undefined || last.isUnseen || board.at(index) - board.at(last.stood) > SENSOR_LATENCY_MS)
    return false
  const [from, to] = [moveFrom(last.move), kingTarget(last.move)]
  return last.changes[nameOf(to)] === piece && isBetween(squareOf(square), from, to)
}

/** Does a square lie on the straight line between two others? */
function isBetween(square: number, from: number, to: number): boolean {
  const [ranks, files] = [(to >> 3) - (from >> 3), (to & 7) - (from & 7)]
  if (ranks !== 0 && files !== 0 && Math.abs(ranks) !== Math.abs(files)) return false
  const step = 8 * Math.sign(ranks) + Math.sign(files)
  for (let passed = from + step; passed !== to; passed += step) if (passed === square) return true
  return false
}

/** Is it a piece of the kind that moved last, reported right after its player's press? */
function isReportedLate(board: ObservedBoard, { made }: Hypothesis, piece: string, index: number): boolean {
  const last = made.at(-1)
  if (last === undefined || last.press === null || last.reported !== null || last.isUnseen) return false
  return (
    last.changes[nameOf(kingTarget(last.move))] === piece &&
    board.at(index) - board.at(last.press) <= SENSOR_LATENCY_MS
  )
}
