/** Games written down event by event, for tests of the feeds. */
import { parseFen, turnOf } from '../../domain/chess/index.ts'
import { type GameState, publicState } from '../../domain/game/index.ts'
import { type GameReporter, openGameReporter } from '../../domain/reports/game-reporter.ts'
import { reportOfText } from '../../domain/reports/move-made.ts'
import type { EventData } from '../../events/index.ts'

export const START = Date.UTC(2026, 2, 14, 14)

type Opened = EventData<'game-opened'>

export const OPENED: Opened = {
  white: { name: 'Anna', rating: 2101, fideId: 1001, title: 'WFM' },
  black: { name: 'Boris' },
  event: 'Club',
  site: 'Hall',
  date: '2026-03-14',
  round: 2,
  board: 5,
  edition: '2018-01-01',
  play: 'standard',
  timeControl: { periods: [{ time: 5_400_000, bonus: 30_000, mode: 'fischer' }] },
}

export interface Table {
  readonly witness: GameReporter
  readonly state: GameState
  /** Moves as written, legal or not, each after ten seconds and pressed. */
  moves(text: string): void
  tell: (...event: TellArguments) => void
}

type TellArguments = [
  type: Parameters<GameReporter['report']>[1],
  by: string,
  data?: object,
  seconds?: number,
]

export function openTable(change: Partial<Opened> = {}): Table {
  const witness = openGameReporter('G', START)
  const tell = (...[type, by, data = {}, seconds = 0]: TellArguments) => {
    witness.wait(seconds * 1000)
    witness.report(`e${witness.reports.length + 1}`, type, by as never, data as never)
  }
  tell('game-opened', 'arbiter', { ...OPENED, ...change })
  tell('session-started', 'arbiter')
  return {
    witness,
    state: witness.fold.state,
    tell,
    moves(text) {
      for (const move of text.split(' ')) {
        const position = parseFen(publicState(witness.fold.state).fen)
        if (!position.ok) throw new Error(position.error.message)
        const report = reportOfText(position.value, move)
        if (!report.ok) throw new Error(report.error.message)
        const side = turnOf(position.value)
        tell('move-made', side, report.value, 10)
        if (witness.fold.state.result === null) tell('clock-pressed', side)
      }
    },
  }
}
