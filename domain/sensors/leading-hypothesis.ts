/** The leading hypothesis, and which of its moves may be recorded. */
import { squareOf, turnOf } from '../chess/index.ts'
import type { MoveMade } from '../state/state.ts'
import type { Decoded, DecodedMove, Hypothesis } from './hypotheses.ts'
import { MARGIN } from './weights.ts'

/** Is the recorded move that of the hypothesis? */
export const isMade = ({ uci }: DecodedMove, move: MoveMade): boolean => uci === move.uci

/** Did a person report the move? */
const isByPerson = ({ reported }: DecodedMove): boolean =>
  reported !== null && reported.isOtherReader !== true

export interface LeadingHypothesis {
  readonly best: Hypothesis
  /** Its moves that may be recorded. */
  readonly made: readonly DecodedMove[]
  /** The others that cost less than `MARGIN` more. */
  readonly rivals: readonly Hypothesis[]
  /** For each of its moves, by how much it leads over the first hypothesis that has another move there or before. */
  readonly leads: readonly number[]
}

/** Does a piece stand where the hypothesis does not have it, without being in its player's hand? */
export function isDisturbed(hypothesis: Hypothesis, letters: readonly string[]): boolean {
  const white = turnOf(hypothesis.position) === 'white'
  return Object.keys(hypothesis.paid).some((square) => {
    const index = squareOf(square)
    const seen = letters[index] as string
    return (
      hypothesis.paid[square]?.kind !== 'agreed' &&
      seen !== hypothesis.letters[index] &&
      seen !== '' &&
      seen < 'a' !== white
    )
  })
}

/**
 * Whether something from before the last move is unexplained: a piece where none should stand, or one that its player lifted and did not
 * put down.
 */
function isUnexplained(hypothesis: Hypothesis, { letters, last }: Decoded): boolean {
  const moved = hypothesis.made.at(-1)
  if (moved === undefined) return false
  const white = moved.side === 'white'
  return [...last].some(([square, edge]) => {
    const [seen, expected] = [
      letters[squareOf(square)] as string,
      hypothesis.letters[squareOf(square)] as string,
    ]
    if (
      seen === expected ||
      seen === '?' ||
      (seen === '' && (moved.press !== null || expected < 'a' !== white))
    )
      return false
    return edge <= moved.stood && !(square in moved.changes) && hypothesis.paid[square]?.kind !== 'agreed'
  })
}

/** The first move whose piece was not where it went when its player pressed, and has not been seen there since. */
function firstGone({ made, letters: expected }: Hypothesis, letters: readonly string[]): number {
  return made.findIndex(
    ({ isGone, changes }) =>
      isGone === true &&
      Object.keys(changes).some((square) => {
        const on = squareOf(square)
        return changes[square] !== '' && expected[on] === changes[square] && letters[on] === ''
      }),
  )
}

/** `recorded`: the moves that are recorded already. */
export function leadingHypothesis(decoded: Decoded, recorded: readonly MoveMade[]): LeadingHypothesis {
  const { hypotheses, letters } = decoded
  const best = hypotheses[0] as Hypothesis
  // Recorded moves that others have followed remain as they are while nothing else leads.
  const isSo = recorded.every((move, ply) => best.made[ply] !== undefined && isMade(best.made[ply], move))
  const from = isSo ? Math.max(0, recorded.length - 1) : 0
  const leads = best.made.map((_, ply) => {
    const first = ply < from ? 0 : from
    const other = hypotheses.find((hypothesis) =>
      best.made.slice(first, ply + 1).some(({ uci }, i) => hypothesis.made[first + i]?.uci !== uci),
    )
    return other === undefined ? 99 : other.cost - best.cost
  })
  // A person who reports a move has seen the moves that were recorded before it.
  const answered = isSo ? best.made.findLastIndex(isByPerson) : -1
  let count = leads.findIndex((each, ply) => each < MARGIN && ply >= from && ply > answered)
  if (count < 0) count = leads.length
  const unseen = best.made.findIndex(({ isUnseen, reported }) => isUnseen && reported === null)
  if (unseen >= 0) count = Math.min(count, unseen)
  const rivals = hypotheses.filter(
    (hypothesis) => hypothesis.cost < best.cost + MARGIN && hypothesis !== best,
  )
  const gone = firstGone(best, letters)
  if (gone >= 0) count = Math.min(count, gone)
  // A move that is not recorded yet waits until nothing contradicts it.
  const last = best.made.at(-1)
  const isNew =
    count === best.made.length && count > recorded.length && last !== undefined && !isByPerson(last)
  if (isNew && (isDisturbed(best, letters) || isUnexplained(best, decoded))) count--
  return { best, made: best.made.slice(0, count), rivals, leads }
}
