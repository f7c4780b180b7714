/** Folds a game case: its shorthand becomes the events that a reporter would have sent. */
import type { Side } from '../../events/index.ts'
import { parseFen, turnOf } from '../chess/index.ts'
import { type Fold, type FoldOptions, openFold, publicState, step } from '../game/index.ts'
import { reportOfText } from '../reports/move-made.ts'
import { ok, type Result, refuse } from '../result.ts'
import type { CaseEvent, GameCase } from './case.ts'
import { storedEvent } from './envelope.ts'

const SECOND_MS = 1000

/** Types that start a clock: the first `each` of a `play` after them counts from there. */
const STARTS_A_CLOCK = new Set(['clock-pressed', 'session-started', 'clocks-started', 'play-resumed'])

/** The opening of a case; fields of its `open` replace these. */
const OPENING = {
  white: { name: 'White' },
  black: { name: 'Black' },
  edition: '2018-01-01',
  play: 'standard',
}

export interface Script {
  /** The case folded to its end. */
  readonly fold: Fold
  /** The last seq of each entry of the case's `events`. */
  readonly lastSeqs: readonly number[]
}

/**
 * Folds a case event by event, since a move text is read in the position that the events before it leave. `onEvent` is called after
 * each event with its seq.
 */
export function playScript(
  given: GameCase,
  onEvent: (seq: number, fold: Fold) => void,
  options: FoldOptions = {},
): Result<Script> {
  const fold = openFold(options)
  const lastSeqs: number[] = []
  let seq = 0
  let now = 0
  let running = 0
  const report = (event: CaseEvent, t: number): Result<null> => {
    const stored = storedEvent(event, seq + 1, t)
    if (!stored.ok) return stored
    seq++
    now = t
    if (STARTS_A_CLOCK.has(event.type)) running = t
    step(fold, stored.value)
    onEvent(seq, fold)
    return ok(null)
  }
  const playMove = (text: string, each: number, pressed: boolean): Result<null> => {
    const move = moveEvent(fold, text)
    if (!move.ok) return move
    const t = Math.max(now, running + each)
    const made = report(move.value, t)
    running = t
    if (!made.ok || !pressed) return made
    return report({ by: move.value.by, type: 'clock-pressed' }, t)
  }

  const opened = report({ by: 'operator', type: 'game-opened', data: opening(given.open) }, 0)
  if (!opened.ok) return refuse(opened.error.code, `open: ${opened.error.message}`)
  for (const [index, entry] of given.events.entries()) {
    const steps =
      'type' in entry
        ? [() => report(entry, entry.t ?? (index === 0 ? 0 : now + SECOND_MS))]
        : words(entry.play).map(
            (text) => () => playMove(text, entry.each ?? SECOND_MS, entry.press !== false),
          )
    for (const take of steps) {
      const taken = take()
      if (!taken.ok) return refuse(taken.error.code, `events[${index}]: ${taken.error.message}`)
    }
    lastSeqs.push(seq)
  }
  return ok({ fold, lastSeqs })
}

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

function opening(open: Record<string, unknown>): Record<string, unknown> {
  const named = (side: Side) => ({ ...OPENING[side], ...(open[side] as object | undefined) })
  return { ...OPENING, ...open, white: named('white'), black: named('black') }
}

/** The move that a text names in the current position, legal or not. */
function moveEvent(fold: Fold, text: string): Result<CaseEvent & { by: Side }> {
  const position = parseFen(publicState(fold.state).fen)
  if (!position.ok) return position
  const move = reportOfText(position.value, text)
  if (!move.ok) return refuse(move.error.code, `play ${text}: ${move.error.message}`)
  return ok({ by: turnOf(position.value), type: 'move-made', data: { ...move.value } })
}
