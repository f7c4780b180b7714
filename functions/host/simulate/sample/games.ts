/** The sample round: eight boards of our own invention, each showing something that a record must hold. */
import type { ReportedEvent } from '../../../../events/index.ts'
import { type Board, MINUTE, type Opened } from './board.ts'
import { defaulted, flag, illegalMove, wrongClaim } from './disputed-boards.ts'
import { PAIRINGS } from './players.ts'
import { adjournment, chess960, inProgress, resignation } from './quiet-boards.ts'
import { openScore } from './score.ts'

export interface SampleGame {
  readonly id: string
  readonly board: number
  readonly about: string
  /** The first opens the game. */
  readonly reports: readonly ReportedEvent[]
}

const BOARDS: readonly Board[] = [
  resignation,
  chess960,
  adjournment,
  illegalMove,
  wrongClaim,
  flag,
  defaulted,
  inProgress,
]

/** How long the round has been going on when it is loaded: all that is told of it has happened by then. */
export const PLAYED = 125 * MINUTE

/** The round as it goes if play starts at `start` (ms since 1970). */
export const sampleGames = (start: number): SampleGame[] =>
  BOARDS.map(({ about, opened, write }, index) => {
    const board = index + 1
    const id = `sample-${board}`
    const [white, black] = PAIRINGS[index] as (typeof PAIRINGS)[number]
    const score = openScore(id, start, { ...description(start), white, black, board, ...opened })
    write(score)
    return { id, board, about, reports: score.reports }
  })

const description = (start: number): Omit<Opened, 'white' | 'black'> => ({
  event: 'Sample Open',
  site: 'Nowhere Hall',
  date: new Date(start).toISOString().slice(0, 10),
  round: 1,
  edition: '2023-01-01',
  play: 'standard',
  timeControl: {
    periods: [
      { moves: 40, time: 90 * MINUTE, bonus: MINUTE / 2, mode: 'fischer' },
      { time: 30 * MINUTE, bonus: MINUTE / 2, mode: 'fischer' },
    ],
  },
  regulations: { defaultTime: 30 * MINUTE },
})
