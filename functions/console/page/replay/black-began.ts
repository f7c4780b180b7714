/** Who made the first move, of a game looked into: apart from the turns, which boards of a round know without positions. */
import { fenOf } from '../../../../domain/state/fens.ts'
import type { GameFrame } from './frame.ts'
import { blackBegan } from './turns.ts'

export const blackBeganInFrame = ({ state, gameState: whole }: GameFrame): boolean =>
  blackBegan(state, whole === null ? undefined : fenOf(whole.points, whole.points[0]))
