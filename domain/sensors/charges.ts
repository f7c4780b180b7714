/** Charges for squares that differ from a hypothesis: what the costs of edges, presses and quiet share. */
import { kingTarget, moveFrom, nameOf, squareOf, turnOf } from '../chess/index.ts'
import { type Hypothesis, type Paid, sideOfLetter } from './hypotheses.ts'
import { type ObservedBoard, SQUARE_NAMES } from './observed-board.ts'
import { WEIGHTS } from './weights.ts'

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
export function chargesFor(board: ObservedBoard, hypothesis: Hypothesis, rules: SquareRules): Charge[] {
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
export function withCharges(hypothesis: Hypothesis, charges: readonly Charge[]): Hypothesis {
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

/** Has the opponent, since their own last move, lifted a piece that may capture on this square? */
export function isBeingTaken(board: ObservedBoard, hypothesis: Hypothesis, square: string): boolean {
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
