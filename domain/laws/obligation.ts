/** Article 4 as a function: the moves among which a player must choose after what they touched, released, claimed or announced. */
import {
  castlingSide,
  isCapture,
  isCastling,
  isChess960,
  isEnPassant,
  kingTarget,
  type Move,
  moveFrom,
  movePromotion,
  moveTo,
  nameOf,
  type Position,
  pieceAt,
  roleOf,
  squareOf,
  uciOf,
} from '../chess/index.ts'
import type { RuleId } from '../editions/rules.ts'
import { type Game, legalOf } from '../state/game.ts'
import { inForce } from '../state/in-force.ts'
import type { MoveMade, PendingAct, Touch } from '../state/state.ts'

/** The moves to choose from and the rule that obliges to them. Functions return null where the choice is free (4.5). */
export interface Obligation {
  moves: Move[]
  rule: RuleId
}

const role = (position: Position, square: string): string => {
  const piece = pieceAt(position, squareOf(square))
  return piece === 0 ? '' : roleOf(piece)
}

function capturedOn(move: Move): string | null {
  if (!isCapture(move)) return null
  if (!isEnPassant(move)) return nameOf(moveTo(move))
  return nameOf((moveFrom(move) & 56) | (moveTo(move) & 7))
}

const movesOf = (legal: Move[], square: string): Move[] =>
  legal.filter((move) => nameOf(moveFrom(move)) === square)

const capturesOf = (legal: Move[], square: string): Move[] =>
  legal.filter((move) => capturedOn(move) === square)

const obligationTo = (moves: Move[], rule: RuleId): Obligation | null =>
  moves.length === 0 ? null : { moves, rule }

/** 4.4.1–4.4.3: king and rook were touched, other pieces aside that cannot move. Null where the touches do not concern castling. */
function kingAndRook(position: Position, legal: Move[], own: Touch[]): Obligation | 'free' | null {
  const canCount = ({ square }: Touch) =>
    /[KR]/.test(role(position, square)) || movesOf(legal, square).length > 0
  const [first, second] = own.filter(canCount)
  if (first === undefined || second === undefined) return null
  const roles = [role(position, first.square), role(position, second.square)]
  const king = roles[0] === 'K' ? first : second
  const rook = roles[0] === 'K' ? second : first
  if (!roles.includes('K') || !roles.includes('R')) return null
  const kingMoves = movesOf(legal, king.square)
  const withThatRook = kingMoves.filter((move) => isCastling(move) && nameOf(moveTo(move)) === rook.square)
  const rookFirst = rook === first && second.simultaneous !== true
  if (rookFirst) {
    const rookMoves = movesOf(legal, rook.square)
    if (rookMoves.length > 0) return { moves: rookMoves, rule: 'touch-rook-then-king' }
    return (
      obligationTo(
        kingMoves.filter((move) => !withThatRook.includes(move)),
        'touch-rook-then-king',
      ) ?? 'free'
    )
  }
  if (withThatRook.length > 0) return { moves: withThatRook, rule: 'touch-king-and-rook' }
  return obligationTo(kingMoves, 'touch-castling-illegal') ?? 'free'
}

/** 4.3.1: only own pieces were touched: the first that can be moved. */
function ownOnly(position: Position, legal: Move[], own: Touch[]): Obligation | null {
  const castling = kingAndRook(position, legal, own)
  if (castling === 'free') return null
  if (castling !== null) return castling
  for (const { square } of own) {
    const moves = movesOf(legal, square)
    if (moves.length > 0) return { moves, rule: 'touch-own' }
  }
  return null
}

/** 4.3.2: only enemy pieces were touched: the first that can be captured. */
function enemyOnly(legal: Move[], enemy: Touch[]): Obligation | null {
  for (const { square } of enemy) {
    const moves = capturesOf(legal, square)
    if (moves.length > 0) return { moves, rule: 'touch-opponent' }
  }
  return null
}

/** 4.3.3: both colours were touched: the own piece captures the other if legal, else the first that can be moved or captured; unclear order: own first. */
function bothColours(legal: Move[], touches: Touch[], own: Touch[], enemy: Touch[]): Obligation | null {
  const rule = 'touch-both-colours'
  const pair = capturesOf(movesOf(legal, own[0]?.square ?? ''), enemy[0]?.square ?? '')
  if (pair.length > 0) return { moves: pair, rule }
  const unclear = touches.some((touch) => touch.simultaneous === true)
  const order = unclear ? [...own, ...enemy] : touches
  for (const touch of order) {
    const moves = touch.own ? movesOf(legal, touch.square) : capturesOf(legal, touch.square)
    if (moves.length > 0) return { moves, rule }
  }
  return null
}

/** 4.3–4.5: the obligation by touches alone. */
function afterTouches(position: Position, legal: Move[], touches: Touch[]): Obligation | null {
  if (touches.length === 0) return null
  const own = touches.filter((touch) => touch.own)
  const enemy = touches.filter((touch) => !touch.own)
  if (enemy.length === 0) return ownOnly(position, legal, own)
  if (own.length === 0) return enemyOnly(legal, enemy)
  return bothColours(legal, touches, own, enemy)
}

/** 4.7: a piece released on a square stays there, if that can be (part of) a legal move. */
function afterRelease(
  position: Position,
  legal: Move[],
  released: NonNullable<PendingAct['released']>,
): Obligation | null {
  const { from, to } = released
  const there = movesOf(legal, from).filter(
    (move) => nameOf(isCastling(move) ? kingTarget(move) : moveTo(move)) === to,
  )
  if (there.length > 0) {
    return {
      moves: there,
      rule: there.some(isCastling) ? 'move-made-castling' : 'released-piece-fixed',
    }
  }
  return role(position, from) === 'K' ? obligationTo(movesOf(legal, from), 'move-made-castling') : null
}

/** 4.4.4: the choice is made once the promoted piece has touched its square. */
function afterPlacing(
  legal: Move[],
  act: PendingAct,
  placed: NonNullable<PendingAct['placed']>,
): Obligation | null {
  const there = legal.filter(
    (move) => nameOf(moveTo(move)) === placed.square && movePromotion(move) === placed.promotion,
  )
  const touched = act.touches.find(
    (touch) => touch.own && there.some((move) => nameOf(moveFrom(move)) === touch.square),
  )
  return obligationTo(
    touched === undefined ? there : movesOf(there, touched.square),
    'promotion-choice-final',
  )
}

/** 9.5.3: a wrong claim's intended move must be played, or, where it is illegal, another of the piece it names. */
function afterClaim(
  position: Position,
  legal: Move[],
  claimed: NonNullable<PendingAct['claimed']>,
): Obligation | null {
  const written = legal.filter((move) => uciOf(position, move) === claimed.uci)
  if (written.length > 0) return { moves: written, rule: 'draw-claim-incorrect' }
  const ofPieces = claimed.pieces.flatMap((square) => movesOf(legal, square))
  return obligationTo(ofPieces, 'draw-claim-incorrect')
}

/** II.3.2.7.1: an announced castling of Chess960 obliges as if king and rook had been touched. */
function afterAnnouncement(legal: Move[], announced: NonNullable<PendingAct['castling']>): Obligation | null {
  const castling = legal.filter(
    (move) => isCastling(move) && (announced.side === null || castlingSide(move) === announced.side),
  )
  return obligationTo(castling, 'chess960-touch')
}

/** The obligation of the player on move. The later step of making the move decides: placing, releasing, claiming, touching. */
export function obligationOf(position: Position, legal: Move[], act: PendingAct): Obligation | null {
  if (act.placed !== null) {
    const placed = afterPlacing(legal, act, act.placed)
    if (placed !== null) return placed
  }
  const announces = isChess960(position) ? act.castling : null
  if (act.released !== null) {
    const released = afterRelease(position, legal, act.released)
    const castles = announces === null ? null : afterAnnouncement(released?.moves ?? [], announces)
    if (released !== null) return castles ?? released
  }
  if (act.claimed !== null) {
    const claimed = afterClaim(position, legal, act.claimed)
    if (claimed !== null) return claimed
  }
  const touched = afterTouches(position, legal, act.touches)
  if (
    announces !== null &&
    (touched === null || touched.moves.some((move) => role(position, nameOf(moveFrom(move))) === 'K'))
  ) {
    const announced = afterAnnouncement(legal, announces)
    if (announced !== null) return announced
  }
  return touched
}

/** Sets `mustPlay` and `binding` of the player on move by what they have done so far. */
export function renewObligation(game: Game): void {
  const { act } = game.state
  const obligation = obligationOf(game.position, legalOf(game), act)
  if (obligation !== null && inForce(game, obligation.rule)) {
    act.mustPlay = obligation.moves.map((move) => uciOf(game.position, move))
    act.binding = obligation.rule
    return
  }
  const freed = obligation !== null || act.touches.length === 0 || inForce(game, 'touch-none-playable')
  act.mustPlay = freed ? null : []
  act.binding = null
}

/** The pieces touched with the move, in order: those reported, then the piece moved, then the piece captured. */
export function touchesOf(move: MoveMade): Touch[] {
  const touches: Touch[] = [...(move.touched ?? [])]
  const add = (square: string, own: boolean) => {
    if (!touches.some((touch) => touch.square === square)) touches.push({ square, own, seq: move.seq })
  }
  add(move.from, true)
  if (move.captured !== null) add(move.captured, move.tookOwn === true)
  return touches
}

/** The act by which the player made a move: it binds again where the game goes back before that move. */
export const actBefore = (move: MoveMade, act: PendingAct): PendingAct => ({
  ...act,
  ...move.act,
  touches: touchesOf(move),
})
