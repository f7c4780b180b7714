/** Which side made a ply, and its move number: plies count from the first move, which may be Black's. */
import type { Side } from '../../../../events/vocabulary.ts'
import type { GameFrame } from './frame.ts'

interface StartedGame extends Pick<GameFrame['state'], 'turn'> {
  readonly plies: number
}

/** Whether Black made the first move: by the start position (FEN) where it is given, else by whose turn it is after so many plies. */
export function blackBegan({ plies, turn }: StartedGame, root?: string): boolean {
  if (root !== undefined) return root.split(' ')[1] === 'b'
  return (plies % 2 === 0) !== (turn === 'white')
}

export const sideOfPly = (ply: number, began: boolean): Side =>
  (ply % 2 === 1) !== began ? 'white' : 'black'

/** The number before a move, one more after each of Black's. */
export const fullMoveNumber = (ply: number, began: boolean): number => Math.ceil((ply + (began ? 1 : 0)) / 2)

/** `12.` before White's, `12…` before Black's. */
export const moveNumberText = (ply: number, began: boolean): string =>
  `${fullMoveNumber(ply, began)}${sideOfPly(ply, began) === 'white' ? '.' : '…'}`
