/**
 * Moves of blind players that await their announcement: such a move is made once it stands on the player's board and has been
 * announced (Appendix D.2.3; 2009: E.2.3). Where nobody reports announcements, the player's press or the opponent's next act
 * shows that it was announced.
 */
import type { EventOf, PieceLetter, Side } from '../../events/index.ts'
import {
  clone,
  findLegal,
  letterOf,
  nameOf,
  pieceAt,
  playPhysicalMove,
  sideOf,
  squareOf,
  turnOf,
} from '../chess/index.ts'
import { forSide } from '../clock/index.ts'
import { parseAnnouncement } from '../notation/index.ts'
import { resetBoard, setOnBoard } from './board.ts'
import { type Game, otherSide } from './game.ts'
import { lastMove } from './history.ts'
import { inForce } from './in-force.ts'
import type { MoveReport } from './state.ts'

const EMPTY = 0

export function isBlind({ state }: Game, side: Side): boolean {
  return state.details !== null && forSide(state.details, side).visuallyImpaired === true
}

/** Does the player's announcement name this move? Words that cannot be parsed are taken to. */
function isAnnounced(game: Game, report: MoveReport): boolean {
  const { announcement } = game.state
  if (announcement === null || announcement.by !== report.side) return false
  const { from, to, promotion, castling } = report
  const move = findLegal(
    game.position,
    squareOf(from),
    squareOf(to),
    promotion ?? null,
    castling ?? undefined,
  )
  const announced = parseAnnouncement(game.position, announcement.text)
  if (announced.ok) return announced.value === move
  return announced.error.code === 'announcement' || (announced.error.code === 'illegal' && move === null)
}

/** Does a reported move await its announcement? One that has waited already does not, nor one from an envelope, which was written. */
export function mustBeAnnounced(game: Game, report: MoveReport, seq: number): boolean {
  if (!isBlind(game, report.side) || report.side !== turnOf(game.position)) return false
  if (report === game.state.unannounced) return false
  const { adjournment } = game.state
  if (adjournment?.envelope?.seq === seq || adjournment?.reply?.envelope?.seq === seq) return false
  return inForce(game, 'blind-made') && !isAnnounced(game, report)
}

/** Stores a move until it is announced, and shows it on the real board. */
export function awaitAnnouncement(game: Game, report: MoveReport, seq: number): void {
  game.state.unannounced = { ...report, seq }
  const after = clone(game.position)
  const { from, to, promotion, castling } = report
  playPhysicalMove(after, {
    from: squareOf(from),
    to: squareOf(to),
    promotion: promotion ?? null,
    castling: castling ?? null,
  })
  resetBoard(game)
  for (let square = 0; square < 64; square++) {
    const piece = pieceAt(after, square)
    if (piece !== pieceAt(game.position, square))
      setOnBoard(game, nameOf(square), piece === EMPTY ? '' : (letterOf(piece) as PieceLetter))
  }
}

/** The waiting move, once an announcement names it. */
export function announcedReport(game: Game, by: Side): MoveReport | null {
  const waits = game.state.unannounced
  return waits !== null && waits.side === by && isAnnounced(game, waits) ? waits : null
}

/** The side whose act an event is: that of the player who did it, else the owner of the piece that was moved or lifted. */
function actingSide(game: Game, event: EventOf): Side | null {
  if (event.by === 'white' || event.by === 'black') return event.by
  const square =
    event.type === 'move-made' ? event.data.from : event.type === 'piece-lifted' ? event.data.square : null
  const piece = square === null ? EMPTY : pieceAt(game.position, squareOf(square))
  return piece === EMPTY ? null : sideOf(piece)
}

const ON_BOARD = new Set(['piece-touched', 'piece-lifted', 'piece-released', 'move-made'])

/** Does the event show that the waiting move was announced, though nobody reported the words? */
export function showsAnnouncement(game: Game, event: EventOf): boolean {
  const waits = game.state.unannounced
  if (waits === null) return false
  if (event.type === 'clock-pressed') return event.by === waits.side && !game.state.announces[waits.side]
  return ON_BOARD.has(event.type) && actingSide(game, event) === otherSide(waits.side)
}

/** D.2.8 (2009: E.2.6): a slip of the tongue is corrected before the opponent's clock is started, or not at all. */
export function tooLateToCorrect(game: Game, by: Side): boolean {
  const { clock } = game.state
  if (clock.running !== null) return clock.running === otherSide(by)
  const own = lastMove(game.state, (move) => move.side === by, 2)
  return turnOf(game.position) !== by && own !== null && own.completedSeq !== null
}
