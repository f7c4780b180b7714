/** The lists of values that events use, each written once: schemas, types and tables are made from these arrays. */

export const SIDES = ['white', 'black'] as const
export type Side = (typeof SIDES)[number]

/** Who did it (`by`). The one who reports it is the event's `principal`. */
export const ACTORS = ['white', 'black', 'arbiter', 'assistant', 'operator', 'board', 'clock'] as const
export type Actor = (typeof ACTORS)[number]

/** Editions of the FIDE Laws of Chess by the day they came into force, earliest first. */
export const EDITIONS = [
  // One a line: a new edition is one line more.
  '2009-07-01',
  '2014-07-01',
  '2017-07-01',
  '2018-01-01',
  '2023-01-01',
] as const
export type Edition = (typeof EDITIONS)[number]

export const PLAYS = ['standard', 'rapid', 'blitz'] as const
export type Play = (typeof PLAYS)[number]

/** `full`: Appendix A.3/B.3 (2023: A.4/B.2); `limited`: A.4/B.4 (2023: A.5/B.3). */
export const SUPERVISIONS = ['full', 'limited'] as const
export type Supervision = (typeof SUPERVISIONS)[number]

export const BONUS_MODES = ['fischer', 'bronstein', 'delay'] as const
export type BonusMode = (typeof BONUS_MODES)[number]

/** When the time of a new period is added: when the flag of the old one falls, or when its moves are made. */
export const TURNOVERS = ['flag', 'moves'] as const
export type Turnover = (typeof TURNOVERS)[number]

export const PROMOTIONS = ['Q', 'R', 'B', 'N'] as const
export type Promotion = (typeof PROMOTIONS)[number]

export const CASTLINGS = ['king-side', 'queen-side'] as const
export type Castling = (typeof CASTLINGS)[number]

export const PIECES = ['P', 'N', 'B', 'R', 'Q', 'K', 'p', 'n', 'b', 'r', 'q', 'k'] as const
export type PieceLetter = (typeof PIECES)[number]

/** Rules that an event lays over an edition (domain/editions/parameters.ts). */
export const OVERLAYS = ['pzszach-rapid-2016', '2014-10-01-devices'] as const
export type Overlay = (typeof OVERLAYS)[number]

export const PHONE_PENALTIES = ['loss', 'fine'] as const

export const SETUP_FAULTS = ['initial-position', 'orientation', 'colours', 'clock'] as const
export const DUTIES = ['moves', 'clock', 'scoresheet', 'announcements'] as const
export const INTENTS = ['deliberate', 'accidental'] as const
/** Which hand pressed the clock: the one that made the move, or the other. */
export const HANDS = ['same', 'other'] as const
/** How the instants of an imported game were obtained: reported by its source, derived from its clock times, or not at all. */
export const TIME_BASES = ['reported', 'derived', 'none'] as const

export const DRAW_BASES = [
  'threefold',
  'fifty-moves',
  'opponent-cannot-win-normally',
  'opponent-makes-no-effort',
] as const
export type DrawBasis = (typeof DRAW_BASES)[number]

export const CLAIM_SUBJECTS = [
  'illegal-move',
  'flag-fall',
  'touch-move',
  'wrong-position',
  'dead-position',
  'both-flags',
  'scoresheet',
  'distraction',
  'other',
] as const
export type ClaimSubject = (typeof CLAIM_SUBJECTS)[number]

/** On what a claim rests, where that is not the game itself: a screen, a demonstration board, a clock's counter. */
export const EVIDENCES = ['display'] as const

export const DECISIONS = ['upheld', 'rejected', 'deferred'] as const
export type ClaimDecision = (typeof DECISIONS)[number]

/** What an arbiter decides of a verdict that no other event answers: that nothing is due, or that what was due is done. */
export const VERDICT_DECISIONS = ['nothing-due', 'done'] as const
export type VerdictDecision = (typeof VERDICT_DECISIONS)[number]

export const IRREGULARITIES = [
  'illegal-move',
  'unpromoted-pawn',
  'press-without-move',
  'two-hands',
  'touch-move',
  'wrong-position',
  'both-kings-in-check',
  'displaced-piece',
  'repetition',
  'seventy-five',
  'dead-position',
  'other',
] as const
export type Irregularity = (typeof IRREGULARITIES)[number]

export const PENALTIES = [
  'warning',
  'opponent-time',
  'time',
  'opponent-points',
  'points',
  'loss',
  'fine',
  'round-exclusion',
  'expulsion',
] as const
export type Penalty = (typeof PENALTIES)[number]

export const INCIDENTS = [
  'phone',
  'left-venue',
  'notes',
  'advice',
  'distraction',
  'refusal',
  'late',
  'medical',
  'conduct',
  'other',
] as const
export type Incident = (typeof INCIDENTS)[number]

/** Points of one player: a win, a draw, a loss, a win or a loss by forfeit. */
export const POINTS = ['1', '½', '0', '+', '-'] as const
export type Points = (typeof POINTS)[number]

/** One period of a time control. `moves` is absent in the last period; `time` and `bonus` are milliseconds. */
export interface Period {
  readonly moves?: number | undefined
  readonly time: number
  readonly bonus?: number | undefined
  readonly mode?: BonusMode | undefined
}

/** `turnover` says when the next period's time is added: when the old time runs out (default) or when its moves are made. */
export interface TimeControl {
  readonly periods: readonly Period[]
  readonly turnover?: Turnover | undefined
}
