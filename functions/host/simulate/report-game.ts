/** A simulated game as its board and its clock report it: edges, presses, the end. */
import type { ReportOf, Side } from '../../../events/index.ts'
import { openSensorBoard } from '../../ingest/boards/sensor-board.ts'
import { startPieces } from './inventions.ts'
import type { SimulatedGame } from './simulate-game.ts'

export type BoardReport = ReportOf<
  'piece-lifted' | 'piece-placed' | 'clock-pressed' | 'resigned' | 'draw-offered' | 'draw-accepted'
>

/** All reports in the order in which they are sent. `device`: the prefix of the reports' ids. */
export function simulatedReports(game: SimulatedGame, device: string, presses: boolean): BoardReport[] {
  const board = openSensorBoard(device, startPieces(game.chess960))
  const reports: BoardReport[] = []
  const still = (before: number) => {
    for (let { due } = board; due !== null && due < before; { due } = board)
      reports.push(...board.quietReading(due))
  }
  const marks = [
    ...game.edges.map((edge) => ({ at: edge.at, edge })),
    ...(presses ? game.moves.map(({ side, pressedAt }) => ({ at: pressedAt, side })) : []),
  ].sort((a, b) => a.at - b.at)
  for (const mark of marks) {
    still(mark.at)
    if ('edge' in mark) reports.push(...board.square(mark.edge.square, mark.edge.piece, mark.at))
    else reports.push(press(device, mark.side, mark.at))
  }
  still(Number.POSITIVE_INFINITY)
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

/** The player to move resigns, or accepts the draw that the opponent has offered with the last move. */
function ending({ moves, ending: how, endedAt }: SimulatedGame, device: string): BoardReport[] {
  const last = moves.at(-1)?.side ?? 'black'
  const next = last === 'white' ? 'black' : 'white'
  if (how === 'resigned') {
    return [{ ...envelope(device, 'end', endedAt), type: 'resigned', by: next, data: {} }]
  }
  if (how !== 'agreed') return []
  return [
    { ...envelope(device, 'offer', endedAt), type: 'draw-offered', by: last, data: {} },
    { ...envelope(device, 'end', endedAt + 1000), type: 'draw-accepted', by: next, data: { spoken: true } },
  ]
}
