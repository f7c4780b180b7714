/** Doubts: other moves that may have been played at a ply of the reconciled game. */
import { type Move, moveFrom, nameOf, type Position, uciOf } from '../chess/index.ts'
import { writeSan } from '../notation/index.ts'
import type { Alternatives } from './alternatives.ts'
import { DOUBT_MARGIN } from './steps.ts'

/**
 * A ply that no word names, or one word alone that nothing later bears out, at which several moves fit as well, or which would be
 * another had a doubtful one before it been another.
 */
export interface Doubt {
  readonly ply: number
  /**
   * In SAN, the one that was taken first. Where the same text may be of another piece its square is named too. One alone: it
   * rests on one word that nothing later bears out, or on none. None at all: what is written from here on cannot be read in the position reached.
   */
  readonly candidates: readonly string[]
}

/** The move taken at a ply, and what speaks for it. */
export interface ChosenPly {
  readonly ply: number
  readonly position: Position
  readonly move: Move
  readonly san: string
  /** How many sources name the move, and whether one names another. */
  readonly words: number
  readonly isDisputed: boolean
  /** The other sheet has no legal move here, and its text is one edit from this one. */
  readonly isSlip: boolean
  /** Both sheets go on from here as they are read, and agree again. */
  readonly isBorneOut: boolean
}

/**
 * Null where nothing else comes close and two sources agree; where one sheet has a slip of it, or another text, which is listed
 * as a difference; or where one sheet alone has it and the later moves of both bear it out.
 */
export function doubtAt(
  { ply, position, move, san, words, isDisputed, isSlip, isBorneOut }: ChosenPly,
  rivals: Alternatives,
): Doubt | null {
  const uci = uciOf(position, move)
  const others = rivals.at(ply).filter((rival) => uciOf(rival.position, rival.move) !== uci)
  const isSupported = words >= 2 || (words === 1 && (isSlip || isBorneOut))
  // A dispute is reported as a difference, and a ply without support is doubtful anyway: only close alternatives are of interest there.
  const fit = !isSupported || isDisputed ? others.filter(({ behind }) => behind <= DOUBT_MARGIN) : others
  if (isSupported && fit.length === 0 && ply < rivals.firstEndPly) return null
  const texts = fit.map((rival) => {
    const text = writeSan(rival.position, rival.move)
    return text === san ? withOriginSquare(text, rival.move) : text
  })
  return { ply, candidates: [...new Set([san, ...texts])] }
}

/** `Nd1` as `Nc3d1`. */
const withOriginSquare = (san: string, move: Move): string =>
  san.replace(/^([NBRQK]?)[a-h]?[1-8]?(x?[a-h][1-8])/, `$1${nameOf(moveFrom(move))}$2`)
