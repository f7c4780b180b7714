/**
 * A second, slow reading of Article 3 in plain files and ranks, for positions that no library admits: every move that
 * the pieces' ways allow is tried on a copy of the board, and stays if no own king can be hit afterwards.
 * It shares no code with the product; only the squares of rights and passed pawns are taken over from it.
 */

export interface Board {
  /** FEN letters by square, '' for none. */
  readonly squares: readonly string[]
  readonly white: boolean
  readonly enPassant: number
  /** Castling rooks that the side on move may still use, and its castling king. */
  readonly king: number
  readonly rooks: readonly number[]
}

const ORTHOGONAL = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const
const DIAGONAL = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const
const LEAPS = [
  [1, 2],
  [2, 1],
  [-1, 2],
  [-2, 1],
  [1, -2],
  [2, -1],
  [-1, -2],
  [-2, -1],
] as const

const isWhite = (letter: string): boolean => letter >= 'A' && letter <= 'Z'

function shift(square: number, files: number, ranks: number): number {
  const file = (square % 8) + files
  const rank = Math.floor(square / 8) + ranks
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file
}

/** The squares a piece reaches by its way of moving or capturing; for pawns only the two diagonal ones. */
function reach(squares: readonly string[], from: number): number[] {
  const letter = squares[from] ?? ''
  const role = letter.toUpperCase()
  if (role === 'P') {
    const ahead = isWhite(letter) ? 1 : -1
    return [shift(from, -1, ahead), shift(from, 1, ahead)].filter((to) => to >= 0)
  }
  if (role === 'N') return LEAPS.map(([f, r]) => shift(from, f, r)).filter((to) => to >= 0)
  const ways = role === 'R' ? ORTHOGONAL : role === 'B' ? DIAGONAL : [...ORTHOGONAL, ...DIAGONAL]
  const found: number[] = []
  for (const [f, r] of ways) {
    for (let to = shift(from, f, r); to >= 0; to = shift(to, f, r)) {
      found.push(to)
      if (squares[to] !== '' || role === 'K') break
    }
  }
  return found
}

function attacked(squares: readonly string[], target: number, byWhite: boolean): boolean {
  return squares.some(
    (letter, from) => letter !== '' && isWhite(letter) === byWhite && reach(squares, from).includes(target),
  )
}

function kingsSafe(squares: readonly string[], white: boolean): boolean {
  const king = white ? 'K' : 'k'
  return squares.every((letter, square) => letter !== king || !attacked(squares, square, !white))
}

/** The legal moves as `from-to` or `from-to=Q` with square numbers; castling as `from-rook`. */
export function naiveMoves(board: Board): string[] {
  const { squares, white } = board
  const moves: string[] = []
  const attempt = (name: string, change: (copy: string[]) => void): void => {
    const copy = [...squares]
    change(copy)
    if (kingsSafe(copy, white)) moves.push(name)
  }
  squares.forEach((letter, from) => {
    if (letter === '' || isWhite(letter) !== white) return
    const role = letter.toUpperCase()
    const go = (to: number, taken = to): void => {
      if (role === 'P' && (to < 8 || to > 55)) {
        for (const promoted of 'QRBN') {
          attempt(`${from}-${to}=${promoted}`, (copy) => {
            copy[from] = ''
            copy[to] = white ? promoted : promoted.toLowerCase()
          })
        }
      } else {
        attempt(`${from}-${to}`, (copy) => {
          copy[taken] = ''
          copy[from] = ''
          copy[to] = letter
        })
      }
    }
    for (const to of reach(squares, from)) {
      const target = squares[to] ?? ''
      const enemy = target !== '' && isWhite(target) !== white && target.toUpperCase() !== 'K'
      if (enemy || (role !== 'P' && target === '')) go(to)
      else if (role === 'P' && to === board.enPassant) go(to, to + (white ? -8 : 8))
    }
    if (role !== 'P') return
    const ahead = white ? 1 : -1
    const one = shift(from, 0, ahead)
    if (one < 0 || squares[one] !== '') return
    go(one)
    const two = shift(one, 0, ahead)
    if (Math.floor(from / 8) === (white ? 1 : 6) && squares[two] === '') go(two)
  })
  for (const rook of board.rooks) castle(board, rook, attempt)
  return moves.sort()
}

function castle(
  { squares, white, king }: Board,
  rook: number,
  attempt: (name: string, change: (copy: string[]) => void) => void,
): void {
  if (!kingsSafe(squares, white)) return
  const first = white ? 0 : 56
  const kingTo = first + (rook > king ? 6 : 2)
  const rookTo = first + (rook > king ? 5 : 3)
  const between = (a: number, b: number): number[] =>
    squares.map((_, square) => square).filter((s) => s >= Math.min(a, b) && s <= Math.max(a, b))
  const crossed = [...between(king, kingTo), ...between(rook, rookTo)]
  if (crossed.some((square) => square !== king && square !== rook && squares[square] !== '')) return
  const without = squares.map((letter, square) => (square === king ? '' : letter))
  if (between(king, kingTo).some((square) => attacked(without, square, !white))) return
  attempt(`${king}-${rook}`, (copy) => {
    copy[king] = ''
    copy[rook] = ''
    copy[kingTo] = white ? 'K' : 'k'
    copy[rookTo] = white ? 'R' : 'r'
  })
}
