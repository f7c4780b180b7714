/** Whose a move is: plies count from the first move of the record, which is Black's where the game began so. */
import type { Side } from '../../../../events/vocabulary.ts'
import type { GameFrame } from './frame.ts'

interface StartedGame extends Pick<GameFrame['state'], 'turn'> {
  readonly plies: number
}

/** Of a record the starting position says it; of a state alone, whose turn it is after so many moves. */
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
