/** Reads what a move text names, whatever the position: piece, squares, promotion, castling. */
import type { Castling, Promotion } from '../../events/vocabulary.ts'

/**
 * Packed into one number, so that reading a text makes no objects; `UNREADABLE` when the text names no move.
 * Bits 0–2 role (0: any, both squares being named), 3–6 file and 7–10 rank moved from, 11–14 file and 15–18 rank moved
 * to (each 1…8, 0 not named), 19–21 role promoted to, 22–23 castling, 24 capture sign.
 */
export type Shape = number

export const UNREADABLE = -1

const PAWN = 1

export const shapeRole = (shape: Shape): number => shape & 7
/** 0…7, -1 not named. */
export const shapeFromFile = (shape: Shape): number => ((shape >> 3) & 15) - 1
export const shapeFromRank = (shape: Shape): number => ((shape >> 7) & 15) - 1
export const shapeToFile = (shape: Shape): number => ((shape >> 11) & 15) - 1
/** -1 in `exd`, which names files alone. */
export const shapeToRank = (shape: Shape): number => ((shape >> 15) & 15) - 1
export const shapeTo = (shape: Shape): number => shapeToRank(shape) * 8 + shapeToFile(shape)
/** The square moved from; -1 unless both its file and its rank are named. */
export const shapeFrom = (shape: Shape): number =>
  shapeFromFile(shape) < 0 || shapeFromRank(shape) < 0 ? -1 : shapeFromRank(shape) * 8 + shapeFromFile(shape)
export const shapeCaptures = (shape: Shape): boolean => (shape & (1 << 24)) !== 0

const PROMOTIONS: readonly (Promotion | null)[] = [null, null, 'N', 'B', 'R', 'Q', null, null]
/** The role promoted to, 0 for none. */
export const shapePromotedRole = (shape: Shape): number => (shape >> 19) & 7
export const shapePromotion = (shape: Shape): Promotion | null => PROMOTIONS[(shape >> 19) & 7]!

/** The same shape with the pawn promoted to a queen. */
export const withQueen = (shape: Shape): Shape => (shape & ~(7 << 19)) | (5 << 19)

const CASTLINGS: readonly (Castling | null)[] = [null, 'king-side', 'queen-side', null]
export const shapeCastling = (shape: Shape): Castling | null => CASTLINGS[(shape >> 22) & 3]!

/** Roles by English letter, 0 for any other character. */
const ROLES = new Uint8Array(128)
for (const [role, letter] of ['', 'P', 'N', 'B', 'R', 'Q', 'K'].entries())
  ROLES[letter.charCodeAt(0) || 0] = role

const isOh = (code: number): boolean => code === 79 || code === 111 || code === 48

/**
 * Reads a text in English letters: short and long form, any amount of disambiguation, capture signs and dashes in their
 * places or left out, `=`, `/`, brackets or nothing before the promotion, castling with letters or zeros, check and
 * annotation signs at the end. Other signs must have been tidied away (`normalizeMoveText`).
 */
export function readShape(text: string): Shape {
  let end = text.length
  for (; end > 0; end--) {
    const code = text.charCodeAt(end - 1)
    if (code !== 43 && code !== 35 && code !== 33 && code !== 63) break
  }
  const first = text.charCodeAt(0)
  if (isOh(first)) return readCastling(text, end)
  const named = first < 128 ? ROLES[first]! : 0
  let [fromFile, fromRank, toFile, toRank] = [0, 0, 0, 0]
  let captures = 0
  for (let i = named === 0 ? 0 : 1; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code >= 97 && code <= 104) {
      if (toRank !== 0 && i === end - 1 && code === 98)
        return packPromotion(named, fromFile, fromRank, toFile, toRank, 3, captures)
      if (toFile !== 0) {
        if (fromFile !== 0 || fromRank !== 0) return UNREADABLE
        fromFile = toFile
        fromRank = toRank
        toRank = 0
      }
      toFile = code - 96
    } else if (code >= 49 && code <= 56) {
      if (toFile === 0) {
        if (fromRank !== 0 || named === 0) return UNREADABLE
        fromRank = code - 48
      } else if (toRank === 0) toRank = code - 48
      else return UNREADABLE
    } else if (code === 120 || code === 58) {
      if (captures !== 0) return UNREADABLE
      captures = 1
    } else if (code !== 45 || i === end - 1 || (toFile !== 0 && toRank === 0)) {
      const role = readPromotion(text, i, end)
      return role === 0
        ? UNREADABLE
        : packPromotion(named, fromFile, fromRank, toFile, toRank, role, captures)
    }
  }
  return packShape(named, fromFile, fromRank, toFile, toRank, 0, captures)
}

/** The role that ends the text from `i` on: `=Q`, `/Q`, `(Q)`, `-Q`, `Q`, `q`, a bare `=` is none. */
function readPromotion(text: string, i: number, end: number): number {
  const code = text.charCodeAt(i)
  const sign = code === 61 || code === 47 || code === 40 || code === 45
  if (code === 40) {
    if (text.charCodeAt(end - 1) !== 41) return 0
    end--
  }
  const at = sign ? i + 1 : i
  if (at !== end - 1) return 0
  const letter = text.charCodeAt(at) & ~32
  const role = letter < 128 ? ROLES[letter]! : 0
  return role >= 2 && role <= 5 ? role : 0
}

const packPromotion = (
  role: number,
  fromFile: number,
  fromRank: number,
  toFile: number,
  toRank: number,
  promotion: number,
  captures: number,
): Shape =>
  role > PAWN ? UNREADABLE : packShape(PAWN, fromFile, fromRank, toFile, toRank, promotion, captures)

function packShape(
  named: number,
  fromFile: number,
  fromRank: number,
  toFile: number,
  toRank: number,
  promotion: number,
  captures: number,
): Shape {
  if (toFile === 0) return UNREADABLE
  // `exd` and `ed`: a pawn's files alone, and neighbouring ones.
  if (
    toRank === 0 &&
    (named > PAWN || fromRank !== 0 || Math.abs(fromFile - toFile) !== 1 || fromFile === 0)
  ) {
    return UNREADABLE
  }
  const role = named === 0 && (fromFile === 0 || fromRank === 0) ? PAWN : named
  return (
    role |
    (fromFile << 3) |
    (fromRank << 7) |
    (toFile << 11) |
    (toRank << 15) |
    (promotion << 19) |
    (captures << 24)
  )
}

/** `O-O`, `0-0-0`, `oo`: two or three of them, dashes or none. */
function readCastling(text: string, end: number): Shape {
  let ohs = 0
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i)
    if (isOh(code)) ohs++
    else if (code !== 45 || i === end - 1 || text.charCodeAt(i + 1) === 45) return UNREADABLE
  }
  return ohs === 2 || ohs === 3 ? (ohs - 1) << 22 : UNREADABLE
}
