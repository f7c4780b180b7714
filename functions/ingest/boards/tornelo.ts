/** Tornelo's open protocol: a FEN at each change of the board, of which only the placement can come from sensors. */
import { ok, type Result, refuse } from '../../../domain/result.ts'

/**
 * What stands on a1 … h8, as FEN letters ('' for nothing). Only the placement is read, for a board knows neither turn nor
 * rights: any number of pieces may stand on it, also no king. Refused (`bad-position`): not eight ranks of eight squares.
 */
export function readPlacement(fen: string): Result<string[]> {
  const ranks = (fen.trim().split(/\s+/)[0] ?? '').split('/')
  if (ranks.length !== 8)
    return refuse('bad-position', `the placement has ${ranks.length} ranks; a board has 8`)
  const letters: string[] = []
  for (const [index, rank] of ranks.entries()) {
    const row: string[] = []
    for (const sign of rank) {
      if (/^[1-8]$/.test(sign)) row.push(...Array<string>(Number(sign)).fill(''))
      else if (/^[KQRNBPkqrnbp]$/.test(sign)) row.push(sign)
      else
        return refuse(
          'bad-position',
          `rank ${8 - index} holds "${sign}"; it holds men and numbers from 1 to 8`,
        )
    }
    if (row.length !== 8)
      return refuse('bad-position', `rank ${8 - index} has ${row.length} squares; it has 8`)
    letters.unshift(...row)
  }
  return ok(letters)
}
