/**
 * The full answer for every position of a few pieces, found backwards from the mates: the oracle of the search.
 * A class is a string of FEN letters, the kings first: `KkQn`. Each position gets two bits: 1 White, 2 Black can mate.
 * Without castling and en passant capture, so only one side may have pawns.
 */

import {
  generate,
  inCheck,
  MAX_MOVES,
  make,
  nameOf,
  pieceOf,
  setTurn,
  unmake,
} from '../../domain/chess/index.ts'
import { Position, togglePiece } from '../../domain/chess/position.ts'
import type { PieceLetter } from '../../events/vocabulary.ts'

export interface Retrograde {
  readonly material: string
  /** `values[index]`, or 4 where two pieces share a square or a pawn stands on a rank for none. */
  readonly values: Uint8Array
}

const WHITE_CAN = 1
const BLACK_CAN = 2
const NOWHERE = 4
/** Not yet handed on to the positions before it. */
const NEW = 8

const known = new Map<string, Retrograde>()

export function retrograde(material: string): Retrograde {
  const found = known.get(material)
  if (found) return found
  const made = new Solver(material).solve()
  known.set(material, made)
  return made
}

/** The white king's squares: with pawns the a- to d-files, without them the triangle a1-d1-d4. */
function kingSquares(material: string): number[] {
  const pawns = /p/i.test(material)
  return Array.from({ length: 64 }, (_, square) => square).filter((square) => {
    const file = square & 7
    const rank = square >> 3
    return file < 4 && (pawns || (rank < 4 && rank <= file))
  })
}

/** Every position of a class, once but for mirror images: its pieces' squares, side to move (0, 1) and value. */
export function eachPosition(
  material: string,
  visit: (squares: readonly number[], turn: number, value: number) => void,
): void {
  const { values } = retrograde(material)
  const kings = kingSquares(material)
  const rest = 64 ** (material.length - 1)
  const squares = new Array<number>(material.length).fill(0)
  for (let index = 0; index < values.length; index++) {
    if (values[index] === NOWHERE) continue
    decode(index, kings, rest, squares)
    visit(squares, (index / (kings.length * rest)) | 0, values[index]!)
  }
}

/** One in `stride` of the values of a class, a digit each: what `eachSampled` goes through again. */
export function sampleOf(material: string, stride: number): string {
  const { values } = retrograde(material)
  let digits = ''
  for (let index = 0; index < values.length; index += stride) digits += values[index]
  return digits
}

/** As `eachPosition`, for the positions of a sample alone: the class need not be solved for them. */
export function eachSampled(
  material: string,
  { stride, digits }: { readonly stride: number; readonly digits: string },
  visit: (squares: readonly number[], turn: number, value: number) => void,
): void {
  const kings = kingSquares(material)
  const rest = 64 ** (material.length - 1)
  const squares = new Array<number>(material.length).fill(0)
  for (let k = 0; k < digits.length; k++) {
    const value = Number(digits[k])
    if (value === NOWHERE) continue
    decode(k * stride, kings, rest, squares)
    visit(squares, (k * stride) / (kings.length * rest) < 1 ? 0 : 1, value)
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

/** Sets up a position of these pieces. */
export function place(material: string, squares: readonly number[], turn: number): Position {
  const p = new Position()
  for (let i = 0; i < material.length; i++) togglePiece(p, pieceOf(material[i] as PieceLetter), squares[i]!)
  if (turn === 1) setTurn(p, 'black')
  return p
}

/** What an index stands for, in words for a failed test. */
export const describe = (material: string, squares: readonly number[], turn: number): string =>
  `${[...material].map((letter, i) => `${letter}${nameOf(squares[i]!)}`).join(' ')} ${turn === 0 ? 'w' : 'b'}`

class Solver {
  private readonly material: string
  private readonly pieces: number[]
  private readonly kings: number[]
  private readonly rest: number
  private readonly values: Uint8Array
  private readonly p = new Position()
  /** Its own: a promotion asks another class, which is solved in the middle of the list. */
  private readonly moves = new Int32Array(MAX_MOVES)

  constructor(material: string) {
    this.material = material
    this.pieces = [...material].map((letter) => pieceOf(letter as PieceLetter))
    this.kings = kingSquares(material)
    this.rest = 64 ** (material.length - 1)
    this.values = new Uint8Array(2 * this.kings.length * this.rest).fill(NOWHERE)
  }

  solve(): Retrograde {
    const { material, values } = this
    const squares = new Array<number>(material.length).fill(0)
    for (let index = 0; index < values.length; index++) {
      decode(index, this.kings, this.rest, squares)
      if (!this.stands(squares)) continue
      const value = this.first(squares, (index / (this.kings.length * this.rest)) | 0)
      values[index] = value === 0 ? 0 : value | NEW
    }
    // A list of what is new would be longer than an array may be; a class is swept until nothing is.
    for (let found = true; found; ) {
      found = false
      for (let index = 0; index < values.length; index++) {
        if ((values[index]! & NEW) === 0) continue
        values[index] = values[index]! ^ NEW
        this.spread(index, squares)
        found = true
      }
    }
    return { material, values }
  }

  private stands(squares: readonly number[]): boolean {
    for (let i = 0; i < squares.length; i++) {
      const square = squares[i]!
      if ((square < 8 || square > 55) && (this.material[i] === 'P' || this.material[i] === 'p')) return false
      for (let j = 0; j < i; j++) if (squares[j] === square) return false
    }
    return true
  }

  /** What mate on the board, captures and promotions give a position. */
  private first(squares: readonly number[], turn: number): number {
    const { p, moves } = this
    this.put(squares)
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
    this.put(squares)
    return value
  }

  /** Puts the pieces on the board, or takes them off again. */
  private put(squares: readonly number[]): void {
    for (let i = 0; i < squares.length; i++) togglePiece(this.p, this.pieces[i]!, squares[i]!)
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
    const material = letters.join('')
    if (material.length === 2) return 0
    const { values } = retrograde(material)
    return values[indexOf(material, squares, turn)]!
  }

  /** Hands a value on to the positions from which one quiet move leads here. */
  private spread(index: number, squares: number[]): void {
    const { values, kings, rest, material, p } = this
    const value = values[index]!
    const mover = index < kings.length * rest ? 1 : 0
    decode(index, kings, rest, squares)
    const own = squares.slice()
    const hand = (before: number) => {
      const held = values[before]!
      if (held !== NOWHERE && (held | value) !== held) values[before] = held | value | NEW
    }
    this.put(own)
    // A move that leaves the mover's king attacked was none.
    if (!inCheck(p, mover === 0 ? 'white' : 'black')) {
      for (let i = 0; i < material.length; i++) {
        const letter = material[i]!
        if ((letter === letter.toUpperCase()) !== (mover === 0)) continue
        for (const from of unmoves(letter, own[i]!, p.board)) {
          squares[i] = from
          const turning = turningOf(material, squares)
          hand(indexIn(turning, turning.squares, squares, mover))
          if (turning.mirrored !== null) hand(indexIn(turning, turning.mirrored, squares, mover))
          squares[i] = own[i]!
        }
      }
    }
    this.put(own)
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

/** How the board is turned so that the white king stands on one of its squares. */
interface Turning {
  /** Its place among them, and how many they are. */
  readonly king: number
  readonly kings: number
  /** Where each square comes to lie. */
  readonly squares: Uint8Array
  /** The same mirrored, where it stands on the long diagonal: one position has two indices then. */
  readonly mirrored: Uint8Array | null
}

const flipped = (square: number): number => ((square & 7) << 3) | (square >> 3)

function turning(pawns: boolean, king: number): Turning {
  const turns = ((king & 7) > 3 ? 7 : 0) ^ (!pawns && king > 31 ? 56 : 0)
  const near = king ^ turns
  const swaps = !pawns && near >> 3 > (near & 7)
  const turned = (square: number) => (swaps ? flipped(square ^ turns) : square ^ turns)
  const kings = kingSquares(pawns ? 'KkP' : 'Kk')
  const squares = Uint8Array.from({ length: 64 }, (_, square) => turned(square))
  const onDiagonal = !pawns && near >> 3 === (near & 7)
  return {
    king: kings.indexOf(turned(king)),
    kings: kings.length,
    squares,
    mirrored: onDiagonal ? squares.map(flipped) : null,
  }
}

const squaresOfKing = Array.from({ length: 64 }, (_, square) => square)
const PAWNLESS = squaresOfKing.map((king) => turning(false, king))
const PAWNFUL = squaresOfKing.map((king) => turning(true, king))

const turningOf = (material: string, squares: readonly number[]): Turning =>
  (material.includes('P') || material.includes('p') ? PAWNFUL : PAWNLESS)[squares[0]!]!

function indexIn(
  { king, kings }: Turning,
  turned: Uint8Array,
  squares: readonly number[],
  turn: number,
): number {
  let index = turn * kings + king
  for (let i = 1; i < squares.length; i++) index = index * 64 + turned[squares[i]!]!
  return index
}

function indexOf(material: string, squares: readonly number[], turn: number): number {
  const turning = turningOf(material, squares)
  return indexIn(turning, turning.squares, squares, turn)
}
