/** What physically stands on the board, kept as its differences from the position. */
import type { PieceLetter, Side } from '../../events/index.ts'
import { letterOf, pieceAt, squareOf, writePlacement } from '../chess/index.ts'
import { bouncedAt } from '../sensors/index.ts'
import type { Game } from './game.ts'

const EMPTY = 0

/** What the position has on a square: a FEN letter, '' for nothing. */
export function positionHas(game: Game, square: string): string {
  const piece = pieceAt(game.position, squareOf(square))
  return piece === EMPTY ? '' : letterOf(piece)
}

/** What stands on a square of the real board, '?' if nobody can say. */
export const boardHas = (game: Game, square: string): string =>
  game.state.astray[square] ?? positionHas(game, square)

/** Notes what was seen on a square; a square that agrees with the position again is no difference. */
export function seeOnBoard(game: Game, square: string, piece: PieceLetter | '' | '?'): void {
  const { astray } = game.state
  if (piece === positionHas(game, square)) delete astray[square]
  else astray[square] = piece
}

export function boardAgrees(game: Game): void {
  game.state.astray = {}
  game.state.displacedSeq = null
  forgetEdges(game)
}

/** More edges than a long fumble gives: beyond them the oldest are forgotten. */
const MOST_EDGES = 120

/** Notes a sensor's edge, before the board is changed by it. */
export function noteEdge(game: Game, seq: number, square: string, piece: string): void {
  const { state } = game
  state.edgeAt = state.at
  if (state.question !== undefined) state.question.before ??= seq
  if (state.edges === undefined) {
    state.edges = []
    state.edgesFrom = { ...state.astray }
  }
  const stood = state.edgesFrom?.[square] ?? positionHas(game, square)
  const bounced = bouncedAt(state.edges, { at: state.at, square, piece }, stood)
  if (bounced !== null) {
    state.edges.splice(bounced, 1)
    return
  }
  const told = game.moved === null ? {} : { told: game.moved }
  state.edges.push({ seq, ...told, at: state.at, square, piece })
  const [oldest] = state.edges
  if (state.edges.length <= MOST_EDGES || oldest === undefined) return
  state.edges.shift()
  if (state.edgesFrom !== undefined) state.edgesFrom[oldest.square] = oldest.piece
}

/**
 * A side's move was told by somebody who saw it: its own pieces stand as they should, whatever sensors missed or saw too
 * many, save those that have been seen to leave one square for another: its next move may have begun before it was told. What
 * differs of the other side's may be the reply. `stood`: the letters of the position before the move.
 */
export function sideAgrees(game: Game, side: Side, stood: readonly string[]): void {
  const { state } = game
  const { astray, edges = [], edgeAt } = state
  const isOwn = (letter: string) => letter !== '' && (letter === letter.toUpperCase()) === (side === 'white')
  const come = new Set(Object.values(astray))
  const isEmpty = (square: string) => astray[square] === ''
  const left = new Set(
    Object.keys(astray)
      .filter(isEmpty)
      .map((square) => positionHas(game, square)),
  )
  for (const square of Object.keys(astray)) {
    const told = positionHas(game, square)
    const last = edges.findLast((edge) => edge.square === square)?.seq ?? 0
    const isElsewhere = () => come.has(told) || edges.some(({ seq, piece }) => seq > last && piece === told)
    const isOfMove = stood[squareOf(square)] !== told
    const seen = astray[square] as string
    const isSeenWrong = isOwn(seen) && !left.has(seen)
    if (isOfMove || isSeenWrong || (seen === '' && isOwn(told) && !isElsewhere())) delete astray[square]
  }
  forgetEdges(game)
  if (edges.length === 0 || Object.keys(astray).length === 0) return
  state.edgeAt = edgeAt
  state.edges = edges.filter(({ square }) => square in astray)
  state.edgesFrom = {}
}

/** What was read is not read again. */
export function forgetEdges(game: Game): void {
  game.state.edgeAt = null
  delete game.state.edges
  delete game.state.edgesFrom
  delete game.state.looked
}

/** Piece placement as the first field of a FEN has it, of the real board. A square nobody can tell is shown empty. */
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
