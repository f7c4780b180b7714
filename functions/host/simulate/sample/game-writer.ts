/** Writes a sample game as reports: moves as on a scoresheet, each with the seconds it took. */
import { parseFen, turnOf } from '../../../../domain/chess/index.ts'
import { clockFace } from '../../../../domain/clock/index.ts'
import { publicState } from '../../../../domain/game/index.ts'
import { openGameReporter } from '../../../../domain/reports/game-reporter.ts'
import { reportOfText } from '../../../../domain/reports/move-made.ts'
import type { ActorOf, EventData, EventType, ReportedEvent, Side } from '../../../../events/index.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

export interface SampleGameWriter {
  /** `e4 12 e5 7`: moves, legal or not, each with its seconds and followed by a press. */
  moves(text: string): void
  /** A move without its press. */
  made(text: string, seconds: number): void
  tell<T extends EventType>(type: T, by: ActorOf<T>, data: EventData<T>): void
  wait(seconds: number): void
  /** The seq of the last report. */
  readonly seq: number
  /** Thinking time used so far in ms, all bonuses counted as given. */
  used(side: Side): number
  readonly reports: readonly ReportedEvent[]
}

/** The game is opened ten minutes before `start` (ms). Report ids count from s1. */
export function openSampleGame(
  game: string,
  start: number,
  opened: EventData<'game-opened'>,
): SampleGameWriter {
  const witness = openGameReporter(game, start - 10 * MINUTE)
  const tell: SampleGameWriter['tell'] = (type, by, data) =>
    witness.report(`s${witness.reports.length + 1}`, type, by, data)

  const made = (text: string, seconds: number): Side => {
    witness.wait(seconds * SECOND)
    const position = parseFen(publicState(witness.fold.state).fen)
    if (!position.ok) throw new Error(position.error.message)
    const move = reportOfText(position.value, text)
    if (!move.ok) throw new Error(`${game}: ${move.error.message}`)
    const by = turnOf(position.value)
    tell('move-made', by, move.value)
    return by
  }

  tell('game-opened', 'arbiter', opened)
  witness.wait(10 * MINUTE)
  return {
    get seq() {
      return witness.reports.length
    },
    used(side) {
      const { clock } = witness.fold.state
      const { time, bonus = 0 } = clock.control?.periods[0] ?? { time: 0 }
      return time + bonus * (clock.presses[side] + 1) - clockFace(clock, witness.now)[side]
    },
    reports: witness.reports,
    tell,
    made,
    wait: (seconds) => witness.wait(seconds * SECOND),
    moves(text) {
      for (const [, move = '', seconds] of text.matchAll(/(?<!\S)(\S+)\s+(\d+)/g)) {
        tell('clock-pressed', made(move, Number(seconds)), {})
      }
    },
  }
}
