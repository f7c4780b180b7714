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
  /** Reports moves such as `e4 12 e5 7`, legal or not: each with the seconds it took, and followed by a press. */
  moves(text: string): void
  /** Reports a move without its press. */
  made(text: string, seconds: number): void
  report<T extends EventType>(type: T, by: ActorOf<T>, data: EventData<T>): void
  wait(seconds: number): void
  /** The seq of the last report. */
  readonly seq: number
  /** Thinking time that a player has used in the first period, ms: its time and the bonuses, less what the clock shows. */
  used(side: Side): number
  readonly reports: readonly ReportedEvent[]
}

/** The game is opened ten minutes before `start` (ms). Report ids count from s1. */
export function openSampleGame(
  game: string,
  start: number,
  opened: EventData<'game-opened'>,
): SampleGameWriter {
  const reporter = openGameReporter(game, start - 10 * MINUTE)
  const report: SampleGameWriter['report'] = (type, by, data) =>
    reporter.report(`s${reporter.reports.length + 1}`, type, by, data)

  const made = (text: string, seconds: number): Side => {
    reporter.wait(seconds * SECOND)
    const position = parseFen(publicState(reporter.fold.state).fen)
    if (!position.ok) throw new Error(position.error.message)
    const move = reportOfText(position.value, text)
    if (!move.ok) throw new Error(`${game}: ${move.error.message}`)
    const by = turnOf(position.value)
    report('move-made', by, move.value)
    return by
  }

  report('game-opened', 'arbiter', opened)
  reporter.wait(10 * MINUTE)
  return {
    get seq() {
      return reporter.reports.length
    },
    used(side) {
      const { clock } = reporter.fold.state
      const { time, bonus = 0 } = clock.control?.periods[0] ?? { time: 0 }
      return time + bonus * (clock.presses[side] + 1) - clockFace(clock, reporter.now)[side]
    },
    reports: reporter.reports,
    report,
    made,
    wait: (seconds) => reporter.wait(seconds * SECOND),
    moves(text) {
      for (const [, move = '', seconds] of text.matchAll(/(?<!\S)(\S+)\s+(\d+)/g)) {
        report('clock-pressed', made(move, Number(seconds)), {})
      }
    },
  }
}
