/** What LiveChess has read of a game while nobody followed it: its line of moves says in which order they came, which the board does not. */
import type { Position } from '../../../domain/chess/index.ts'
import { reportOfMove } from '../../../domain/reports/move-made.ts'
import type { ReportOf } from '../../../events/index.ts'
import { apart, type LineText, readLine } from './line.ts'

/** What the record has of a game when a connection is opened. */
export interface Recorded {
  /** As UCI. */
  readonly moves: readonly string[]
  /** It asks what was moved next, or last. */
  readonly asks: boolean
}

interface Reopened {
  /** The prefix of the reports' ids: serial number and run. */
  readonly device: string
  readonly at: number
  readonly line: LineText
  readonly recorded: Recorded
  /** What was reported of the board before, and what stands there now: a1 … h8. */
  readonly reportedBefore: readonly string[]
  readonly shown: readonly string[]
}

/** One move is read from the board itself where none is under way; two and more may have come in several orders. */
const FEWEST = 2
/** Squares of a move that is under way: the piece is in the air, what it takes as well. */
const UNDER_WAY = 3

/** The moves of the line that the record has not: where it goes on from what is on record, and ends as the board stands, save for a move under way. */
export function unseenInLine({
  device,
  at,
  line,
  recorded,
  reportedBefore,
  shown,
}: Reopened): ReportOf<'move-made'>[] {
  const { moves, positions } = readLine(line)
  const common = recorded.moves.findIndex((uci, ply) => moves[ply]?.uci !== uci)
  const known = common < 0 ? recorded.moves.length : common
  // A hand that rested as the line was lost may have been read as a move; more than that is another game.
  const end = positions[moves.length]
  if (known < recorded.moves.length - 1 || end === undefined) return []
  const underWay = apart(end, shown)
  if (underWay > UNDER_WAY) return []
  const isSure = known === recorded.moves.length && !recorded.asks
  if (moves.length - known < (isSure && underWay === 0 ? FEWEST : 1)) return []
  const seen = isSure ? known : Math.max(known, nearest(positions, known, reportedBefore))
  // What was told of the board behind a question is read from it once that is answered.
  const unseen = moves.filter((_, ply) => ply === known || ply >= seen)
  return unseen.map(({ move }, index) => ({
    id: `${device}-l${at.toString(36)}-${index}`,
    at: new Date(at).toISOString(),
    type: 'move-made',
    by: 'board',
    data: reportOfMove(move),
  }))
}

/** After how many moves, from `first` on, the line was nearest to a board. */
function nearest(positions: readonly Position[], first: number, letters: readonly string[]): number {
  const distances = positions.slice(first).map((position) => apart(position, letters))
  return first + distances.indexOf(Math.min(...distances))
}
