/** The boards that send positions, by the name under which `connect` knows them. */
import { type Result, refuse } from '../../../domain/result.ts'
import { readChessLink } from '../boards/chesslink.ts'
import { readChessnut } from '../boards/chessnut.ts'
import { readPlacement } from '../boards/tornelo.ts'

export const BOARD_KINDS = ['chessnut', 'chesslink', 'tornelo'] as const
export type BoardKind = (typeof BOARD_KINDS)[number]

/** A message as a bridge passes it on: text, or the bytes themselves. */
export type RawMessage = string | Uint8Array

const HEX = /^(?:0x)?[0-9a-f]{2}(?:[\s:,-]*(?:0x)?[0-9a-f]{2})*$/i

/** Bytes written in hexadecimal, with or without spaces, colons, commas or `0x` between them; null for anything else. */
function bytesOf(text: string): Uint8Array | null {
  const trimmed = text.trim()
  if (!HEX.test(trimmed)) return null
  return Uint8Array.from(trimmed.replace(/0x|[\s:,-]/gi, '').match(/../g) ?? [], (pair) =>
    Number.parseInt(pair, 16),
  )
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

const bytesOfMessage = (message: RawMessage): Uint8Array | null =>
  typeof message === 'string' ? bytesOf(message) : message

const textOf = (message: RawMessage): string =>
  (typeof message === 'string' ? message : latin1(message)).trim()

interface BoardProtocol {
  /** What stands on a1 … h8 by one message, as FEN letters ('' for nothing). Refused (`bad-position`): what is no position of this kind. */
  readPosition(message: RawMessage): Result<string[]>
  /** Whether a message of the same device tells something else than a position: an answer to a command, a battery, a button. */
  isOther(message: RawMessage): boolean
}

/** How the messages of each kind are read. */
export const BOARD_PROTOCOLS: Readonly<Record<BoardKind, BoardProtocol>> = {
  chessnut: {
    readPosition(message) {
      const bytes = bytesOfMessage(message)
      if (bytes !== null) return readChessnut(bytes)
      const start = String(message).slice(0, 40)
      return refuse('bad-position', `"${start}" is no message in hexadecimal, such as 01 24 58 …`)
    },
    isOther(message) {
      const bytes = bytesOfMessage(message)
      return bytes !== null && bytes.length >= 2 && bytes[0] !== 0x01
    },
  },
  chesslink: {
    readPosition(message) {
      const text = textOf(message)
      // A scan may come as its signs, or its bytes in hexadecimal: 67 of them.
      const bytes = text.length > 100 ? bytesOf(text) : null
      return readChessLink(bytes === null ? text : latin1(bytes))
    },
    isOther: () => false,
  },
  tornelo: { readPosition: (message) => readPlacement(textOf(message)), isOther: () => false },
}
