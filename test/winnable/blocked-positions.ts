/** Invented positions in which pawns block each other, with kings and a few pieces about. */

import { inCheck, type Position, turnOf } from '../../domain/chess/index.ts'
import { numbers } from '../kit/games.ts'
import { position } from './rows.ts'

/** Blocked positions from a seed, without end; in none is a king there to be taken. */
export function* blockedPositions(seed: number): Generator<{ fen: string; p: Position }> {
  const below = numbers(seed)
  for (;;) {
    const board = new Array<string>(64).fill('')
    const put = (piece: string, square: number) => {
      if (board[square] === '') board[square] = piece
    }
    // Pawns in a chain: each file's pair stands a rank higher or lower than the one before, so that none captures.
    let rank = 2 + below(3)
    for (let file = 0; file < 8; file++) {
      rank += rank === 1 ? 1 : rank === 5 ? -1 : below(2) === 0 ? 1 : -1
      if (below(10) === 0) continue
      put('P', rank * 8 + file)
      put('p', (rank + 1) * 8 + file)
      if (below(8) === 0) put(below(2) === 0 ? 'P' : 'p', (1 + below(6)) * 8 + file)
    }
    if (below(3) === 0) put('BbNnRr'[below(6)]!, below(64))
    for (const king of ['K', 'k']) {
      let square = below(64)
      while (board[square] !== '') square = below(64)
      board[square] = king
    }
    const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((r) =>
      Array.from({ length: 8 }, (_, file) => board[r * 8 + file] || '1').join(''),
    )
    const fen = `${ranks.join('/')} ${below(2) === 0 ? 'w' : 'b'} - - 0 1`
    const p = position(fen)
    if (!inCheck(p, turnOf(p) === 'white' ? 'black' : 'white')) yield { fen, p }
  }
}
