/** What physically stands on the board, stored as its differences from the position (`astray`). */
import type { PieceLetter } from '../../events/index.ts'
import { letterOf, pieceAt, squareOf, writePlacement } from '../chess/index.ts'
import type { Game } from './game.ts'
import { forgetEdges } from './sensor-state.ts'

const EMPTY = 0

/** What stands on a square by the position: a FEN letter, '' for nothing. */
export function positionHas(game: Game, square: string): string {
  const piece = pieceAt(game.position, squareOf(square))
  return piece === EMPTY ? '' : letterOf(piece)
}

/** What stands on a square of the real board: a FEN letter, '' for nothing, '?' where it is not known. */
export const boardHas = (game: Game, square: string): string =>
  game.state.astray[square] ?? positionHas(game, square)

/** Records what was seen on a square of the real board; a square that agrees with the position again is no difference. */
export function setOnBoard(game: Game, square: string, piece: PieceLetter | '' | '?'): void {
  const { astray } = game.state
  if (piece === positionHas(game, square)) delete astray[square]
  else astray[square] = piece
}

/** Makes the real board agree with the position on every square. */
export function resetBoard(game: Game): void {
  game.state.astray = {}
  game.state.displacedSeq = null
  forgetEdges(game.state)
}

/** The placement on the real board, as the first field of a FEN. A square that is not known is shown empty. */
export function boardFen(game: Game): string {
  if (Object.keys(game.state.astray).length === 0) return writePlacement(game.position)
  const ranks: string[] = []
  for (let rank = 8; rank >= 1; rank--) {
    let text = ''
    let gap = 0
    for (const file of 'abcdefgh') {
      const piece = boardHas(game, `${file}${rank}`)
      if (piece === '' || piece === '?') gap++
      else {
        text += `${gap === 0 ? '' : gap}${piece}`
        gap = 0
      }
    }
    ranks.push(`${text}${gap === 0 ? '' : gap}`)
  }
  return ranks.join('/')
}
