/** The pieces on a board in words, for screen readers. */
import type { Side } from '../../../../events/vocabulary.ts'
import { parsePlacement } from '../board/placement.ts'
import { localSan } from './san.ts'
import { t } from './texts.ts'

const sideOfLetter = (sign: string): Side => (sign === sign.toUpperCase() ? 'white' : 'black')

/** `Qd3`, a pawn `e4`. */
const onSquare = (sign: string, square: string): string =>
  `${sign.toUpperCase() === 'P' ? '' : localSan(sign.toUpperCase())}${square}`

/** `f3: White N`. */
export const pieceText = (sign: string, square: string): string =>
  `${square}: ${t(sideOfLetter(sign))} ${localSan(sign.toUpperCase())}`

/** Both sides' pieces: `White: Kg1, Qd3 … Black: …`. */
export function placementText(fen: string): string {
  const pieces = [...parsePlacement(fen)]
  const of = (side: Side) =>
    `${t(side)}: ${pieces.flatMap(([square, sign]) => (sideOfLetter(sign) === side ? [onSquare(sign, square)] : [])).join(', ')}.`
  return `${of('white')} ${of('black')}`
}
