/** Whether Black made the first move, by the start position. The round's page uses turns.ts alone, so it does not load this code. */
import { fenOf } from '../../../../domain/state/fens.ts'
import type { GameFrame } from './frame.ts'
import { blackBegan } from './turns.ts'

export const blackBeganInFrame = ({ state, gameState }: GameFrame): boolean =>
  blackBegan(
    { plies: state.moves.length, turn: state.turn },
    gameState === null ? undefined : fenOf(gameState.points, gameState.points[0]),
  )
