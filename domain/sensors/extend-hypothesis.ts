/** Adds a move to a hypothesis, and charges for it: one that the board shows, one that was reported, or one whose piece no sensor saw land. */
import {
  castlingSide,
  clone,
  isChess960,
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
import { changesOf, type Differences, disagreements } from './differences.ts'
import { SENSOR_LATENCY_MS, SETTLING_MS } from './durations.ts'
import {
  AGREED,
  type DecodedMove,
  type Hypothesis,
  lazyMoves,
  type Paid,
  sideOfLetter,
} from './hypotheses.ts'
import { isReported, type ObservedBoard, SQUARE_NAMES } from './observed-board.ts'
import { MOST_PLIES, WEIGHTS } from './weights.ts'

/**
 * The hypothesis with one more move, which stands after observation `index`. `reported`: the report of it, where there is one.
 * `isUnseen`: no sensor saw its piece land.
 */
function withMove(
  board: ObservedBoard,
  hypothesis: Hypothesis,
  move: Move,
  index: number,
  reported: ReportedMove | null,
  isUnseen = false,
): Hypothesis {
  const position = clone(hypothesis.position)
  play(position, move)
  const side = turnOf(hypothesis.position)
  const changes = changesOf(hypothesis.position, move)
  const since = hypothesis.made.at(-1)?.stood ?? -1
  const earlier = hypothesis.made.at(-2)?.stood ?? -1
  const proof: number[] = []
  let transients = 0
  for (let i = earlier + 1; i <= index; i++) {
    const edge = board.seen[i] as Observation
    if (!('square' in edge)) continue
    const before = hypothesis.made.at(-1)
    if (edge.square in changes && (i > since || !(before?.proof.includes(i) ?? false))) proof.push(i)
    else if (i > since && edge.at !== board.at(index)) transients++
  }
  const owed = hypothesis.owed[side]
  let cost = Math.min(transients, WEIGHTS.mostTransients) * WEIGHTS.transient
  if (owed !== undefined && reported === null)
    cost +=
      board.at(index) - board.at(owed) > SENSOR_LATENCY_MS ? WEIGHTS.unexplainedPress : -WEIGHTS.lateEdges
  const { [side]: _, ...debts } = hypothesis.owed
  // A person saw the whole move. What another reader reports is weighed together with what the squares show.
  const isByPerson = reported !== null && reported.isOtherReader !== true
  if (isUnseen) cost = WEIGHTS.lostPlace
  else if (reported === null)
    cost +=
      costOfEarlyEdges(board, hypothesis, nameOf(moveFrom(move)), proof) +
      costOfLateLift(board, move, changes)
  const paid = { ...hypothesis.paid }
  // Since the unseen move it was the opponent's turn: what was charged for their pieces since then is refunded.
  for (const square of isUnseen ? Object.keys(paid) : []) {
    const letter = board.observed(square) || (hypothesis.letters[squareOf(square)] as string)
    const isEarlier = (board.last.get(square) ?? -1) < index
    if (isEarlier || letter === '?' || sideOfLetter(letter) === side || paid[square]?.kind === 'agreed')
      continue
    cost -= paid[square]?.cost ?? 0
    delete paid[square]
  }
  for (const square in changes) {
    // That a piece was missing when its last move was completed is not explained by its next move: no refund.
    const isOff = paid[square]?.kind === 'gone' || paid[square]?.kind === 'away'
    if (!isOff || changes[square] !== '') cost -= paid[square]?.cost ?? 0
    if (reported === null && !isUnseen) delete paid[square]
    else paid[square] = AGREED
  }
  const taken =
    Object.keys(changes)
      .map((square) => hypothesis.letters[squareOf(square)] as string)
      .find((letter) => letter !== '' && sideOfLetter(letter) !== side) ?? ''
  // The captured piece had been pushed aside before it was taken away.
  for (const square in paid) {
    const { kind, piece, cost: charged } = paid[square] as Paid
    if (kind !== 'aside' || piece !== taken || isLongSince(board, square, index)) continue
    cost -= charged
    delete paid[square]
  }
  const letters = [...hypothesis.letters]
  for (const square in changes) letters[squareOf(square)] = changes[square] as string
  for (let square = 0; square < 64; square++) {
    const seen = board.letters[square] as string
    const expected = letters[square] as string
    if (seen === expected) continue
    const name = SQUARE_NAMES[square] as string
    if (seen === '?' || sideOfLetter(seen || expected) !== side || isUnseen) continue
    const before = paid[name]
    if (isByPerson) {
      // The person saw the board, so it is taken to agree. A piece that landed elsewhere since may be another move.
      if (seen !== '' && before === undefined && !(name in changes) && isSince(board, name, changes))
        cost += WEIGHTS.displaced
      paid[name] = AGREED
    } else if (before?.kind === 'open' && reported !== null) {
      // It was charged for already, as a piece in a hovering hand.
      paid[name] = { ...before, kind: 'paid' }
    } else if (before?.kind === 'open' && isLongSince(board, name, index)) {
      // A piece of the player has stood elsewhere for long, and the player moves another one.
      cost += WEIGHTS.displaced
      paid[name] = { kind: 'paid', cost: before.cost + WEIGHTS.displaced }
    } else if (seen !== '' && paid[name] === undefined && expected !== '') {
      // It stands where another piece should be: it has captured that piece.
      cost += WEIGHTS.stray + WEIGHTS.strayTaken
      paid[name] = { kind: 'open', cost: WEIGHTS.stray + WEIGHTS.strayTaken }
    } else if (seen !== '' && paid[name] === undefined) {
      cost += WEIGHTS.stray
      paid[name] = { kind: 'ghost', cost: WEIGHTS.stray }
    }
  }
  // Other pieces that the player lifted before and has not put back.
  if (!isByPerson && !isUnseen && owed === undefined) {
    for (let square = 0; square < 64; square++) {
      const expected = letters[square] as string
      if (board.letters[square] !== '' || expected === '' || sideOfLetter(expected) !== side) continue
      const name = SQUARE_NAMES[square] as string
      if (name in changes || name in paid) continue
      if ((board.last.get(name) ?? index) > since) continue
      cost += WEIGHTS.missing
      paid[name] = { kind: 'paid', cost: WEIGHTS.missing }
    }
  }
  let { made } = hypothesis
  const last = made.at(-1)
  // The square where the last move put a piece that is missing there now and is not captured. Where this move is unseen, a piece that
  // left after it was still there.
  const lost = Object.keys(last?.changes ?? {}).find(
    (square) =>
      last?.changes[square] !== '' &&
      !(square in changes) &&
      board.observed(square) === '' &&
      !(isUnseen && (board.last.get(square) ?? -1) > index),
  )
  // At its player's press the piece was missing, and was charged little because the opponent might capture it. The opponent did not, so that the rest is charged now.
  const isNotTaken = lost !== undefined && paid[lost]?.kind === 'gone' && paid[lost].cost < WEIGHTS.gone
  if (
    last !== undefined &&
    lost !== undefined &&
    (last.press === null || isNotTaken) &&
    last.reported === null &&
    !last.isUnseen
  ) {
    cost += WEIGHTS.gone - (paid[lost]?.cost ?? 0)
    paid[lost] = { kind: 'gone', cost: WEIGHTS.gone }
    made = [...made.slice(0, -1), { ...last, isGone: true }]
  }
  const placed = {
    move,
    side,
    taken,
    uci: uciOf(hypothesis.position, move),
    changes,
    stood: index,
    proof,
    reported,
    press: owed ?? null,
    isUnseen,
  }
  return {
    position,
    letters,
    legal: lazyMoves(position),
    made: [...made, placed],
    key: `${hypothesis.key} ${placed.uci}`,
    cost: hypothesis.cost + cost,
    paid,
    owed: debts,
  }
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

/** The cost of a move whose edges, or whose lift, came before any edge of the move that it answers. */
function costOfEarlyEdges(
  board: ObservedBoard,
  { made }: Hypothesis,
  from: string,
  proof: readonly number[],
): number {
  const answered = made.at(-1)
  if (answered === undefined || answered.proof.length === 0) return 0
  const begun = Math.min(...answered.proof)
  if (Math.max(...proof) < begun) return WEIGHTS.beforeReply
  const lift = board.last.get(from)
  const isEarly = lift !== undefined && lift < begun && board.at(begun) - board.at(lift) > SENSOR_LATENCY_MS
  return isEarly ? WEIGHTS.liftedBefore : 0
}

/** The cost of a piece that still showed on its old square long after one like it showed on the new square. */
function costOfLateLift(board: ObservedBoard, move: Move, changes: Differences): number {
  if (castlingSide(move) !== null || movePromotion(move) !== null) return 0
  const [from, to] = [nameOf(moveFrom(move)), nameOf(kingTarget(move))]
  const [lift, arrival] = [board.last.get(from), board.last.get(to)]
  if (lift === undefined || arrival === undefined || changes[to] !== board.observed(to)) return 0
  return board.at(lift) - board.at(arrival) > SENSOR_LATENCY_MS ? WEIGHTS.leftLate : 0
}

/**
 * The hypothesis with each move that the board shows after an observation, or that a person reported. `isNew`: the observation
 * has just added a move, so that the next one need not be on its square.
 */
export function withNextMove(
  board: ObservedBoard,
  hypothesis: Hypothesis,
  index: number,
  isNew: boolean,
): Hypothesis[] {
  const trigger = board.seen[index] as Observation
  if (hypothesis.made.length >= MOST_PLIES || (!('square' in trigger) && board.reported.length === 0))
    return []
  const found: Hypothesis[] = []
  const on = 'square' in trigger ? squareOf(trigger.square) : -1
  for (const move of hypothesis.legal()) {
    if (board.reported.length === 0 && isElsewhere(board, hypothesis, move, isNew ? null : on)) continue
    const hint = board.reported.find(
      ({ reported, index: at }) =>
        at >= index &&
        isReported(move, reported) &&
        board.isPlyOf(hypothesis.made.length, reported) &&
        !hypothesis.made.some((placed) => placed.reported?.seq === reported.seq),
    )
    if (hint !== undefined) {
      found.push(withMove(board, hypothesis, move, index, hint.reported))
      continue
    }
    if (!('square' in trigger)) continue
    if (!mayStand(board, hypothesis, move)) continue
    const changes = changesOf(hypothesis.position, move)
    if (!isNew && !(trigger.square in changes)) continue
    if (castlingSide(move) === null && isCastlingToo(hypothesis, changes)) continue
    if (stands(board, hypothesis, changes, index)) found.push(withMove(board, hypothesis, move, index, null))
  }
  return found
}

/** Hypotheses with a move that another reader reported, though no square has shown it. */
export function withReportedMove(
  board: ObservedBoard,
  hypotheses: readonly Hypothesis[],
  reported: ReportedMove,
  index: number,
): Hypothesis[] {
  const seen = new Set(hypotheses.map(({ key }) => key))
  return hypotheses.flatMap((hypothesis) => {
    if (hypothesis.made.length >= MOST_PLIES || !board.isPlyOf(hypothesis.made.length, reported)) return []
    const moves = hypothesis.legal().filter((move) => isReported(move, reported))
    return moves
      .map((move) => withMove(board, hypothesis, move, index, reported))
      .filter(({ key }) => !seen.has(key))
  })
}

/** Do both squares of a move show no change, or (`on`: the square of an edge) is the edge on neither? Never so of castling. */
function isElsewhere(board: ObservedBoard, hypothesis: Hypothesis, move: Move, on: number | null): boolean {
  if (castlingSide(move) !== null) return false
  const [from, to] = [moveFrom(move), kingTarget(move)]
  const isStill =
    board.letters[from] === hypothesis.letters[from] && board.letters[to] === hypothesis.letters[to]
  const isPawnsCapture = (from - to) % 8 !== 0 && hypothesis.letters[to] === ''
  return isStill || (on !== null && on !== from && on !== to && !isPawnsCapture)
}

/**
 * Hypotheses on which a lifted piece has landed, though no sensor reported where. `now`: an instant, ms, whose lifts do not count,
 * since edges of one instant have no order.
 */
export function withUnseenMove(
  board: ObservedBoard,
  hypothesis: Hypothesis,
  now: number | null = null,
): Hypothesis[] {
  if (hypothesis.made.length >= MOST_PLIES) return []
  const lifted = hypothesis.legal().filter((move) => board.letters[moveFrom(move)] === '')
  const shown = new Set(lifted.filter((move) => isShown(board, hypothesis, move)).map(moveFrom))
  return lifted.flatMap((move) => {
    const lift = board.last.get(nameOf(moveFrom(move)))
    if (lift === undefined || lift <= (hypothesis.made.at(-1)?.stood ?? -1) || board.at(lift) === now)
      return []
    if (isContradicted(board, hypothesis, move, lift)) return []
    if (castlingSide(move) === null)
      return shown.has(moveFrom(move)) ? [] : [withMove(board, hypothesis, move, lift, null, true)]
    const landed = isShownWhole(board, hypothesis, move) ? null : halfCastledAt(board, hypothesis, move)
    return landed === null ? [] : [withMove(board, hypothesis, move, landed, null, true)]
  })
}

/** Does the lifted piece stand where the move puts it, by an edge since the move before, and can it be no other? Then its move is seen. */
function isShown(board: ObservedBoard, hypothesis: Hypothesis, move: Move): boolean {
  if (castlingSide(move) !== null || !mayStand(board, hypothesis, move)) return false
  const { letters, made } = hypothesis
  const [from, to] = [moveFrom(move), kingTarget(move)]
  if ((board.last.get(nameOf(to)) ?? -1) <= (made.at(-1)?.stood ?? -1)) return false
  return !letters.some(
    (letter, square) => square !== from && letter === letters[from] && board.letters[square] === '',
  )
}

/** Do all squares show the castling, by edges since the move before? Then it is not unseen. */
function isShownWhole(board: ObservedBoard, { position, made }: Hypothesis, move: Move): boolean {
  const since = made.at(-1)?.stood ?? -1
  return Object.entries(changesOf(position, move)).every(
    ([square, letter]) => board.observed(square) === letter && (board.last.get(square) ?? -1) > since,
  )
}

/** Hypotheses on which the player has castled, though no sensor saw the king, or the rook, land. */
export const withHalfCastling = (board: ObservedBoard, hypothesis: Hypothesis): Hypothesis[] =>
  withUnseenMove(board, hypothesis).filter(
    ({ made }) => castlingSide((made.at(-1) as DecodedMove).move) !== null,
  )

/** Hypotheses on which a lifted piece has captured one that is lifted too, by an edge after the edge `since`. */
export const withUnseenCapture = (
  board: ObservedBoard,
  hypothesis: Hypothesis,
  since: number,
): Hypothesis[] =>
  withUnseenMove(board, hypothesis).filter(({ made }) => {
    const { move, taken } = made.at(-1) as DecodedMove
    const target = kingTarget(move)
    return taken !== '' && board.letters[target] === '' && (board.last.get(nameOf(target)) ?? -1) > since
  })

/** Index of the last edge of king and rook, where both have left their squares and one shows where castling puts it; else null. */
function halfCastledAt(board: ObservedBoard, { position, made }: Hypothesis, move: Move): number | null {
  const since = made.at(-1)?.stood ?? -1
  const changes = Object.entries(changesOf(position, move))
  const isEmptied = changes.every(([square, letter]) => letter !== '' || board.observed(square) === '')
  const isSeen = changes.some(
    ([square, letter]) =>
      letter !== '' && board.observed(square) === letter && (board.last.get(square) ?? -1) > since,
  )
  return isEmptied && isSeen ? Math.max(...changes.map(([square]) => board.last.get(square) ?? -1)) : null
}

/** Since the lift, has another piece of the same side shown on the square to which the move goes? */
function isContradicted(board: ObservedBoard, hypothesis: Hypothesis, move: Move, lift: number): boolean {
  const to = nameOf(kingTarget(move))
  const seen = board.observed(to)
  if (seen === '' || seen === '?' || (board.last.get(to) ?? -1) < lift) return false
  return (
    sideOfLetter(seen) === turnOf(hypothesis.position) && seen !== changesOf(hypothesis.position, move)[to]
  )
}

/** Does the board show a reply to an unseen move? A captured piece that is pushed aside is none. */
export function isAnswered(
  board: ObservedBoard,
  before: Hypothesis,
  hypothesis: Hypothesis,
  index: number,
): boolean {
  const from = moveFrom((hypothesis.made.at(-1) as DecodedMove).move)
  const takes = before.legal().filter((move) => moveFrom(move) === from)
  return withNextMove(board, hypothesis, index, false).some(({ made }) => {
    const reply = (made.at(-1) as DecodedMove).move
    return !takes.some((move) => kingTarget(move) === moveFrom(reply))
  })
}

/** Has the side that is not on move put a piece somewhere, or lifted one for long? `until`: only squares unchanged since then count, ms. */
export function isReplied(
  board: ObservedBoard,
  hypothesis: Hypothesis,
  until = Number.POSITIVE_INFINITY,
): boolean {
  const turn = turnOf(hypothesis.position)
  return Object.keys(hypothesis.paid).some((square) => {
    const edge = board.last.get(square)
    if (edge !== undefined && board.at(edge) > until) return false
    const letter = board.observed(square) || (hypothesis.letters[squareOf(square)] as string)
    return (
      hypothesis.paid[square]?.kind !== 'agreed' &&
      letter !== '?' &&
      letter !== '' &&
      sideOfLetter(letter) !== turn
    )
  })
}

/** In Chess960 a castling may change the same squares as a move of the rook: then it is castling. */
function isCastlingToo(hypothesis: Hypothesis, changes: Differences): boolean {
  if (!isChess960(hypothesis.position)) return false
  return hypothesis.legal().some((move) => {
    if (castlingSide(move) === null) return false
    return disagreements(changesOf(hypothesis.position, move), changes, 0).length === 0
  })
}

/** A cheap test before the changes of a move are computed: does its target show the piece that would arrive? */
function mayStand(board: ObservedBoard, { letters }: Hypothesis, move: Move): boolean {
  if (castlingSide(move) !== null) return true
  const [from, to] = [letters[moveFrom(move)] as string, board.letters[kingTarget(move)] as string]
  return movePromotion(move) === null ? to === from : to !== '' && to !== '?'
}

/** Do all pieces of the move show on their new squares, by edges since the move before, and is at most one old square not yet empty? */
function stands(board: ObservedBoard, hypothesis: Hypothesis, changes: Differences, index: number): boolean {
  let full = 0
  const since = hypothesis.made.at(-1)?.stood ?? -1
  const earlier = hypothesis.made.at(-2)?.stood ?? -1
  for (const square in changes) {
    const letter = changes[square] as string
    const seen = board.observed(square)
    if (letter === '') {
      if (seen !== '' && ++full > 1) return false
      continue
    }
    if (seen !== letter) return false
    const last = board.last.get(square) ?? -1
    const isCrossed =
      last > earlier && last !== since && board.at(index) - board.at(Math.max(0, last)) <= SENSOR_LATENCY_MS
    // Edges of one instant have no order.
    const isAtOnce = since >= 0 && last !== since && board.at(Math.max(0, last)) === board.at(since)
    if (last < 0 || !(last > since || isCrossed || isAtOnce)) return false
  }
  return true
}
