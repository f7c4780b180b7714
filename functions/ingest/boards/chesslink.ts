/** Millennium ChessLink: the answer to a scan, as its users have described it. */
import { ok, type Result, refuse } from '../../../domain/result.ts'

const LENGTH = 67
const PIECE_LETTERS = /^[KQRNBPkqrnbp.]$/

/**
 * What stands on a1 … h8, as FEN letters ('' for nothing). The answer is `s`, 64 signs from a8 to h1 (`.` for nothing) and
 * two hexadecimal digits: all signs before them, combined by exclusive or. The parity bit of the line may still be
 * there. Refused (`bad-position`): another length, another head, a wrong check, a sign that is no piece.
 */
export function readChessLink(message: string): Result<string[]> {
  const text = [...message].map((sign) => String.fromCharCode(sign.charCodeAt(0) & 0x7f)).join('')
  if (text.length !== LENGTH || text.charAt(0) !== 's') {
    return refuse(
      'bad-position',
      `the answer is ${text.length} signs after "${text.charAt(0)}"; a scan is s and 66 more`,
    )
  }
  const body = text.slice(0, 65)
  const check = [...body].reduce((sum, sign) => sum ^ sign.charCodeAt(0), 0)
  const stated = Number.parseInt(text.slice(65), 16)
  if (stated !== check) {
    return refuse(
      'bad-position',
      `the check is "${text.slice(65)}"; for these signs it is ${check.toString(16).toUpperCase().padStart(2, '0')}`,
    )
  }
  const letters: string[] = Array(64).fill('')
  for (let index = 0; index < 64; index++) {
    const sign = body.charAt(index + 1)
    if (!PIECE_LETTERS.test(sign))
      return refuse('bad-position', `sign ${index + 1} from a8 is "${sign}"; it is one of KQRNBPkqrnbp or .`)
    if (sign !== '.') letters[(7 - (index >> 3)) * 8 + (index & 7)] = sign
  }
  return ok(letters)
}
