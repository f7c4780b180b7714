/** Whether Black made the first move, where positions are known. The round, which has none, does without this file. */
import { fenOf } from '../../../../domain/state/fens.ts'
import type { GameFrame } from './frame.ts'
import { blackBegan } from './turns.ts'

export const blackBeganInFrame = ({ state, gameState }: GameFrame): boolean =>
  blackBegan(
    { plies: state.moves.length, turn: state.turn },
    gameState === null ? undefined : fenOf(gameState.points, gameState.points[0]),
  )
