/** Makes the reports of a simulated game: edges of its board, presses of its clock, and how it ends. */
import type { ReportOf, Side } from '../../../events/index.ts'
import { openSensorBoard } from '../../ingest/boards/sensor-board.ts'
import { startPieces } from './inventions.ts'
import type { SimulatedGame } from './simulate-game.ts'

export type BoardReport = ReportOf<
  'piece-lifted' | 'piece-placed' | 'clock-pressed' | 'resigned' | 'draw-offered' | 'draw-accepted'
>

/** All reports in the order in which they are sent. `device`: the prefix of the reports' ids. `presses`: whether there is a clock. */
export function simulatedReports(game: SimulatedGame, device: string, presses: boolean): BoardReport[] {
  const board = openSensorBoard(device, startPieces(game.chess960))
  const reports: BoardReport[] = []
  /** Adds what the board reports by itself, while nothing changes, before an instant. */
  const reportQuiet = (before: number) => {
    for (let { due } = board; due !== null && due < before; { due } = board)
      reports.push(...board.quietReading(due))
  }
  const happenings = [
    ...game.edges.map((edge) => ({ at: edge.at, edge })),
    ...(presses ? game.moves.map(({ side, pressedAt }) => ({ at: pressedAt, side })) : []),
  ].sort((a, b) => a.at - b.at)
  for (const next of happenings) {
    reportQuiet(next.at)
    if ('edge' in next) reports.push(...board.square(next.edge.square, next.edge.piece, next.at))
    else reports.push(press(device, next.side, next.at))
  }
  reportQuiet(Number.POSITIVE_INFINITY)
  return [...reports, ...ending(game, device)]
}

const envelope = (device: string, name: string, at: number) => ({
  id: `${device}-${name}-${at.toString(36)}`,
  at: new Date(at).toISOString(),
})

const press = (device: string, by: Side, at: number): BoardReport => ({
  ...envelope(device, 'press', at),
  type: 'clock-pressed',
  by,
  data: {},
})

/** The player to move resigns, or accepts the draw that the opponent offers after the last move; none where the Laws end the game. */
function ending({ moves, ending: kind, endedAt }: SimulatedGame, device: string): BoardReport[] {
  const last = moves.at(-1)?.side ?? 'black'
  const next = last === 'white' ? 'black' : 'white'
  if (kind === 'resigned') {
    return [{ ...envelope(device, 'end', endedAt), type: 'resigned', by: next, data: {} }]
  }
  if (kind !== 'agreed') return []
  return [
    { ...envelope(device, 'offer', endedAt), type: 'draw-offered', by: last, data: {} },
    { ...envelope(device, 'end', endedAt + 1000), type: 'draw-accepted', by: next, data: { spoken: true } },
  ]
}
