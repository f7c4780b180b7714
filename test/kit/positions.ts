/** Writes a board's position as a message of each maker's protocol, after the makers' documents: the inverse of the readers. */
import type { BoardKind } from '../../functions/ingest/positions/kinds.ts'

const CODES = ['', 'q', 'k', 'b', 'p', 'n', 'R', 'P', 'r', 'B', 'N', 'Q', 'K']

/** `letters`: a1 … h8, '' for nothing. */
const MESSAGES: Record<BoardKind, (letters: readonly string[]) => string> = {
  chessnut(letters) {
    const codes = Array.from({ length: 64 }, (_, index) => {
      const square = (7 - (index >> 3)) * 8 + 7 - (index & 7)
      return CODES.indexOf(letters[square] as string)
    })
    const bytes = Array.from(
      { length: 32 },
      (_, at) => (codes[2 * at] as number) | ((codes[2 * at + 1] as number) << 4),
    )
    return [0x01, 0x24, ...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
  },
  chesslink(letters) {
    const characters = Array.from(
      { length: 64 },
      (_, index) => letters[(7 - (index >> 3)) * 8 + (index & 7)] || '.',
    )
    const body = `s${characters.join('')}`
    const check = [...body].reduce((sum, sign) => sum ^ sign.charCodeAt(0), 0)
    return `${body}${check.toString(16).toUpperCase().padStart(2, '0')}`
  },
  tornelo(letters) {
    const ranks = Array.from({ length: 8 }, (_, at) => letters.slice((7 - at) * 8, (8 - at) * 8))
    const written = ranks.map((rank) => rank.map((letter) => letter || '1').join(''))
    return written.map((rank) => rank.replace(/1+/g, (gap) => String(gap.length))).join('/')
  },
}

export const messageOf = (kind: BoardKind, letters: readonly string[]): string => MESSAGES[kind](letters)
