/** Chessnut Air, Go, Pro and Move: the position message of their e-board interface (Chessnut's published README). */
import { ok, type Result, refuse } from '../../../domain/result.ts'

const HEAD = [0x01, 0x24] as const
const SQUARES = 32

/** By code: nothing, then the pieces as the makers number them. */
const PIECE_LETTERS = ['', 'q', 'k', 'b', 'p', 'n', 'R', 'P', 'r', 'B', 'N', 'Q', 'K'] as const

/**
 * What stands on a1 … h8, as FEN letters ('' for nothing). The message is `01 24` and 32 bytes of two squares each, the
 * low half first, in the order h8, g8 … a8, h7 … a1; newer boards let more bytes follow. Refused (`bad-position`): another
 * message, too few bytes, a code for no piece.
 */
export function readChessnut(message: Uint8Array): Result<string[]> {
  if (message[0] !== HEAD[0] || message[1] !== HEAD[1]) {
    return refuse(
      'bad-position',
      `the message begins with ${hex(message.subarray(0, 2))}; a position begins with 01 24`,
    )
  }
  if (message.length < HEAD.length + SQUARES) {
    return refuse('bad-position', `the message has ${message.length} bytes; a position has at least 34`)
  }
  const letters: string[] = Array(64).fill('')
  for (let index = 0; index < 64; index++) {
    const byte = message[HEAD.length + (index >> 1)] as number
    const code = index % 2 === 0 ? byte & 15 : byte >> 4
    const letter = PIECE_LETTERS[code]
    const square = (7 - (index >> 3)) * 8 + 7 - (index & 7)
    if (letter === undefined)
      return refuse('bad-position', `square ${index + 1} from h8 has code ${code}; codes go to 12`)
    letters[square] = letter
  }
  return ok(letters)
}

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
