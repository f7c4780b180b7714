/** A reported move is one more observation: that of a person, where it fits what was played, and that of another reader of the board. */
import type { EventOf } from '../../events/index.ts'
import { kingTarget, moveFrom, nameOf, pieceAt, sideOf, squareOf, turnOf } from '../chess/index.ts'
import { type Game, pointOf } from '../state/game.ts'
import { lastMove } from '../state/history.ts'
import type { ReportedMove, SensorWindow } from '../state/sensor-state.ts'
import type { MoveMade } from '../state/state.ts'
import type { SensorAct, SensorActs } from './acts.ts'
import type { DecodedMove } from './hypotheses.ts'
import { decodeWindow, NOTHING, type Outcome, readQuiet, recordMoves } from './read-board.ts'
import { movesInWindow, windowOf } from './window.ts'

/** Reads the board before a reported move, and that move with it. */
export function* readReportedMove(game: Game, event: EventOf<'move-made'>, at: number): SensorActs<Outcome> {
  if (game.state.sensors !== true) return NOTHING
  const earlier = yield* readQuiet(game, event.seq, at)
  if (earlier !== null) return { plan: earlier, isRecorded: false, isEarlier: true }
  if (isOtherReader(game, event)) return { plan: yield* readOtherReader(game, event, at), isRecorded: true }
  if (isRecordedAlready(game, event)) return { plan: null, isRecorded: true }
  const window = windowOf(game)
  const asked = game.state.question === undefined ? null : plyReported(game, event)
  const reported: ReportedMove = { ...reportedMove(event), ...asked }
  window.seen.push({ seq: event.seq, at, reported })
  const decoded = decodeWindow(game, window, at)
  const isIn =
    decoded.hypotheses[0]?.made.some(
      (placed) => placed.reported?.seq === event.seq || isSame(placed, reported),
    ) === true
  if (!isIn) {
    window.seen.pop()
    return NOTHING
  }
  const plan = yield* recordMoves(game, decoded, { at, before: event.seq, press: null })
  const isTaken =
    plan === null ? isMadeSince(game, window, reported) : plan.some((act) => isActOf(act, reported))
  if (isTaken) return { plan, isRecorded: true }
  // The board does not support the report of a person, which is applied by itself.
  window.seen.splice(
    window.seen.findIndex(({ seq }) => seq === event.seq),
    1,
  )
  return NOTHING
}

/**
 * Whether another reader (such as LiveChess) of the board whose sensors report this game reports the move. Such a report makes no move by
 * itself: it is weighed with what the squares show, and leads where they show nothing.
 */
export const isOtherReader = ({ state }: Game, { by, type }: EventOf): boolean =>
  type === 'move-made' && by === 'board' && state.sensors === true

function* readOtherReader(
  game: Game,
  event: EventOf<'move-made'>,
  at: number,
): SensorActs<readonly SensorAct[] | null> {
  const window = windowOf(game)
  const { ply } = plyReported(game, event)
  window.seen.push({ seq: event.seq, at, reported: { ...reportedMove(event), ply, isOtherReader: true } })
  return yield* recordMoves(game, decodeWindow(game, window, at), { at, before: event.seq, press: null })
}

function reportedMove({ seq, data }: EventOf<'move-made'>): ReportedMove {
  const { from, to, promotion, castling, hands } = data
  return {
    seq,
    from,
    to,
    ...(promotion === undefined ? {} : { promotion }),
    ...(castling === undefined ? {} : { castling }),
    ...(hands === undefined ? {} : { hands }),
  }
}

const isActOf = ({ answer, report: { from, to } }: SensorAct, reported: ReportedMove): boolean =>
  answer === reported.seq || (from === reported.from && to === reported.to)

/** Whether the reported move is among those since the window began. */
const isMadeSince = (game: Game, window: SensorWindow, { seq, from, to }: ReportedMove): boolean =>
  (movesInWindow(game, window) ?? []).some(
    (move) => move.answer === seq || (move.from === from && move.to === to),
  )

/** The ply of a reported move, and the move that was shown before it: it is the next ply, or the last where it is the other side's move. */
function plyReported(
  game: Game,
  { by, data }: EventOf<'move-made'>,
): { readonly ply: number; readonly after?: string } {
  const turn = turnOf(game.position)
  const piece = pieceAt(game.position, squareOf(data.from))
  const isNext = by === 'white' || by === 'black' ? by === turn : piece !== 0 && sideOf(piece) === turn
  const last = pointOf(game.state)
  const shown = isNext ? last.move : (game.state.points[last.parent]?.move ?? null)
  return {
    ply: last.ply + (isNext ? 1 : 0),
    ...(shown === null ? {} : { after: shown.uci }),
  }
}

/** A report may be this many plies late, while the board went on. */
const MAX_PLIES_LATE = 8

/**
 * Whether an official reports a move that the board has recorded already: an answer that comes as the question is withdrawn, or an entry
 * beside the board. The piece is no longer where it would have to move from.
 */
export function isRecordedAlready(game: Game, { by, type, data }: EventOf): boolean {
  if (type !== 'move-made' || game.state.sensors !== true || (by !== 'operator' && by !== 'arbiter'))
    return false
  const piece = pieceAt(game.position, squareOf(data.from))
  if (piece !== 0 && sideOf(piece) === turnOf(game.position)) return false
  const isIt = (move: MoveMade) =>
    move.readBefore !== undefined && move.from === data.from && move.to === data.to
  return lastMove(game.state, isIt, MAX_PLIES_LATE) !== null
}

const isSame = ({ move }: DecodedMove, { from, to }: ReportedMove): boolean =>
  nameOf(moveFrom(move)) === from && nameOf(kingTarget(move)) === to
