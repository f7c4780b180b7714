/**
 * What an edition of the Laws consists of: its parameters, and the articles that state each rule. Rules read the parameters; they
 * never compare editions, and ask them only for their citations (`citations.ts`).
 */
import type { Penalty } from '../../events/vocabulary.ts'
import type { RuleId } from './rules.ts'

export const MINUTE_MS = 60_000

/** A value for each kind of play, with and without adequate supervision (Appendices A and B). */
export interface ByPlay<T> {
  readonly standard: T
  readonly rapidFull: T
  readonly rapidLimited: T
  readonly blitzFull: T
  readonly blitzLimited: T
}

export interface EditionParameters {
  /** The shortest main time, with its bonus for sixty moves, that is rapid play; anything below it is blitz (A.1, B.1). */
  readonly rapidFrom: { readonly ms: number; readonly inclusive: boolean }
  /** Completed illegal moves that lose the game (7.4.b, 7.5.b, 7.5.5, A.4, B.3, B.4). */
  readonly illegalMovesToLose: ByPlay<number>
  /** Time for the opponent after an illegal move that does not lose, ms. */
  readonly illegalMoveBonus: ByPlay<number>
  /** Time for the opponent after a wrong draw claim, ms (9.5.b, 9.5.3). */
  readonly wrongClaimBonus: { readonly standard: number; readonly rapid: number; readonly blitz: number }
  /** Without adequate supervision: may the arbiter act on an illegal move that they saw themselves? */
  readonly arbiterActsOnIllegalMoveUnsupervised: boolean
  /** Without adequate supervision: may the arbiter call a flag (A.4.d, A.4.5)? */
  readonly arbiterCallsFlagUnsupervised: boolean
  /** Without adequate supervision: does one who claims a win on time need time of their own (A.4.3)? */
  readonly winOnTimeClaimantNeedsOwnTime: boolean
  /** Without adequate supervision: both flags down is a draw by itself (2009 A.4.d). */
  readonly bothFlagsDrawUnsupervised: boolean
  /** Without adequate supervision: the arbiter rules on Article 4 only when asked (2009 A.4.b). */
  readonly article4OnRequestUnsupervised: boolean
  /** Without adequate supervision: after so many moves of each player no complaint about set-up or clock (A.4.a, A.4.1). */
  readonly setupClaimLimitMoves: number
  /** Without adequate supervision: who may not castle once that limit is passed (A.4.a, A.4.1.2). */
  readonly misplacedMayNotCastle: 'king-swapped-with-queen' | 'king-or-rook'
  /** Without adequate supervision: after the limit the clock is still set right where the schedule would suffer (A.4.1.1). */
  readonly clockSetLateForSchedule: boolean
  /** The edition says what an illegal position is (3.10.c, 3.10.3). */
  readonly definesIllegalPosition: boolean
  /** A press without a move: `none` no rule, `penalty` 12.9 only, `illegal` treated as an illegal move. */
  readonly pressWithoutMove: 'none' | 'penalty' | 'illegal'
  /** Two hands: `penalty` a breach of 4.1 only, `at-once` illegal by itself (July 2017), `on-press` once pressed. */
  readonly twoHands: 'penalty' | 'at-once' | 'on-press'
  /** A pawn left on the last rank becomes a queen (7.5.2), instead of going back. */
  readonly unpromotedPawnBecomesQueen: boolean
  /** Occurrences that draw without a claim; null: no such rule. */
  readonly fivefold: { readonly count: number; readonly consecutive: boolean } | null
  /** Moves of each player without pawn move or capture that draw without a claim; null: no such rule. */
  readonly seventyFiveMoves: number | null
  /** Moves each player must have made before a draw may be agreed (5.2.3). */
  readonly agreedDrawMinMoves: number
  /** Reversed colours: fewer moves than this of either player cancel the game (7.3); null: the game goes on. */
  readonly reversedColoursRestartBelow: number | null
  /** Default time where the event named none, ms (6.6.a, 6.7.1); null: the edition has no fallback. */
  readonly defaultTime: number | null
  readonly arbiterMayExcuseLateness: boolean
  /** A move is also completed by its player's next move (6.2.1.2). */
  readonly completedByOwnNextMove: boolean
  readonly adjustOnlyWhileOwnClockRuns: boolean
  /** Both flags down, order unknown: in the main Laws, or only where the guideline was announced. */
  readonly bothFlags: 'main' | 'guideline'
  /** Draw claims of the quickplay finish: in the main Laws, or only where announced. */
  readonly quickplay: 'main' | 'announced'
  /** Time saved in a period is added to the next one in the delay mode too (6.3.2; not 2009's 6.2.b). */
  readonly delayCarriesOver: boolean
  /** A player's clock is not adjusted for an assistant whom a disability makes necessary (6.2.6, 8.1.6; from 2014). */
  readonly disabilityExempt: boolean
  /** An event may forbid offering a draw, not only agreeing it (9.1.1, from 2017). */
  readonly offeringMayBeForbidden: boolean
  /** A quickplay claim counts as an offer (2009: 9.1.b(3) names 10.2). */
  readonly quickplayClaimOffers: boolean
  /** The move written for a claim can no longer be changed (9.2.1, 9.3.1). */
  readonly writtenMoveStands: { readonly threefold: boolean; readonly fifty: boolean }
  /** 2009: the decision on a quickplay claim is final (10.2.d). */
  readonly quickplayDecisionsFinal: boolean
  /** After restoring a position the arbiter may also leave the times as they are (7.1, from 2014). */
  readonly arbiterMayLeaveTimes: boolean
  /** On whose winning attempts a postponed quickplay claim is judged once a flag has fallen (10.2.b, III.5.2). */
  readonly quickplayPostponedJudges: 'opponent-of-claimant' | 'opponent-of-flagged'
  /** Ms for the opponent after an increment was asked for and agreed; null: no such request. */
  readonly incrementRequestBonus: number | null
  readonly resignationDrawsIfOpponentCannotMate: boolean
  /** A mate needs a legal move only (2009) or also Articles 4.2–4.7 (from 2014). */
  readonly mateNeedsProperMove: boolean
  /** Only the usual scores are allowed and the total is at most one point (10.2). */
  readonly scoresLimited: boolean
  readonly phone: {
    readonly lossIf: 'sounds' | 'brought-into-venue' | 'on-person'
    /** 2009: the opponent gets half a point where they cannot win. */
    readonly opponentDrawIfCannotWin: boolean
    /** The event may announce a milder penalty (from 2014). */
    readonly milderByRegulation: boolean
    /** Fully off in a bag, where the event allows that (October 2014, 2017). */
    readonly bagByRegulation: boolean
  }
  /** How often a player may ask to see the arbiter's scoresheet; more often distracts (A.3.2). Null: no such right. */
  readonly showScoresheetMax: number | null
  /** How late a player may come to a resumption: ms, or the event's default time. */
  readonly resumptionLate: number | 'default-time'
  /** Penalties open to the arbiter, in the edition's order (13.4, 12.9). */
  readonly penalties: readonly Penalty[]
  /** Time left, in ms, below which a player need not record the moves (8.4). */
  readonly stopRecordingBelow: number
  /** Bonus a move, in ms, from which on they have to record nevertheless (8.4). */
  readonly stopRecordingUnlessBonus: number
  /** Articles on blitz that only say that those on rapid play hold (B.3, B.4). */
  readonly blitzRefersToRapid: readonly string[]
  /** The article by which leaving must be reported where the event asks for it (11.2.4, from 2017). */
  readonly reportLeavingArticle: string
}

export const byPlay = <T>(
  standard: T,
  rapidFull: T,
  rapidLimited: T,
  blitzFull: T,
  blitzLimited: T,
): ByPlay<T> => ({
  standard,
  rapidFull,
  rapidLimited,
  blitzFull,
  blitzLimited,
})

/**
 * The articles under which each rule stands, numbered as the edition prints them. An empty text: the edition has no such
 * article, because the rule is practice or does not exist there.
 */
export type Citations = Readonly<Record<RuleId, string>>

/** The first edition states everything. */
export interface FirstEdition {
  readonly parameters: EditionParameters
  readonly citations: Citations
}

/** A later edition states what differs from the one before it. */
export interface EditionChanges {
  readonly parameters: Partial<EditionParameters>
  readonly citations: Partial<Citations>
}
