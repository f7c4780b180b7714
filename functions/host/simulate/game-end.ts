/** Whether a game is over by the Laws (mate, stalemate, dead position, fivefold repetition, 75 moves): the fold decides. */
import type { Move } from '../../../domain/chess/index.ts'
import { openFold, step } from '../../../domain/game/index.ts'
import { moveDataOf } from '../../../domain/state/move-report.ts'
import type { StoredEvent } from '../../../events/index.ts'

export interface GameEnd {
  addMove(move: Move): void
  isOver(): boolean
}

export function watchGameEnd(chess960: number | null): GameEnd {
  const game = openFold()
  let seq = 0
  const record = (type: string, by: string, data: object) => {
    seq++
    step(game, { type, by, data, seq, at: '2000-01-01T00:00:00.000Z' } as unknown as StoredEvent)
  }
  const start = chess960 === null ? {} : { start: { chess960 } }
  const players = { white: { name: 'White' }, black: { name: 'Black' } }
  record('game-opened', 'operator', { ...players, edition: '2023-01-01', play: 'standard', ...start })
  return {
    addMove(move) {
      record('move-made', 'operator', moveDataOf(move))
    },
    isOver: () => game.state.result !== null,
  }
}
