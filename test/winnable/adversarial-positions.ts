/** Positions made to break proofs: known hard ones mutated, and kings hemmed in by any pieces, legal or not. */

import { inCheck, type Position, parseFen } from '../../domain/chess/index.ts'
import { hasOneKing } from '../../domain/winnable/sides.ts'
import { numbers } from '../kit/games.ts'
import { handed } from './rows.ts'

type Board = string[]
type Below = (below: number) => number

const PIECES = 'PPPPPpppppBbNnRrQqBN'

function boardOf(fen: string): Board {
  const rows = (fen.split(' ')[0] ?? '').split('/').reverse()
  return rows.flatMap((row) =>
    [...row].flatMap((sign) => (/\d/.test(sign) ? Array(Number(sign)).fill('') : [sign])),
  )
}

function near(square: number, radius: number, below: Below): number {
  const step = (at: number) => Math.min(7, Math.max(0, at + below(2 * radius + 1) - radius))
  return step(square >> 3) * 8 + step(square & 7)
}

/** A known position with a few pieces moved, taken off or put on. */
function mutated(boards: readonly Board[], below: Below): Board {
  const board = [...boards[below(boards.length)]!]
  for (let changes = 1 + below(4); changes > 0; changes--) {
    const from = below(64)
    const to = below(3) > 0 ? near(from, 1, below) : below(64)
    if (below(3) === 0) board[to] ||= PIECES[below(PIECES.length)]!
    else if (!/k/i.test(board[to]!)) {
      board[to] = board[from]!
      if (from !== to) board[from] = ''
    }
  }
  return board
}

/** Men crowded around the black king. */
function crowded(below: Below): Board {
  const board: Board = Array(64).fill('')
  const king = [0, 7, 56, 63, 4, 60, 32, 39, below(64)][below(9)]!
  board[king] = 'k'
  for (let pieces = 4 + below(12); pieces > 0; pieces--)
    board[near(king, 1 + below(2), below)] ||= PIECES[below(PIECES.length)]!
  for (let pawns = below(6); pawns > 0; pawns--) board[below(64)] ||= 'Pp'[below(2)]!
  let white = king
  while (board[white] !== '') white = below(2) === 0 ? near(king, 3, below) : below(64)
  board[white] = 'K'
  return board
}

function fenOf(board: Board, below: Below): string {
  const rows = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) =>
    Array.from({ length: 8 }, (_, file) => board[rank * 8 + file] || '1').join(''),
  )
  const turn = 'wb'[below(2)]!
  const right = (king: string, rook: string, rank: number, name: string) =>
    board[rank + 4] === king && board[rank + (/k/i.test(name) ? 7 : 0)] === rook && below(2) === 0 ? name : ''
  const rights = ['K', 'Q'].map((name) => right('K', 'R', 0, name)).join('')
  const theirs = ['k', 'q'].map((name) => right('k', 'r', 56, name)).join('')
  return `${rows.join('/')} ${turn} ${rights + theirs || '-'} ${passingOf(board, turn, below)} 0 1`
}

/** A square on which an en passant capture ends, where the pawns allow one. */
function passingOf(board: Board, turn: string, below: Below): string {
  const [rank, over, from, pawn] = turn === 'w' ? [32, 40, 48, 'p'] : [24, 16, 8, 'P']
  const files = [0, 1, 2, 3, 4, 5, 6, 7].filter(
    (file) => board[rank + file] === pawn && board[over + file] === '' && board[from + file] === '',
  )
  const file = files[below(files.length + 1)]
  return file === undefined ? '-' : `${'abcdefgh'[file]}${turn === 'w' ? 6 : 3}`
}

/** Positions from a seed, without end; each side has one king, which may be capturable. */
export function* adversarialPositions(seed: number): Generator<{ fen: string; p: Position }> {
  const below = numbers(seed)
  const boards = handed().map(({ fen }) => boardOf(fen))
  for (;;) {
    const board = below(2) === 0 ? mutated(boards, below) : crowded(below)
    const fen = fenOf(board, below)
    const parsed = parseFen(fen)
    if (!parsed.ok) continue
    const p = parsed.value
    if (!hasOneKing(p.bits, 0) || !hasOneKing(p.bits, 1)) continue
    if (inCheck(p, p.turn === 0 ? 'black' : 'white') && below(4) > 0) continue
    yield { fen, p }
  }
}
