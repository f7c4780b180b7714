/** The sample round: eight invented games, each with something that a record must hold. */
import type { ReportedEvent } from '../../../../events/index.ts'
import { ONE_MINUTE_MS, type SampleBoard, type SampleOpening } from './board.ts'
import { defaultBoard, flagBoard, illegalMoveBoard, wrongClaimBoard } from './disputed-boards.ts'
import { openSampleGame } from './game-writer.ts'
import { adjournmentBoard, chess960Board, inProgressBoard, resignationBoard } from './quiet-boards.ts'

export interface SampleGame {
  readonly id: string
  readonly board: number
  readonly about: string
  /** The reports of the game; the first opens it. */
  readonly reports: readonly ReportedEvent[]
}

/** A new one goes last: ids count from 1. */
const BOARDS: readonly SampleBoard[] = [
  resignationBoard,
  chess960Board,
  adjournmentBoard,
  illegalMoveBoard,
  wrongClaimBoard,
  flagBoard,
  defaultBoard,
  inProgressBoard,
]

/** How long the round has been going on when it is loaded: the last of its reports is in the past by then. */
export const PLAYED_MS = 125 * ONE_MINUTE_MS

/** The games of the round if play starts at `start` (ms since 1970). */
export const sampleGames = (start: number): SampleGame[] =>
  BOARDS.map(({ about, players: [white, black], opened, write }, index) => {
    const board = index + 1
    const id = `sample-${board}`
    const game = openSampleGame(id, start, { ...description(start), white, black, board, ...opened })
    write(game)
    return { id, board, about, reports: game.reports }
  })

const description = (start: number): Omit<SampleOpening, 'white' | 'black'> => ({
  event: 'Sample Open',
  site: 'Nowhere Hall',
  date: new Date(start).toISOString().slice(0, 10),
  round: 1,
  edition: '2023-01-01',
  play: 'standard',
  timeControl: {
    periods: [
      { moves: 40, time: 90 * ONE_MINUTE_MS, bonus: ONE_MINUTE_MS / 2, mode: 'fischer' },
      { time: 30 * ONE_MINUTE_MS, bonus: ONE_MINUTE_MS / 2, mode: 'fischer' },
    ],
  },
  regulations: { defaultTime: 30 * ONE_MINUTE_MS },
})
