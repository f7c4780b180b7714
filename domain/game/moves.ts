/** Makes a move as it was reported, legal or not: on the position, and as a new point of the history. */
import type { Castling, Promotion, Side } from '../../events/index.ts'
import {
  castlingSide,
  findLegal,
  halfmoveClock,
  hashOf,
  isCapture,
  isChess960,
  isEnPassant,
  type Move,
  moveFrom,
  moveTo,
  nameOf,
  pieceAt,
  playPhysicalMove,
  roleOf,
  setTurn,
  sideOf,
  squareOf,
  turnOf,
  uciOf,
} from '../chess/index.ts'
import type { RuleId } from '../editions/rules.ts'
import { ruleOfIllegality } from '../laws/article-03-movement.ts'
import { legalButForPinned } from '../laws/article-03-pins.ts'
import { actBefore, renewObligation } from '../laws/obligation.ts'
import { writeSanAndPlay } from '../notation/index.ts'
import type { Remark } from '../reasons.ts'
import type { Game } from '../state/game.ts'
import { pointOf } from '../state/game.ts'
import { addPoint, goToPoint, notCompleted } from '../state/history.ts'
import { inForce } from '../state/in-force.ts'
import type { MoveMade, MoveReport, PendingAct, Point } from '../state/state.ts'
import { awaitAnnouncement, mustBeAnnounced } from '../state/unannounced.ts'

const EMPTY = 0

const fileOf = (square: number): number => square & 7
const rankOf = (square: number): number => square >> 3

/** The castling that a king means which goes two squares from its home square towards a rook of its own, legal or not; else null. */
export function castlingMeant(game: Game, from: number, to: number): Castling | null {
  const piece = pieceAt(game.position, from)
  if (piece === EMPTY || roleOf(piece) !== 'K') return null
  const step = to - from
  if (fileOf(from) !== 4 || rankOf(from) !== rankOf(to) || Math.abs(step) !== 2) return null
  const corner = rankOf(from) * 8 + (step > 0 ? 7 : 0)
  const rook = pieceAt(game.position, corner)
  if (rook === EMPTY || roleOf(rook) !== 'R' || sideOf(rook) !== sideOf(piece)) return null
  return step > 0 ? 'king-side' : 'queen-side'
}

/** Goes back before an illegal move that is not completed; what its player has touched or announced binds again. */
export function takeBack(game: Game, point: Point & { move: MoveMade }, seq: number): void {
  goToPoint(game, point.parent, seq)
  game.state.act = actBefore(point.move, game.state.act)
  renewObligation(game)
}

/** Takes back an uncompleted illegal move when its player moves again. Returns the square from which the new move starts. */
function takeBackIllegal(game: Game, side: Side, from: string, seq: number): string {
  const point = notCompleted(game)
  if (point === null || point.move.side !== side) return from
  takeBack(game, point, seq)
  return from === point.move.to ? point.move.from : from
}

/** An illegal move in long form, since SAN cannot write it: piece, squares and capture, `Be2xd3`. */
export function longForm(
  role: string,
  from: string,
  to: string,
  captured: boolean,
  promotion: Promotion | null,
): string {
  const letter = role === 'P' ? '' : role
  return `${letter}${from}${captured ? 'x' : '-'}${to}${promotion === null ? '' : `=${promotion}`}`
}

interface Played {
  legal: boolean
  illegality: { rule: RuleId; why: Remark } | null
  uci: string
  san: string
  castling: Castling | null
  captured: string | null
  tookOwn: boolean
}

function playLegal(game: Game, move: Move): Played {
  const { position } = game
  const uci = uciOf(position, move)
  const passed = isEnPassant(move) ? rankOf(moveFrom(move)) * 8 + fileOf(moveTo(move)) : moveTo(move)
  const captured = isCapture(move) ? nameOf(passed) : null
  const san = writeSanAndPlay(position, move)
  return { legal: true, illegality: null, uci, san, castling: castlingSide(move), captured, tookOwn: false }
}

/** Is the rule that makes a move illegal in force? 3.10 calls illegal what fails any of 3.1–3.9; a king left in check also fails 1.4.1. */
function isBarInForce(game: Game, rule: RuleId): boolean {
  if (!inForce(game, rule) || !inForce(game, 'legal-illegal-move')) return false
  const aim = rule === 'check-and-king-safety' || rule === 'king-capture'
  return !aim || inForce(game, 'aim-and-king-safety')
}

function playIllegal(
  game: Game,
  from: string,
  to: string,
  promotion: Promotion | null,
  named: Castling | null,
): Played {
  const { position } = game
  const [start, end] = [squareOf(from), squareOf(to)]
  const castling = named ?? castlingMeant(game, start, end)
  const moved = pieceAt(position, start)
  const role = moved === EMPTY ? '' : roleOf(moved)
  const illegality = ruleOfIllegality(position, start, end, promotion, castling)
  const pinsCount = inForce(game, 'attack-includes-pinned')
  const lifted = !pinsCount && legalButForPinned(position, start, end, promotion, castling)
  const { captured } = playPhysicalMove(position, { from: start, to: end, promotion, castling })
  const taken = captured !== EMPTY
  return {
    legal: lifted || !isBarInForce(game, illegality.rule),
    illegality,
    uci: `${from}${to}${promotion?.toLowerCase() ?? ''}`,
    san: longForm(role, from, to, taken, promotion),
    castling,
    captured: taken ? to : null,
    tookOwn: taken && moved !== EMPTY && castling === null && sideOf(captured) === sideOf(moved),
  }
}

/** Is the position that of the current point? The side on move may have been changed since, with a rule out of force. */
function standsAsLeft({ position, state }: Game): boolean {
  const { hi, lo } = hashOf(position)
  const last = pointOf(state)
  return last.hi === hi && last.lo === lo && last.quiet === halfmoveClock(position)
}

/** The legal move that the squares name; with 3.8.2 out of force there is no castling in a standard game. */
function findInForce(
  game: Game,
  from: number,
  to: number,
  promotion: Promotion | null,
  named: Castling | null,
): Move | null {
  const found = findLegal(game.position, from, to, promotion, named ?? undefined)
  if (found === null || castlingSide(found) === null || isChess960(game.position)) return found
  return inForce(game, 'castling-standard') ? found : null
}

/** Is the move out of turn? A player has the move once the opponent's has been made, pressed or not (1.2, 1.3). */
function isOutOfTurn(game: Game, side: Side): boolean {
  if (turnOf(game.position) !== side) return inForce(game, 'alternate-moves')
  const last = pointOf(game.state).move
  const awaitsPress = last !== null && last.side !== side && last.completedSeq === null
  return awaitsPress && !inForce(game, 'have-the-move')
}

/**
 * Makes the move on the position and adds it to the history. Null where it is not made: after the end of the game, and a blind
 * player's move while it awaits its announcement.
 */
export function makeMove(game: Game, report: MoveReport, seq: number): MoveMade | null {
  const { state } = game
  if (state.result !== null) return null
  if (mustBeAnnounced(game, report, seq)) {
    awaitAnnouncement(game, report, seq)
    return null
  }
  const from = takeBackIllegal(game, report.side, report.from, seq)
  const { to, side } = report
  const promotion = report.promotion ?? null
  const named = report.castling ?? null
  const outOfTurn = isOutOfTurn(game, side)
  if (turnOf(game.position) !== side && !outOfTurn) setTurn(game.position, side)
  const found = outOfTurn ? null : findInForce(game, squareOf(from), squareOf(to), promotion, named)
  const follows = found !== null && standsAsLeft(game)
  const { touches, mustPlay, binding } = state.act
  const bound = bindingParts(state.act)
  const played = found === null ? playIllegal(game, from, to, promotion, named) : playLegal(game, found)
  const move: MoveMade = {
    side,
    from,
    to,
    promotion,
    castling: played.castling,
    captured: played.captured,
    uci: played.uci,
    san: played.san,
    legal: played.legal,
    outOfTurn,
    seq,
    at: state.at,
    completedSeq: null,
    completedAt: null,
    completedBy: null,
    clock: null,
  }
  if (!played.legal && played.illegality !== null) move.illegality = played.illegality
  if (report.hands !== undefined) move.hands = report.hands
  if (played.tookOwn) move.tookOwn = true
  if (touches.length > 0) move.touched = touches
  if (bound !== null) move.act = bound
  if (mustPlay !== null) move.obliged = { moves: mustPlay, rule: binding }
  settleBoard(game, move)
  addPoint(game, move, follows ? found : null)
  if (state.status === 'scheduled') {
    state.status = 'running'
    state.startedAt ??= state.at
  }
  game.made = move
  return move
}

/** The parts of the act besides touches that bind the player; null where there are none, as for nearly every move. */
function bindingParts({
  castling,
  released,
  placed,
  claimed,
}: PendingAct): NonNullable<MoveMade['act']> | null {
  if (castling === null && released === null && placed === null && claimed === null) return null
  return {
    ...(castling === null ? {} : { castling }),
    ...(released === null ? {} : { released }),
    ...(placed === null ? {} : { placed }),
    ...(claimed === null ? {} : { claimed }),
  }
}

/** Whether nothing differs, which is usual: it saves deleting from the object, which is slow. */
function isEmptyObject(astray: Record<string, string>): boolean {
  for (const _ in astray) return false
  return true
}

/** Makes the real board agree with the position on the squares of a move, which stands on it whole. */
function settleBoard(game: Game, move: MoveMade): void {
  const { astray } = game.state
  if (isEmptyObject(astray)) return
  delete astray[move.from]
  delete astray[move.to]
  if (move.captured !== null) delete astray[move.captured]
  if (move.castling === null) return
  const rank = move.from.charAt(1)
  for (const file of 'abcdefgh') delete astray[`${file}${rank}`]
}
