/**
 * The line of moves that LiveChess itself reads from a board. Its moves are reported besides the squares, as evidence of another
 * reader of the same board, which the sensor decoder weighs with what the squares show.
 */
import {
  clone,
  initialPosition,
  type Move,
  type Position,
  parseFen,
  play,
  uciOf,
} from '../../../domain/chess/index.ts'
import { parseSan } from '../../../domain/notation/index.ts'
import { reportOfMove } from '../../../domain/reports/move-made.ts'
import { lettersOf } from '../../../domain/sensors/index.ts'
import type { ReportOf } from '../../../events/index.ts'
import type { BoardChange } from './messages.ts'

export type LineText = Pick<BoardChange, 'start' | 'san'>

export interface Line {
  readonly moves: readonly { readonly uci: string; readonly move: Move }[]
  /** Before the first move, and after each; none where the line cannot be read. */
  readonly positions: readonly Position[]
}

export function readLine({ start, san = [] }: LineText): Line {
  const parsed = start ? parseFen(start) : null
  const position = parsed?.ok ? parsed.value : initialPosition()
  const moves: { uci: string; move: Move }[] = []
  const positions = [clone(position)]
  for (const text of san ?? []) {
    const move = parseSan(position, text)
    if (!move.ok) return { moves: [], positions: [] }
    moves.push({ uci: uciOf(position, move.value), move: move.value })
    play(position, move.value)
    positions.push(clone(position))
  }
  return { moves, positions }
}

/** On how many squares a board is not as a position has it. */
export const apart = (position: Position, letters: readonly string[]): number =>
  lettersOf(position).filter((letter, square) => letter !== letters[square]).length

export interface LineReader {
  /** The last move of the line, where it says more or something else than before and ends as the board stands. `at`: ms. */
  received(line: LineText, shown: readonly string[], at: number): ReportOf<'move-made'>[]
  /** The connection was opened anew: moves made meanwhile are in no line that was received. */
  reopened(): void
}

/** `device`: the prefix of the reports' ids. */
export function openLineReader(device: string): LineReader {
  let known: readonly string[] | null = null
  let number = 0
  return {
    received(line, shown, at) {
      const before = known
      const san = line.san ?? []
      known = san
      // Of a line that has only begun to arrive nobody knows when its moves were made; one that is shorter takes moves back.
      if (before === null || san.length === 0 || san.length < before.length) return []
      if (san.length === before.length && san.at(-1) === before.at(-1)) return []
      const { moves, positions } = readLine(line)
      const [last, end] = [moves.at(-1), positions.at(-1)]
      if (last === undefined || end === undefined || apart(end, shown) > 0) return []
      number++
      return [
        {
          id: `${device}-line-${number}`,
          at: new Date(at).toISOString(),
          by: 'board',
          type: 'move-made',
          data: reportOfMove(last.move),
        },
      ]
    },
    reopened() {
      known = null
    },
  }
}
