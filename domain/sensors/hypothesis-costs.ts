/** What each observation holds against a hypothesis, and what it gives back. */
import type { Side } from '../../events/index.ts'
import { kingTarget, moveFrom, nameOf, squareOf, turnOf } from '../chess/index.ts'
import type { ReportedMove } from '../state/sensor-state.ts'
import { BOUNCE_MS, HOVER_WINDOW_MS, SENSOR_LATENCY_MS, SETTLING_MS } from './durations.ts'
import { type DecodedMove, type Hypothesis, type Paid, sideOfLetter } from './hypotheses.ts'
import { isReported, type ObservedBoard, SQUARE_NAMES } from './observed-board.ts'
import { WEIGHTS } from './weights.ts'

/** A pawn on its last rank, which waits for the piece that it becomes. */
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

/** The board has been quiet. */
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

/** An edge came, which is not on the board yet. */
export function chargedForEdge(
  board: ObservedBoard,
  earlier: Hypothesis,
  square: string,
  piece: string,
  index: number,
): Hypothesis {
  // A piece that nobody saw land, or another reader alone, has been seen there now.
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
          cost: hypothesis.cost - givenBack(board, hypothesis, before, square, piece, index),
        }
  // A piece that is seen again where it belongs had not been away.
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
    if (isBackHome(board, hypothesis, square)) return withCharges(free, [[square, 'gone', WEIGHTS.gone]])
    return isPressedFor(board, hypothesis, square, index)
      ? withCharges(free, [[square, 'gone', WEIGHTS.goneAfterPress]])
      : free
  }
  if (piece === '?') return free
  if (sideOfLetter(piece) === turnOf(hypothesis.position)) {
    // A piece that is taken on a square had been played there.
    const isStray =
      before?.kind === 'open' && (before.cost === WEIGHTS.stray || before.cost === WEIGHTS.strayAfterPress)
    return isStray ? { ...free, cost: free.cost + WEIGHTS.strayTaken } : free
  }
  if (isPassedLate(board, hypothesis, square, piece, index))
    return withCharges(free, [[square, 'agreed', WEIGHTS.latePassing]])
  const stray = isToldLate(board, hypothesis, piece, index) ? WEIGHTS.strayAfterPress : WEIGHTS.stray
  return withCharges(free, [[square, 'open', stray]])
}

/** A player pressed. */
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

/** A king is on the board when its player presses. */
const isKing = ({ letters }: Hypothesis, square: string): boolean =>
  letters[squareOf(square)]?.toLowerCase() === 'k'

/** Ms for which a reply has stood when the press before it can no more be on its way. */
const OVERDUE_MS = 2000

/**
 * Which move of the hypothesis a press is for (-1: none): the oldest that has none yet, save one whose reply has long stood, where a later
 * move waits: its press was never told.
 */
function pressedMove(board: ObservedBoard, { made }: Hypothesis, side: Side, index: number): number {
  const open = made.flatMap((placed, ply) => (placed.side === side && placed.press === null ? [ply] : []))
  return open.find((ply) => !isOverdue(board, made[ply + 1], index)) ?? open[0] ?? -1
}

/** Has the reply stood so long that a press for the move before it would have been told? */
const isOverdue = (board: ObservedBoard, reply: DecodedMove | undefined, index: number): boolean =>
  reply !== undefined && board.at(index) - board.at(reply.stood) > OVERDUE_MS

/** A move that came long after its player had pressed without one is completed by their next press; null where it is no such move. */
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

/** A person told a move. */
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
  // A move that nobody saw is certain now; one that was seen stays the board's.
  if (hypothesis.made[ply]?.isUnseen !== true) return hypothesis
  const made = hypothesis.made.map((placed, at) =>
    at === ply ? { ...placed, reported, isUnseen: false } : placed,
  )
  return { ...hypothesis, made }
}

/** Another reader of the board told a move: its word is evidence, and a piece that no square showed has been seen by it. */
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

/** What is charged for one square. */
type Charge = readonly [square: string, kind: Paid['kind'], cost: number]

/** What a square costs that is not as the hypothesis has it. */
interface SquareRules {
  /** A piece of the side that moved last is off its square. */
  readonly gone: (square: string) => Charge
  /** One of its pieces stands where it should not. */
  readonly displaced: (square: string) => Charge
  /** A piece of the side on move stands where it has not been played. */
  readonly hovering: (square: string) => Charge | null
}

/** The charges of all squares on which the board is not as the hypothesis has it. */
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

/** Squares on which the board is not as the hypothesis has it, save those that are paid for. */
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

/** The hypothesis with more paid for its squares. */
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

/** Is another piece of the kind in the air, so that it may be the one that is seen on the square? */
const mayBeAnother = (
  board: ObservedBoard,
  { letters }: Hypothesis,
  square: string,
  piece: string,
): boolean =>
  letters.some(
    (letter, index) => letter === piece && board.letters[index] === '' && SQUARE_NAMES[index] !== square,
  )

/** Did another piece stand on the square until now? Then it is not put back there: it was taken. */
function hadAnother(board: ObservedBoard, square: string, piece: string): boolean {
  const edge = board.seen[board.last.get(square) ?? -1]
  return (
    edge !== undefined && 'square' in edge && edge.piece !== '' && edge.piece !== '?' && edge.piece !== piece
  )
}

/** What a square gives back of its cost once it changes: a piece that only passed it, and a lift that was told late. */
function givenBack(
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

/** Does a square become empty of a piece that was pushed aside there by the one that took it? */
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

const sumOf = (...paid: readonly (Paid | undefined)[]): Paid => ({
  kind: 'away',
  cost: paid.reduce((sum, each) => sum + (each?.cost ?? 0), 0),
})

/** The one square that a piece which lay elsewhere is missing from, and had not been moved to. */
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

/** Has another piece been touched while this one lay elsewhere? Then it had not been knocked over for a moment. */
const isLeftAside = (board: ObservedBoard, { kind }: Paid, square: string, index: number): boolean =>
  kind === 'away' &&
  new Set(
    board.seen
      .slice((board.last.get(square) ?? -1) + 1, index)
      .flatMap((each) => ('square' in each && each.square !== square ? [each.square] : [])),
  ).size > 1

/** Has the piece of the last move left its square just after its player's press? A sensor tells later than the clock. */
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

/** Has the piece of the last move left the square that it went to, while it still shows where it came from? */
function isBackHome(board: ObservedBoard, { made, letters, paid }: Hypothesis, square: string): boolean {
  const last = made.at(-1)
  if (last === undefined || last.reported !== null || last.isUnseen) return false
  const letter = letters[squareOf(square)] as string
  if (letter === '' || last.changes[square] !== letter) return false
  const from = nameOf(moveFrom(last.move))
  return board.observed(from) === letter && paid[from] !== undefined
}

/** Is it the piece that moved last, on a square that it slid over, told after it stood? */
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

/** Is it a piece of the kind that moved last, told right after its player's press? */
function isToldLate(board: ObservedBoard, { made }: Hypothesis, piece: string, index: number): boolean {
  const last = made.at(-1)
  if (last === undefined || last.press === null || last.reported !== null || last.isUnseen) return false
  return (
    last.changes[nameOf(kingTarget(last.move))] === piece &&
    board.at(index) - board.at(last.press) <= SENSOR_LATENCY_MS
  )
}

/** Has the opponent lifted a piece, since their own move, that may take what stands there? */
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
