/** Guidelines II.1–II.2 (2009, 2014: F.1–F.2): starting arrays of Chess960. Castling: `domain/chess` and `domain/state/castling960.ts`. */

import type { EventOf } from '../../events/index.ts'
import { type Position, pieceAt, pieceOf } from '../chess/index.ts'
import type { Remark } from '../reasons.ts'
import { type Game, isChess960Game } from '../state/game.ts'
import { isStartingArray } from './appendix-a-setup.ts'
import type { Article } from './article.ts'
import { remark } from './remark.ts'
import { raise } from './verdicts.ts'

const BLACK = 8
const LAST_RANK = 56

/** The files on which White has this piece on the first rank. */
const filesOf = (position: Position, letter: 'K' | 'R' | 'B'): number[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].filter((file) => pieceAt(position, file) === pieceOf(letter))

/** Why an array is none of the 960; null where it is one of them. */
function faultOf(position: Position): Remark | null {
  for (let file = 0; file < 8; file++) {
    if (pieceAt(position, LAST_RANK + file) !== (pieceAt(position, file) ^ BLACK))
      return remark('not-opposite')
  }
  const [king = -1] = filesOf(position, 'K')
  const [left = -1, right = -1] = filesOf(position, 'R')
  const [one = 0, other = 0] = filesOf(position, 'B')
  if (!(left < king && king < right)) return remark('king-not-between')
  return (one + other) % 2 === 0 ? remark('bishops-one-colour') : null
}

/** A starting array given as a FEN has to be one of Chess960; any other position need not be. */
function opened(game: Game, event: EventOf<'game-opened'>): void {
  if (event.data.start?.fen === undefined || game.state.details !== event.data) return
  if (!isChess960Game(game.state) || !isStartingArray(game.position)) return
  const fault = faultOf(game.position)
  if (fault === null) return
  raise(game, 'chess960-start', {
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    options: [remark('set-array')],
    notes: [fault],
  })
}

export const guideline2: Article = { on: { 'game-opened': opened } }
