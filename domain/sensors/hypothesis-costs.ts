/** What each observation adds to the cost of a hypothesis, and what it refunds. What a move costs as it is added is in `add-move.ts`. */
import type { Side } from '../../events/index.ts'
import { kingTarget, moveFrom, nameOf, squareOf, turnOf } from '../chess/index.ts'
import type { ReportedMove } from '../state/sensor-state.ts'
import { BOUNCE_MS, HOVER_WINDOW_MS, SENSOR_LATENCY_MS, SETTLING_MS } from './durations.ts'
import { type DecodedMove, type Hypothesis, type Paid, sideOfLetter } from './hypotheses.ts'
import { isReported, type ObservedBoard, SQUARE_NAMES } from './observed-board.ts'
import { WEIGHTS } from './weights.ts'

/** Is it a pawn on its last rank, which the new piece has not replaced yet? */
const isWaitingPawn = (letter: string, square: string): boolean =>
  (letter === 'P' && square[1] === '8') || (letter === 'p' && square[1] === '1')

/** Does a square lie on the straight line between two others? */
function isBetween(square: number, from: number, to: number): boolean {
  const [ranks, files] = [(to >> 3) - (from >> 3), (to & 7) - (from & 7)]
  if (ranks !== 0 && files !== 0 && Math.abs(ranks) !== Math.abs(files)) return false
  const step = 8 * Math.sign(ranks) + Math.sign(files)
  for (let passed = from + step; passed !== to; passed += step) if (passed === square) return true
  return false
}

/** Charges for squares that differ while the board is quiet. */
export function chargedForQuiet(board: ObservedBoard, hypothesis: Hypothesis): Hypothesis {
  const last = hypothesis.made.at(-1)
  const isPressed = last !== undefined && last.press !== null
  const charges = chargesFor(board, hypothesis, {
    gone: (square) => {
      const isMissing =
        (board.last.get(square) ?? -1) < (last?.stood ?? -1) && last?.changes[square] === undefined
      return [square, 'paid', isMissing ? WEIGHTS.missing : WEIGHTS.lifted]
    },
    displaced: (square) => [square, 'paid', isPressed ? WEIGHTS.displacedAfterPress : WEIGHTS.displaced],
    hovering: (square) =>
      isWaitingPawn(board.observed(square), square) || hypothesis.paid[square] !== undefined
        ? null
        : [square, 'open', WEIGHTS.hover],
  })
  return withCharges(hypothesis, charges)
}

/** Charges for an edge. `board.letters` has it already, `board.last` does not yet. */
export function chargedForEdge(
  board: ObservedBoard,
  earlier: Hypothesis,
  square: string,
  piece: string,
  index: number,
): Hypothesis {
  // The edge shows a piece whose landing no sensor had seen, or which only another reader had reported.
  const isSeen = (placed: DecodedMove) =>
    placed.isUnseen &&
    piece !== '' &&
    placed.changes[square] === piece &&
    !mayBeAnother(board, earlier, square, piece)
  const isShown = ({ reported, proof, changes }: DecodedMove) =>
    reported?.isOtherReader === true && proof.length === 0 && piece !== '' && changes[square] === piece
  const made = earlier.made.some((placed) => isSeen(placed) || isShown(placed))
    ? earlier.made.map((placed) => {
        if (isShown(placed)) return { ...placed, proof: [index], isUnseen: false }
        return isSeen(placed) ? { ...placed, isUnseen: false } : placed
      })
    : earlier.made
  const hypothesis = made === earlier.made ? earlier : { ...earlier, made }
  const { [square]: before, ...paid } = hypothesis.paid
  const free =
    before === undefined
      ? hypothesis
      : {
          ...hypothesis,
          paid,
          cost: hypothesis.cost - refundFor(board, hypothesis, before, square, piece, index),
        }
  // A piece that shows again where the hypothesis has it was not away: its charge is refunded.
  if (piece !== '' && piece === hypothesis.letters[squareOf(square)])
    return before === undefined ||
      hadAnother(board, square, piece) ||
      isLeftAside(board, before, square, index)
      ? free
      : { ...free, cost: hypothesis.cost - before.cost }
  if (piece === '') {
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
    const aside =
      before?.kind === 'open' && free.cost === hypothesis.cost
        ? pieceAside(board, hypothesis, square, index)
        : null
    if (before !== undefined && aside !== null)
      return { ...free, paid: { ...free.paid, [square]: { kind: 'aside', cost: before.cost, piece: aside } } }
    return isPressedFor(board, hypothesis, square, index)
      ? withCharges(free, [[square, 'gone', WEIGHTS.goneAfterPress]])
      : free
  }
  if (piece === '?') return free
  if (sideOfLetter(piece) === turnOf(hypothesis.position)) {
    // A stray piece that is captured had been moved to its square, which the hypothesis does not explain.
    const isStray =
      before?.kind === 'open' && (before.cost === WEIGHTS.stray || before.cost === WEIGHTS.strayAfterPress)
    return isStray ? { ...free, cost: free.cost + WEIGHTS.strayTaken } : free
  }
  if (isPassedLate(board, hypothesis, square, piece, index))
    return withCharges(free, [[square, 'agreed', WEIGHTS.latePassing]])
  const stray = isReportedLate(board, hypothesis, piece, index) ? WEIGHTS.strayAfterPress : WEIGHTS.stray
  return withCharges(free, [[square, 'open', stray]])
}

/** Charges for a press, and gives it to the move that it is for. */
export function chargedForPress(
  board: ObservedBoard,
  hypothesis: Hypothesis,
  side: Side,
  index: number,
): Hypothesis {
  const open = pressedMove(board, hypothesis, side, index)
  const placed = hypothesis.made[open]
  if (placed === undefined) {
    const own = pressedLater(board, hypothesis, side, index)
    if (own !== null) return own
    const isTheirs =
      turnOf(hypothesis.position) !== side && hypothesis.owed[turnOf(hypothesis.position)] === undefined
    if (isTheirs || hypothesis.owed[side] !== undefined)
      return { ...hypothesis, cost: hypothesis.cost + WEIGHTS.secondPress }
    return {
      ...hypothesis,
      cost: hypothesis.cost + WEIGHTS.earlyPress,
      owed: { ...hypothesis.owed, [side]: index },
    }
  }
  const away = Object.keys(placed.changes).filter(
    (square) => placed.changes[square] !== '' && board.observed(square) === '' && placed.reported === null,
  )
  const isGone = away.some((square) => !isBeingTaken(board, hypothesis, square))
  const isLast = open === hypothesis.made.length - 1
  const made = hypothesis.made.map((each, ply) =>
    ply === open ? { ...each, press: index, ...(isGone && isLast ? { isGone } : {}) } : each,
  )
  if (open < hypothesis.made.length - 1) {
    const late = isOverdue(board, hypothesis.made[open + 1], index) ? WEIGHTS.overduePress : WEIGHTS.latePress
    return { ...hypothesis, made, cost: hypothesis.cost + late }
  }
  const charges = chargesFor(board, hypothesis, {
    gone: (square) =>
      away.includes(square)
        ? [square, 'gone', isGone ? WEIGHTS.gone : WEIGHTS.lifted]
        : [square, 'paid', isKing(hypothesis, square) ? WEIGHTS.missing : WEIGHTS.lifted],
    displaced: (square) => [square, 'paid', WEIGHTS.displaced],
    hovering: () => null,
  })
  return withCharges({ ...hypothesis, made }, charges)
}

/** Is it the square of a king? It has to be on the board when its player presses. */
const isKing = ({ letters }: Hypothesis, square: string): boolean =>
  letters[squareOf(square)]?.toLowerCase() === 'k'

/** Once a reply has stood this long, ms, no press for the move before it is expected any more. */
const OVERDUE_MS = 2000

/**
 * The index of the move that a press is for; -1: none. It is the player's oldest move without a press. Where a later move waits, one
 * whose reply has long stood is left out: its press was never reported.
 */
function pressedMove(board: ObservedBoard, { made }: Hypothesis, side: Side, index: number): number {
  const open = made.flatMap((placed, ply) => (placed.side === side && placed.press === null ? [ply] : []))
  return open.find((ply) => !isOverdue(board, made[ply + 1], index)) ?? open[0] ?? -1
}

/** Has the reply stood so long that a press for the move before it would have been reported? */
const isOverdue = (board: ObservedBoard, reply: DecodedMove | undefined, index: number): boolean =>
  reply !== undefined && board.at(index) - board.at(reply.stood) > OVERDUE_MS

/** A move that came long after its player had pressed without one is completed by their next press. Null: there is no such move. */
function pressedLater(
  board: ObservedBoard,
  hypothesis: Hypothesis,
  side: Side,
  index: number,
): Hypothesis | null {
  const last = hypothesis.made.at(-1)
  if (last === undefined || last.side !== side || last.press === null || last.reported !== null) return null
  if (board.at(last.stood) - board.at(last.press) <= SENSOR_LATENCY_MS) return null
  return { ...hypothesis, made: [...hypothesis.made.slice(0, -1), { ...last, press: index }] }
}

/** Charges for a move that a person reported. */
export function chargedForReport(
  board: ObservedBoard,
  hypothesis: Hypothesis,
  reported: ReportedMove,
): Hypothesis {
  const ply = hypothesis.made.findIndex(
    (placed, index) =>
      placed.reported?.seq === reported.seq ||
      (isReported(placed.move, reported) && board.isPlyOf(index, reported)),
  )
  if (ply < 0) return { ...hypothesis, cost: hypothesis.cost + WEIGHTS.missingReport }
  const before = hypothesis.made[ply - 1]
  if (before !== undefined && reported.after !== undefined && before.uci !== reported.after)
    return { ...hypothesis, cost: hypothesis.cost + WEIGHTS.otherBefore }
  // The report makes an unseen move certain. A move that the board showed stays a move of the board.
  if (hypothesis.made[ply]?.isUnseen !== true) return hypothesis
  const made = hypothesis.made.map((placed, at) =>
    at === ply ? { ...placed, reported, isUnseen: false } : placed,
  )
  return { ...hypothesis, made }
}

/** Charges for a move that another reader of the board reported: it is evidence, and an unseen move then counts as seen. */
export function chargedForOtherReader(
  board: ObservedBoard,
  hypothesis: Hypothesis,
  reported: ReportedMove,
): Hypothesis {
  const ply = hypothesis.made.findIndex(
    ({ move }, index) => isReported(move, reported) && board.isPlyOf(index, reported),
  )
  if (ply < 0) return { ...hypothesis, cost: hypothesis.cost + WEIGHTS.otherReader }
  if (hypothesis.made[ply]?.isUnseen !== true) return hypothesis
  const made = hypothesis.made.map((placed, at) =>
    at === ply ? { ...placed, reported, isUnseen: false } : placed,
  )
  return { ...hypothesis, made, cost: hypothesis.cost - WEIGHTS.lostPlace }
}

/** The charge for one square. */
type Charge = readonly [square: string, kind: Paid['kind'], cost: number]

/** What to charge for a square that differs from the hypothesis. */
interface SquareRules {
  /** A piece of the side that moved last is missing from its square. */
  readonly gone: (square: string) => Charge
  /** A piece of that side stands where it should not. */
  readonly displaced: (square: string) => Charge
  /** A piece of the side on move stands where no move has put it. */
  readonly hovering: (square: string) => Charge | null
}

/** The charges for all squares that differ from the hypothesis. */
function chargesFor(board: ObservedBoard, hypothesis: Hypothesis, rules: SquareRules): Charge[] {
  const turn = turnOf(hypothesis.position)
  return differing(board, hypothesis).flatMap((square): Charge[] => {
    const letter = board.observed(square)
    const expected = hypothesis.letters[squareOf(square)] as string
    if (letter === '?') return []
    if (letter === '') return sideOfLetter(expected) === turn ? [] : [rules.gone(square)]
    if (isLostLift(board, hypothesis, square, letter)) return [[square, 'agreed', WEIGHTS.lostLift]]
    if (sideOfLetter(letter) !== turn) return [rules.displaced(square)]
    const charge = rules.hovering(square)
    return charge === null ? [] : [charge]
  })
}

/** The squares that differ from the hypothesis, save those that are paid for. */
function differing(board: ObservedBoard, hypothesis: Hypothesis): string[] {
  const found: string[] = []
  for (let square = 0; square < 64; square++) {
    if (board.letters[square] === hypothesis.letters[square]) continue
    const name = SQUARE_NAMES[square] as string
    const paid = hypothesis.paid[name]
    if (paid === undefined || paid.kind === 'open' || paid.kind === 'ghost') found.push(name)
  }
  return found
}

/** The hypothesis with these charges. */
function withCharges(hypothesis: Hypothesis, charges: readonly Charge[]): Hypothesis {
  if (charges.length === 0) return hypothesis
  const paid: Record<string, Paid> = { ...hypothesis.paid }
  let { cost } = hypothesis
  for (const [square, kind, charge] of charges) {
    const earlier = paid[square]
    const ghost = earlier?.kind === 'ghost' ? earlier.cost : 0
    paid[square] = { kind, cost: charge - ghost + (earlier?.cost ?? 0) }
    cost += charge - ghost
  }
  return { ...hypothesis, cost, paid }
}

/** Does a piece still show on the square from which a move of the hypothesis took it? */
function isLostLift(board: ObservedBoard, hypothesis: Hypothesis, square: string, letter: string): boolean {
  const isGhost = hypothesis.paid[square]?.kind === 'ghost'
  if (hypothesis.letters[squareOf(square)] !== '' && !isGhost) return false
  return hypothesis.made.some(
    ({ changes, stood }) =>
      (changes[square] === '' || isGhost) &&
      (board.last.get(square) ?? -1) <= stood &&
      Object.values(changes).includes(letter),
  )
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
  square: string,
  piece: string,
  index: number,
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
function isPassedLate(
  board: ObservedBoard,
  { made }: Hypothesis,
  square: string,
  piece: string,
  index: number,
): boolean {
  const last = made.at(-1)
  if (last === undefined || last.isUnseen || board.at(index) - board.at(last.stood) > SENSOR_LATENCY_MS)
    return false
  const [from, to] = [moveFrom(last.move), kingTarget(last.move)]
  return last.changes[nameOf(to)] === piece && isBetween(squareOf(square), from, to)
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

/** Has the opponent, since their own last move, lifted a piece that may capture on this square? */
function isBeingTaken(board: ObservedBoard, hypothesis: Hypothesis, square: string): boolean {
  const since = hypothesis.made.at(-2)?.stood ?? -1
  return hypothesis.legal().some((move) => {
    const from = nameOf(moveFrom(move))
    return (
      nameOf(kingTarget(move)) === square &&
      board.observed(from) === '' &&
      (board.last.get(from) ?? -1) > since
    )
  })
}
