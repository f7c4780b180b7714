/**
 * The full answer for every position of a few men, found backwards from the mates: the oracle that needs no cleverness.
 * A class is a string of FEN letters, the kings first: `KkQn`. Each position gets two bits: 1 White, 2 Black can mate.
 * Without castling and capture in passing, so only one side may have pawns.
 */

import {
  generate,
  inCheck,
  MOST_MOVES,
  make,
  nameOf,
  pieceOf,
  setTurn,
  unmake,
} from '../../domain/chess/index.ts'
import { Position, toggle } from '../../domain/chess/position.ts'
import type { PieceLetter } from '../../events/vocabulary.ts'

export interface Retrograde {
  readonly men: string
  /** `values[index]`, or 4 where two men share a square or a pawn stands on a rank for none. */
  readonly values: Uint8Array
}

const WHITE_CAN = 1
const BLACK_CAN = 2
const NOWHERE = 4

const known = new Map<string, Retrograde>()
const moves = new Int32Array(MOST_MOVES)

export function retrograde(men: string): Retrograde {
  const found = known.get(men)
  if (found) return found
  const made = new Solver(men).solve()
  known.set(men, made)
  return made
}

/** The white king's squares: with pawns the a- to d-files, without them the triangle a1-d1-d4. */
function kingSquares(men: string): number[] {
  const pawns = /p/i.test(men)
  return Array.from({ length: 64 }, (_, square) => square).filter((square) => {
    const file = square & 7
    const rank = square >> 3
    return file < 4 && (pawns || (rank < 4 && rank <= file))
  })
}

/** Every position of a class, once but for mirror images: its men's squares, side to move (0, 1) and value. */
export function eachPosition(
  men: string,
  visit: (squares: readonly number[], turn: number, value: number) => void,
): void {
  const { values } = retrograde(men)
  const kings = kingSquares(men)
  const rest = 64 ** (men.length - 1)
  const squares = new Array<number>(men.length).fill(0)
  for (let index = 0; index < values.length; index++) {
    if (values[index] === NOWHERE) continue
    decode(index, kings, rest, squares)
    visit(squares, (index / (kings.length * rest)) | 0, values[index]!)
  }
}

function decode(index: number, kings: readonly number[], rest: number, squares: number[]): void {
  let left = index % (kings.length * rest)
  for (let i = squares.length - 1; i > 0; i--) {
    squares[i] = left % 64
    left = (left - squares[i]!) / 64
  }
  squares[0] = kings[left]!
}

/** Sets up a position of these men. */
export function place(men: string, squares: readonly number[], turn: number): Position {
  const p = new Position()
  for (let i = 0; i < men.length; i++) toggle(p, pieceOf(men[i] as PieceLetter), squares[i]!)
  if (turn === 1) setTurn(p, 'black')
  return p
}

/** What an index stands for, in words for a failed test. */
export const describe = (men: string, squares: readonly number[], turn: number): string =>
  `${[...men].map((letter, i) => `${letter}${nameOf(squares[i]!)}`).join(' ')} ${turn === 0 ? 'w' : 'b'}`

class Solver {
  private readonly men: string
  private readonly kings: number[]
  private readonly kingIndex = new Int16Array(64).fill(-1)
  private readonly rest: number
  private readonly values: Uint8Array
  private readonly p = new Position()

  constructor(men: string) {
    this.men = men
    this.kings = kingSquares(men)
    this.kings.forEach((square, i) => {
      this.kingIndex[square] = i
    })
    this.rest = 64 ** (men.length - 1)
    this.values = new Uint8Array(2 * this.kings.length * this.rest).fill(NOWHERE)
  }

  solve(): Retrograde {
    const { men, values } = this
    const squares = new Array<number>(men.length).fill(0)
    const queue: number[] = []
    for (let index = 0; index < values.length; index++) {
      decode(index, this.kings, this.rest, squares)
      if (!this.stands(squares)) continue
      values[index] = this.first(squares, (index / (this.kings.length * this.rest)) | 0)
      if (values[index] !== 0) queue.push(index)
    }
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) this.spread(next, squares, queue)
    return { men, values }
  }

  private stands(squares: readonly number[]): boolean {
    for (let i = 0; i < squares.length; i++) {
      const square = squares[i]!
      if (/p/i.test(this.men[i]!) && (square < 8 || square > 55)) return false
      for (let j = 0; j < i; j++) if (squares[j] === square) return false
    }
    return true
  }

  /** What mate on the board, captures and promotions give a position. */
  private first(squares: readonly number[], turn: number): number {
    const { p, men } = this
    for (let i = 0; i < men.length; i++) toggle(p, pieceOf(men[i] as PieceLetter), squares[i]!)
    setTurn(p, turn === 0 ? 'white' : 'black')
    const count = generate(p, moves)
    let value = 0
    if (count === 0 && inCheck(p, turn === 0 ? 'white' : 'black')) value = turn === 0 ? BLACK_CAN : WHITE_CAN
    for (let i = 0; i < count; i++) {
      const move = moves[i]!
      if (((move >>> 12) & 7) === 0 && ((move >>> 16) & 15) === 0) continue
      make(p, move)
      value |= this.look()
      unmake(p)
    }
    for (let i = 0; i < men.length; i++) toggle(p, pieceOf(men[i] as PieceLetter), squares[i]!)
    return value
  }

  /** The value of a position of another class: the one on the board. */
  private look(): number {
    const { board, turn } = this.p
    const letters: string[] = []
    const squares: number[] = []
    for (const letter of 'KkQRBNPqrbnp') {
      const piece = pieceOf(letter as PieceLetter)
      for (let square = 0; square < 64; square++) {
        if (board[square] !== piece) continue
        letters.push(letter)
        squares.push(square)
      }
    }
    const men = letters.join('')
    if (men.length === 2) return 0
    const { values } = retrograde(men)
    return values[indexOf(men, squares, turn)]!
  }

  /** Hands a value on to the positions from which one quiet move leads here. */
  private spread(index: number, squares: number[], queue: number[]): void {
    const { values, kings, rest, men } = this
    const value = values[index]!
    const turn = (index / (kings.length * rest)) | 0
    const mover = turn ^ 1
    decode(index, kings, rest, squares)
    const own = squares.slice()
    // A king on the long diagonal has two indices for one position and its mirror image.
    const mirror = /p/i.test(men)
      ? (square: number): number => square
      : (square: number): number => ((square & 7) << 3) | (square >> 3)
    const { p } = this
    for (let i = 0; i < men.length; i++) toggle(p, pieceOf(men[i] as PieceLetter), own[i]!)
    // A move that leaves the mover's king attacked was none.
    if (!inCheck(p, mover === 0 ? 'white' : 'black')) {
      for (let i = 0; i < men.length; i++) {
        const letter = men[i]!
        if ((letter === letter.toUpperCase()) !== (mover === 0)) continue
        for (const from of unmoves(letter, own[i]!, p.board)) {
          squares[i] = from
          for (const before of [indexOf(men, squares, mover), indexOf(men, squares.map(mirror), mover)]) {
            if (values[before] === NOWHERE || (values[before]! | value) === values[before]) continue
            values[before] = values[before]! | value
            queue.push(before)
          }
          squares[i] = own[i]!
        }
      }
    }
    for (let i = 0; i < men.length; i++) toggle(p, pieceOf(men[i] as PieceLetter), own[i]!)
  }
}

/** The squares from which a man may have come without capturing or promoting. */
function unmoves(letter: string, to: number, board: Uint8Array): number[] {
  const from: number[] = []
  const file = to & 7
  const rank = to >> 3
  if (letter === 'P' || letter === 'p') {
    const back = letter === 'P' ? -8 : 8
    if (board[to + back] === 0) {
      from.push(to + back)
      if (rank === (letter === 'P' ? 3 : 4) && board[to + 2 * back] === 0) from.push(to + 2 * back)
    }
    return from.filter((square) => square >= 8 && square < 56)
  }
  const steps = letter === 'N' || letter === 'n' ? KNIGHT_STEPS : KING_STEPS
  const role = letter.toUpperCase()
  for (const [files, ranks] of steps) {
    if (role === 'B' && (files === 0 || ranks === 0)) continue
    if (role === 'R' && files !== 0 && ranks !== 0) continue
    for (let step = 1; step < 8; step++) {
      const f = file + files * step
      const r = rank + ranks * step
      if (f < 0 || f > 7 || r < 0 || r > 7 || board[r * 8 + f] !== 0) break
      from.push(r * 8 + f)
      if (role === 'N' || role === 'K') break
    }
  }
  return from
}

const KNIGHT_STEPS = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
] as const
const KING_STEPS = [
  [0, 1],
  [1, 1],
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, -1],
  [-1, 0],
  [-1, 1],
] as const

/** The index of a position, turned so that the white king stands on one of his squares. */
function indexOf(men: string, squares: readonly number[], turn: number): number {
  const pawns = /p/i.test(men)
  let turns = 0
  const king = squares[0]!
  let file = king & 7
  let rank = king >> 3
  if (file > 3) {
    turns ^= 7
    file = 7 - file
  }
  if (!pawns && rank > 3) {
    turns ^= 56
    rank = 7 - rank
  }
  const swaps = !pawns && rank > file
  const kings = KING_ORDER[pawns ? 1 : 0]!
  const turned = (square: number): number => {
    const flipped = square ^ turns
    return swaps ? ((flipped & 7) << 3) | (flipped >> 3) : flipped
  }
  let index = kings.indexOf(turned(king))
  for (let i = 1; i < squares.length; i++) index = index * 64 + turned(squares[i]!)
  return index + turn * kings.length * 64 ** (squares.length - 1)
}

const KING_ORDER = [kingSquares('Kk'), kingSquares('KkP')]
