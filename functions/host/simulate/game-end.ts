/** Whether a game is over by the Laws (mate, stalemate, dead position, fivefold repetition, 75 moves): the fold decides. */
import {
  castlingSide,
  kingTarget,
  type Move,
  moveFrom,
  movePromotion,
  moveTo,
  nameOf,
} from '../../../domain/chess/index.ts'
import { openFold, step } from '../../../domain/game/index.ts'
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
      record('move-made', 'operator', moveMadeData(move))
    },
    isOver: () => game.state.result !== null,
  }
}

/** A legal move as the data of `move-made`: castling is named, from and to are the king's squares. */
export function moveMadeData(move: Move): {
  from: string
  to: string
  promotion?: string
  castling?: string
} {
  const promotion = movePromotion(move)
  const castling = castlingSide(move)
  return {
    from: nameOf(moveFrom(move)),
    to: nameOf(castling === null ? moveTo(move) : kingTarget(move)),
    ...(promotion === null ? {} : { promotion }),
    ...(castling === null ? {} : { castling }),
  }
}
