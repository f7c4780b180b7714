/** Piece placement, the first field of a FEN, as squares with their pieces. */

/** `e4` → `P`. */
export type Placement = ReadonlyMap<string, string>

const FILES = 'abcdefgh'

export function parsePlacement(fen: string): Map<string, string> {
  const pieces = new Map<string, string>()
  const [ranks = ''] = fen.split(' ')
  ranks.split('/').forEach((rank, down) => {
    let file = 0
    for (const sign of rank) {
      if (/\d/.test(sign)) file += Number(sign)
      else pieces.set(`${FILES[file++]}${8 - down}`, sign)
    }
  })
  return pieces
}

/** Squares on which two boards differ. */
export function placementDifferences(a: Placement, b: Placement): string[] {
  const squares = new Set([...a.keys(), ...b.keys()])
  return [...squares].filter((square) => a.get(square) !== b.get(square))
}

/** Column and row on the screen, from the upper left, 0…7. */
export function squareToScreen(square: string, flipped: boolean): readonly [column: number, row: number] {
  const file = square.charCodeAt(0) - 97
  const rank = square.charCodeAt(1) - 49
  return flipped ? [7 - file, rank] : [file, 7 - rank]
}

export function screenToSquare(column: number, row: number, flipped: boolean): string | null {
  if (column < 0 || column > 7 || row < 0 || row > 7) return null
  return flipped ? `${FILES[7 - column]}${row + 1}` : `${FILES[column]}${8 - row}`
}
