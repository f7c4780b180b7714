/** Doubts: what else may have been played at a ply of the game that was taken for the true one. */
import { type Move, moveFrom, nameOf, type Position, uciOf } from '../chess/index.ts'
import { writeSan } from '../notation/index.ts'
import type { Alternatives } from './alternatives.ts'
import { DOUBT_MARGIN } from './steps.ts'

/**
 * A ply that rests on fewer than two words, at which several moves fit as well, or which would be another had a doubtful one
 * before it been another.
 */
export interface Doubt {
  readonly ply: number
  /**
   * In SAN, the one that was taken first. Where the same text may be of another piece its square is named too. One alone: it
   * rests on one word or none. None at all: what is written from here on cannot be read in the position reached.
   */
  readonly candidates: readonly string[]
}

interface ChosenPly {
  readonly ply: number
  readonly position: Position
  readonly move: Move
  readonly san: string
  /** How many say so, and whether anybody says something else. */
  readonly words: number
  readonly isDisputed: boolean
}

/** Null where two say so and nothing else fits. */
export function doubtAt(
  { ply, position, move, san, words, isDisputed }: ChosenPly,
  rivals: Alternatives,
): Doubt | null {
  const uci = uciOf(position, move)
  const others = rivals.at(ply).filter((rival) => uciOf(rival.position, rival.move) !== uci)
  // What a dispute is about is told as a difference, and a lone word is doubtful anyway: there the near ones are of interest.
  const fit = words < 2 || isDisputed ? others.filter(({ behind }) => behind <= DOUBT_MARGIN) : others
  if (words >= 2 && fit.length === 0 && ply < rivals.firstEndPly) return null
  const texts = fit.map((rival) => {
    const text = writeSan(rival.position, rival.move)
    return text === san ? withOriginSquare(text, rival.move) : text
  })
  return { ply, candidates: [...new Set([san, ...texts])] }
}

/** `Nd1` as `Nc3d1`. */
const withOriginSquare = (san: string, move: Move): string =>
  san.replace(/^([NBRQK]?)[a-h]?[1-8]?(x?[a-h][1-8])/, `$1${nameOf(moveFrom(move))}$2`)
