/** What stands on a board before a simulated game. */
import { lettersOf } from '../../../domain/boards/index.ts'
import { chess960Position, initialPosition } from '../../../domain/chess/index.ts'

export const startLetters = (chess960: number | null): string[] =>
  lettersOf(chess960 === null ? initialPosition() : chess960Position(chess960))
