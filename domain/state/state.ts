/**
 * The state of a game that the fold computes: plain JSON, complete in itself.
 * Times are milliseconds; instants (`at`) are effective times in milliseconds since the epoch.
 */
import type {
  Actor,
  Castling,
  ClaimSubject,
  DrawBasis,
  EventData,
  EventType,
  Points,
  Promotion,
  Side,
} from '../../events/index.ts'
import type { ClockState } from '../clock/index.ts'
import type { RuleId } from '../editions/rules.ts'
import type { Remark } from '../reasons.ts'
import type { SensorState } from './sensor-state.ts'

/** Rises whenever the same events may fold to another state or verdict; `docs/readings.md` lists what changed. */
export const REDUCER_VERSION = 27

export type BySide<T> = { white: T; black: T }

/** The game as described when it was opened, with `details-corrected` applied. */
export type GameDetails = EventData<'game-opened'>

export type Status = 'scheduled' | 'running' | 'stopped' | 'adjourned' | 'ended'

/** A piece that was touched: own or enemy piece as seen by the one who touched it. */
export interface Touch {
  square: string
  own: boolean
  seq: number
  /** Touched in the same instant as the one before it: the order is not known. */
  simultaneous?: true
}

/**
 * What the player on move has done on this move, before it is made (Article 4).
 * `released`: a piece let go on a square, the rest of the move being due. `placed`: the promoted piece has touched its square.
 */
export interface PendingAct {
  touches: Touch[]
  adjusting: { squares: string[] | null; seq: number } | null
  castling: { side: Castling | null; seq: number } | null
  released: { from: string; to: string; seq: number } | null
  placed: { square: string; promotion: Promotion; seq: number } | null
  /** The move a wrong draw claim obliges to (9.5.3): the written move, or the pieces that an illegal or ambiguous one names. */
  claimed: { uci: string | null; pieces: readonly string[]; seq: number } | null
  /** The moves (UCI) among which the player must choose; null: the choice is free. Set by `domain/laws/obligation.ts`. */
  mustPlay: string[] | null
  /** The rule that binds the player to `mustPlay`, where one does. */
  binding: RuleId | null
}

/** A move as it was reported: what the player did, legal or not. */
export type MoveReport = Pick<EventData<'move-made'>, 'from' | 'to' | 'promotion' | 'castling' | 'hands'> & {
  side: Side
}

/** How a move came to be completed: by the press, by ending the game, or by the player's own next move (6.2.1). */
export type CompletedBy = 'press' | 'end' | 'next-move'

export interface MoveMade {
  side: Side
  from: string
  to: string
  promotion: Promotion | null
  castling: Castling | null
  /** The square of the piece it took, null if none. */
  captured: string | null
  /** The captured piece was the player's own. */
  tookOwn?: true
  uci: string
  /** SAN; an illegal move in long form, e.g. `Be2-d3`. */
  san: string
  /** Legal by Article 3. */
  legal: boolean
  /** Where the move is not legal: the rule that bars it, and why in one clause. */
  illegality?: { rule: RuleId; why: Remark }
  /** Made while it was the other side's turn: a second move running, or out of turn. */
  outOfTurn: boolean
  seq: number
  at: number
  completedSeq: number | null
  completedAt: number | null
  completedBy: CompletedBy | null
  /**
   * What the mover's clock showed once the move was completed, ms: set by `domain/laws/article-06-completed.ts`, and by the device's
   * own reading where one came with it (`readingOfMove`).
   */
  clock: number | null
  hands?: 1 | 2
  /** Pieces touched before it was made, where they were reported. */
  touched?: Touch[]
  /** Where sensors reported it: how sure the reading is (0 to 1), and the seqs of the edges that prove it. */
  sensed?: {
    confidence: number
    edges: number[]
  }
  /** Where it was read from a board or an answer: the seq of the event before which it was made. */
  readBefore?: number
  /** Seq of the event that reported it, where a person answered for the board. */
  answer?: number
  /** What besides touches bound its player when they made it: a piece let go, a new piece put down, a claim, an announcement. */
  act?: Partial<Pick<PendingAct, 'castling' | 'released' | 'placed' | 'claimed'>>
  /** The choice its player was bound to when they made it, and by which rule. */
  obliged?: { moves: string[]; rule: RuleId | null }
}

/** A position of the game, with the move that led to it. Points form a tree: restoring a position goes back to one. */
export interface Point {
  seq: number
  /** Index of the point before it, -1 at the root. */
  parent: number
  ply: number
  /**
   * A FEN, or the legal move (`Move` of `domain/chess`) that led here from the point before, as nearly always; `fenOf` gives the
   * FEN of either.
   */
  stands: string | number
  /** Zobrist hash in two signed 32-bit halves: positions are compared whole only where it is equal. */
  hi: number
  lo: number
  /** Plies without pawn move or capture, as the FEN counts them. */
  quiet: number
  /** Occurrences of this position so far, this one included (9.2.2). */
  count: number
  /** History starts anew here: repetitions are not looked for before this point. */
  fresh: boolean
  move: MoveMade | null
}

/** An open draw offer. `claim`: it is a draw claim, which is an offer too (9.1.2.3); `increment`: a request under Guideline III.4. */
export interface Offer {
  by: Side
  seq: number
  kind: 'offer' | 'claim' | 'increment'
}

/** A claim waiting for the arbiter, or decided. */
export interface Claim {
  seq: number
  by: Actor
  about: ClaimSubject | DrawBasis | 'increment'
  decision: EventData<'claim-decided'>['decision'] | null
}

export type VerdictStatus =
  | 'final'
  | 'awaits-arbiter'
  | 'awaits-claim'
  | 'applied'
  | 'overruled'
  | 'lapsed'
  | 'undetermined'

export interface Score {
  white: Points
  black: Points
}

/** What is due. `restore`: the seq to whose position the game goes back; `clock`: ms to add; `result`: the score. */
export interface Remedy {
  restore: number | null
  clock: Partial<BySide<number>> | null
  result: Score | null
}

export interface Verdict {
  rule: RuleId
  edition: GameDetails['edition']
  articles: string[]
  against: Side | null
  /** The event at which it arose. */
  seq: number
  /** The seqs that prove it. */
  evidence: number[]
  status: VerdictStatus
  remedy: Remedy
  /** What the arbiter may choose from, in the edition's order. */
  options: Remark[]
  /** What else a reader needs: a disputed reading, the manual's condition, why a claim was refused. */
  notes: Remark[]
  /** Parts of the remedy that wait for the arbiter's event. */
  due: ('restore' | 'clock' | 'result')[]
  /** Seq of the event that answered it. */
  answeredBy: number | null
  /** Raised `counters.illegalMoves` of `against` (7.5.5). */
  counted: boolean
  /** Seq of the notice or the claim that established it, null where none was needed yet. */
  establishedBy: number | null
}

export interface GameResult extends Score {
  rule: RuleId | null
  articles: string[]
  seq: number
  /** What it is worth in the scoring of the event (10.1). */
  points?: BySide<number>
  /** As the arbiter or the importer gave it; absent where the Laws decided. */
  reason?: string
}

/** A move that was reported after the game had ended: it is stored as reported, and changes no position. */
export interface LateMove extends MoveReport {
  seq: number
  at: number
  /** What a reading of the mover's clock showed with it, ms. */
  clock: number | null
}

/** Moves reported after the end, and the rule that had ended the game; null where the result had been entered. */
export interface AfterEnd {
  rule: RuleId | null
  moves: LateMove[]
}

/** Scoresheet entries of one player: text by ply, and what else was put on paper (Article 8). */
export interface Scoresheet {
  moves: { ply: number; text: string; seq: number }[]
  drawSigns: number[]
  signed: { result: EventData<'scoresheet-signed'>['result']; seq: number } | null
  /** How often the player asked to see the arbiter's sheet (A.3.2). */
  shown: number
}

/** A move sealed in an envelope; its text is known when the envelope is opened. */
export interface SealedMove {
  commitment: string
  moveNumber: number
  seq: number
}

export interface OpenedEnvelope {
  text: string
  seq: number
  /** Does the text, with its salt, hash to the commitment? */
  matches: boolean
}

export interface Adjournment {
  /** The player ordered to seal. */
  side: Side
  requestedSeq: number
  /** When the session would have ended (ms since the epoch), where a player adjourned before. */
  sessionEnds: number | null
  sealed: SealedMove | null
  /** The instant (ms) at which they stopped the clock after sealing: from then on the move is fixed (I.1.1). */
  fixedAt: number | null
  /** The move that the player made on the board in spite of the order: they have to seal this one. */
  played: { uci: string; seq: number } | null
  adjournedSeq: number | null
  /** When play is to go on, ms since the epoch, as the envelope says. */
  resumesAt: number | null
  envelope: OpenedEnvelope | null
  lost: boolean
  resumedSeq: number | null
  /** The instant at which play was resumed, ms. */
  resumedAt: number | null
  /** Who has come since the adjournment, and when (ms). */
  arrived: BySide<number | null>
  /** The reply that the other player sealed because the one who sealed first was absent (I.9.3). */
  reply: (SealedMove & { side: Side; envelope: OpenedEnvelope | null }) | null
}

/** An event as the fold needs it again when a report is corrected. */
export interface LogEntry {
  seq: number
  type: EventType
  at: string
  /** When the event was stored; it did not happen later. */
  recordedAt: string
  by: Actor
  data: EventData<EventType>
  /** An opening that named no instant. */
  untimed?: true
}

export interface GameState extends SensorState {
  v: number
  seq: number
  at: number
  details: GameDetails | null
  status: Status
  /** The instant play began, null before. */
  startedAt: number | null
  arrived: BySide<number | null>
  points: Point[]
  /** Index of the point at which the game stands. */
  here: number
  /**
   * Where the game went back: from event `seq` on it stood at the point `index`, when there were `known` points. With the seqs of
   * the points this gives the position after any seq (`pointAfter`).
   */
  returns: { seq: number; index: number; known: number }[]
  /** Where the real board differs from the position: square → FEN letter, '' empty, '?' not known. */
  astray: Record<string, string>
  /** Seq of the first report of displaced pieces that nobody has put right yet. */
  displacedSeq: number | null
  act: PendingAct
  clock: ClockState
  /** What was found wrong about how the game was set up, by the event that says so. */
  setupFaults?: { what: EventData<'setup-corrected'>['what']; seq: number }[]
  /** Ms that arbiters gave a side (negative: took), and bonuses of moves that were undone, by the event's seq. */
  given?: { side: Side; seq: number; ms: number }[]
  /** Seq of the clock's last report that the side's flag fell. */
  flagSeq: BySide<number | null>
  offer: Offer | null
  /** The other player's offer, made while `offer` stood; absent where there is none. */
  counterOffer?: Offer | undefined
  claims: Claim[]
  verdicts: Verdict[]
  illegalMoves: BySide<number>
  result: GameResult | null
  afterEnd?: AfterEnd
  scoresheets: BySide<Scoresheet>
  /** Whether the side came below five minutes without thirty seconds a move in this period, so that it need not record (8.4). */
  stoppedRecording: BySide<boolean>
  /** Seq of the flag after which the player has to complete their sheet before they move (8.5.2). */
  updateDue: BySide<number | null>
  /** Periods whose moves count as made because no sheet can show otherwise (8.6). */
  periodsSettled: number
  /** Draw offers that were made, with the ply at which they were. */
  offersMade: { by: Side; ply: number; seq: number }[]
  reconstruction: { startedSeq: number; endedSeq: number | null; failed: boolean } | null
  assistants: { side: Side; duties: string[]; seq: number }[]
  twoBoards: boolean
  adjournment: Adjournment | null
  /** The last move announced and not yet answered by a move. */
  announcement: { by: Side; text: string; seq: number } | null
  /** A blind player's move that stands on their board and waits to be announced (D.2.3). */
  unannounced: (MoveReport & { seq: number }) | null
  /** Whether a move of the side was ever announced in this game: where none was, nobody reports announcements. */
  announces: BySide<boolean>
  /** The events as recorded; `asCorrected` applies the corrections among them. */
  log: LogEntry[]
}
