/** What is missing or contradictory in a round before it can be closed: for the arbiter, who sees everything. */
import { type EventData, SIDES, type Side } from '../../events/index.ts'
import type { GameResult, GameState, Status } from '../game/index.ts'

/** A seat of the round; `state` null: paired there, and never opened. */
export interface ReviewedSeat {
  readonly board: number
  readonly game: string
  readonly state: GameState | null
}

interface Seat {
  readonly board: number
  readonly game: string
}

interface NamedSeat extends Seat {
  readonly white: string
  readonly black: string
}

export interface RoundReview {
  readonly games: number
  readonly ended: number
  readonly notOpened: readonly Seat[]
  readonly withoutResult: readonly (NamedSeat & { readonly status: Status; readonly plies: number })[]
  /** The result is not the one a player signed, or the two players signed different ones. */
  readonly notAsSigned: readonly (NamedSeat & {
    readonly result: string
    readonly signed: Readonly<Record<Side, string | null>>
  })[]
  /** Ended without a signature of both (Article 8.7). */
  readonly unsigned: readonly (NamedSeat & { readonly result: string; readonly missing: readonly Side[] })[]
  /** Verdicts that wait for the arbiter. */
  readonly undecided: readonly (NamedSeat & { readonly verdicts: readonly { seq: number; rule: string }[] })[]
}

export function reviewRound(seats: readonly ReviewedSeat[]): RoundReview {
  const opened = seats.flatMap(({ board, game, state }) =>
    state === null ? [] : [{ named: named(board, game, state), state }],
  )
  const ended = opened.flatMap(({ named, state }) =>
    state.result === null ? [] : [{ named, state, result: state.result }],
  )
  return {
    games: seats.length,
    ended: ended.length,
    notOpened: seats.flatMap(({ board, game, state }) => (state === null ? [{ board, game }] : [])),
    withoutResult: opened
      .filter(({ state }) => state.result === null)
      .map(({ named, state }) => ({ ...named, status: state.status, plies: state.points[state.here]!.ply })),
    notAsSigned: ended.flatMap(({ named, state, result }) => {
      const signed = { white: signedBy(state, 'white'), black: signedBy(state, 'black') }
      const differs = SIDES.some((side) => signed[side] !== null && signed[side] !== scoreText(result))
      return differs ? [{ ...named, result: scoreText(result), signed }] : []
    }),
    unsigned: ended.flatMap(({ named, state, result }) => {
      const missing = SIDES.filter((side) => state.scoresheets[side].signed === null)
      const played = result.white !== '+' && result.white !== '-'
      return played && missing.length > 0 ? [{ ...named, result: scoreText(result), missing }] : []
    }),
    undecided: opened.flatMap(({ named, state }) => {
      const verdicts = state.verdicts
        .filter(({ status }) => status === 'awaits-arbiter')
        .map(({ seq, rule }) => ({ seq, rule }))
      return verdicts.length > 0 ? [{ ...named, verdicts }] : []
    }),
  }
}

const named = (board: number, game: string, { details }: GameState): NamedSeat => ({
  board,
  game,
  white: details?.white.name ?? '?',
  black: details?.black.name ?? '?',
})

const scoreText = ({ white, black }: Pick<GameResult, 'white' | 'black'>): string => `${white}-${black}`

type Signed = NonNullable<EventData<'scoresheet-signed'>['result']>

function signedBy({ scoresheets }: GameState, side: Side): string | null {
  const signed = scoresheets[side].signed
  return signed === null ? null : writtenScore(signed.result)
}

/** `1/2-1/2` and `½-½` are the same result. */
const writtenScore = (result: Signed): string =>
  typeof result === 'string' ? result.replaceAll('1/2', '½') : scoreText(result)
