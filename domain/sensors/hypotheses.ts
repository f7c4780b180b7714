/**
 * A hypothesis: a sequence of legal moves that may have been played, with what speaks against it, and what is decoded to find it.
 */
import type { Side } from '../../events/index.ts'
import { legalMoves, type Move, type Position } from '../chess/index.ts'
import type { Observation, ReportedMove } from '../state/sensor-state.ts'
import { type Differences, lettersOf } from './differences.ts'
import { BEAM_THRESHOLD, BEAM_WIDTH } from './weights.ts'

/** What is decoded: the position and the board where the window begins, and the observations since. */
export interface Window {
  readonly position: Position
  readonly before: Differences
  readonly seen: readonly Observation[]
  /** Plies before the window. */
  readonly ply: number
  /** The instant at which the board is looked at, ms. */
  readonly at: number
}

/** A move of a hypothesis. `stood`: index of the observation after which it stood; `press`: index of its player's press. */
export interface DecodedMove {
  readonly move: Move
  readonly side: Side
  readonly uci: string
  readonly changes: Differences
  readonly stood: number
  readonly proof: readonly number[]
  readonly reported: ReportedMove | null
  readonly press: number | null
  /** FEN letter of the piece that it took; '' where it took none. */
  readonly taken: string
  /** The piece was never seen where it went: the move explains what follows, and has to be asked about. */
  readonly isUnseen: boolean
  /** The piece was not where it went when its player pressed. */
  readonly isGone?: true
}

/**
 * What a hypothesis has paid for a square on which the board differs from it; a move that explains the square refunds it.
 *
 * - `paid`: the whole price of the difference;
 * - `open`: a piece that may cost more if it stays;
 * - `gone`: the piece of the last move is missing where it went;
 * - `ghost`: a piece of the side that moved last, on a square where its move did not leave it, until it is gone;
 * - `away`: a piece that lay elsewhere; all is refunded if it returns before another piece is touched;
 * - `aside`: a piece (`piece`) that was put there and taken away within `SETTLING_MS`; refunded if a capture of such a piece follows;
 * - `agreed`: the board is taken to agree there.
 */
export interface Paid {
  readonly kind: 'open' | 'paid' | 'agreed' | 'ghost' | 'gone' | 'away' | 'aside'
  readonly cost: number
  readonly piece?: string
}

export const AGREED: Paid = { kind: 'agreed', cost: 0 }

export interface Hypothesis {
  readonly position: Position
  /** The FEN letter on each square if the hypothesis is right. */
  readonly letters: readonly string[]
  readonly legal: () => readonly Move[]
  readonly made: readonly DecodedMove[]
  readonly key: string
  readonly cost: number
  /** Squares on which the board differs for a reason that is paid for. */
  readonly paid: Readonly<Record<string, Paid>>
  /** Indices of presses for which no move stood yet. */
  readonly owed: Readonly<Partial<Record<Side, number>>>
}

export interface Decoded {
  /** The cheapest first. */
  readonly hypotheses: readonly Hypothesis[]
  /** What stands on each square now. */
  readonly letters: readonly string[]
  /** Index of the last edge of a square. */
  readonly last: ReadonlyMap<string, number>
}

const isWhite = (letter: string): boolean => letter < 'a'
/** The side of a FEN letter. */
export const sideOfLetter = (letter: string): Side => (isWhite(letter) ? 'white' : 'black')

/** The legal moves of a position, computed at the first call. */
export function lazyMoves(position: Position): () => readonly Move[] {
  let legal: readonly Move[] | null = null
  return () => {
    legal ??= legalMoves(position)
    return legal
  }
}

/** The hypothesis without moves. */
export function rootHypothesis(position: Position): Hypothesis {
  const start = { position, letters: lettersOf(position), legal: lazyMoves(position) }
  return { ...start, made: [], key: '', cost: 0, paid: {}, owed: {} }
}

/** Whether the last move was not seen. */
const endsUnseen = ({ made }: Hypothesis): boolean => made.at(-1)?.isUnseen === true

/** Keeps of the hypotheses with the same moves the cheapest, and of those the cheapest within the beam; the best comes first. */
export function pruned(hypotheses: readonly Hypothesis[]): Hypothesis[] {
  const best = new Map<string, Hypothesis>()
  for (const hypothesis of hypotheses) {
    const known = best.get(hypothesis.key)
    const isBetter =
      known === undefined ||
      hypothesis.cost < known.cost ||
      (hypothesis.cost === known.cost &&
        (hypothesis.made.at(-1)?.stood ?? 0) >= (known.made.at(-1)?.stood ?? 0))
    if (isBetter) best.set(hypothesis.key, hypothesis)
  }
  const found = [...best.values()].sort(
    (a, b) =>
      a.cost - b.cost || Number(endsUnseen(a)) - Number(endsUnseen(b)) || a.made.length - b.made.length,
  )
  const most = (found[0]?.cost ?? 0) + BEAM_THRESHOLD
  return found.filter(({ cost }, place) => place < BEAM_WIDTH && cost <= most)
}
