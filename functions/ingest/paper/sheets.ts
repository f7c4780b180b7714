/** Both scoresheets of a game out of its record, and the moves that its board made as far as they were legal. */
import {
  chess960Position,
  clone,
  initialPosition,
  type Move,
  type Position,
  parseFen,
  parseUci,
  play,
} from '../../../domain/chess/index.ts'
import { fold, publicState } from '../../../domain/game/index.ts'
import type { Papers, ScoresheetEntry } from '../../../domain/paper/index.ts'
import type { EventData, Side, StoredEvent } from '../../../events/index.ts'

/** The sheets without what a correction retracted. Null: the game's starting position cannot be read. */
export function sheetsOf(
  events: readonly StoredEvent[],
  withBoard: boolean,
): (Papers & { readonly board: readonly Move[] }) | null {
  const opened = events.find(({ type }) => type === 'game-opened')
  if (opened === undefined) return null
  const start = startOf(opened.data as EventData<'game-opened'>)
  if (start === null) return null
  const taken = new Set(events.flatMap((event) => (event.type === 'report-corrected' ? event.data.seqs : [])))
  const entriesOf = (side: Side): ScoresheetEntry[] =>
    events.flatMap((event) =>
      event.type === 'move-recorded' && event.by === side && !taken.has(event.seq) ? [event.data] : [],
    )
  const board = withBoard ? boardOf(events, start) : []
  return { start, white: entriesOf('white'), black: entriesOf('black'), board }
}

function startOf({ start }: EventData<'game-opened'>): Position | null {
  if (start === undefined) return initialPosition()
  if ('chess960' in start && start.chess960 !== undefined) return chess960Position(start.chess960)
  const parsed = parseFen('fen' in start ? (start.fen ?? '') : '')
  return parsed.ok ? parsed.value : null
}

function boardOf(events: readonly StoredEvent[], start: Position): Move[] {
  const position = clone(start)
  const moves: Move[] = []
  for (const { uci, legal } of publicState(fold(events)).moves) {
    const move = parseUci(position, uci)
    if (!legal || !move.ok) break
    play(position, move.value)
    moves.push(move.value)
  }
  return moves
}
