/** Whether Black made the first move, where positions are known. The round, which has none, does without this file. */
import { fenOf } from '../../../../domain/state/fens.ts'
import type { GameFrame } from './frame.ts'
import { blackBegan } from './turns.ts'

export const blackBeganInFrame = ({ state, gameState: whole }: GameFrame): boolean =>
  blackBegan(state, whole === null ? undefined : fenOf(whole.points, whole.points[0]))
