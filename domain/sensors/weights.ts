/**
 * The costs by which the decoder weighs hypotheses, in whole units, so that every machine decodes alike. docs/boards.md has the sources.
 */
export const WEIGHTS = {
  /** An edge between two moves that belongs to neither: a piece straightened, a square passed. */
  transient: 1,
  /** No more of them count: a long fumble is one fumble. */
  mostTransients: 3,
  /** A piece of the player to move stands quietly where it may stand, and may not be released yet. */
  hover: 6,
  /** It stood there for longer than a hand rests. */
  rested: 8,
  /** A piece of the side that is not on move is put where nothing explains it. */
  stray: 4,
  /** It is of the kind that moved last, right after its player's press: it may be where that move went, reported late. */
  strayAfterPress: 8,
  /** It is taken there. */
  strayTaken: 5,
  /** Such a piece is left there, though its player has not pressed, or has pressed before. */
  displaced: 8,
  displacedAfterPress: 1,
  /** A piece of the side that is not on move has left its square. */
  lifted: 1,
  /** It was lifted before its player made another move, and has not come back. */
  missing: 5,
  /** The edge of a square that became empty never came. */
  lostLift: 5,
  /** The edge of the square that a piece left came long after that of its new square: the piece showed on both at once. */
  leftLate: 12,
  /** The edge of a square over which a piece slid came after that of its new square, and none when it left there. */
  latePassing: 6,
  /** The edge of the square where a piece came to stand never came. */
  lostPlace: 8,
  /** All edges of a move came before any of the move that it answers. */
  beforeReply: 12,
  /** Its piece was lifted before that, by more than a sensor is slow. */
  liftedBefore: 6,
  /** The piece that moved is not on its square when its player presses. */
  gone: 12,
  /** It leaves that square sooner after the press than a hand could take it: the press is reported before the edges. */
  goneAfterPress: 4,
  /** A press has no move yet. */
  earlyPress: 8,
  /** The part of that which is refunded where the edges of its move came right after it. */
  lateEdges: 6,
  /** And by more than a sensor is slow. */
  unexplainedPress: 4,
  /** A press is reported after the whole reply. */
  latePress: 1,
  /** And by more than a clock is slow. */
  overduePress: 4,
  /** A second press for the same move. */
  secondPress: 3,
  /** A move that a person reported is not in the hypothesis. */
  missingReport: 30,
  /** A move that another reader of the board reported is not in the hypothesis. */
  otherReader: 4,
  /** It is there, but not after the move that the record showed to the person who reported it. */
  otherBefore: 10,
} as const

/** The confidence of a recorded move, `moves[].sensed.confidence`. docs/boards.md says how often each is right. */
export const CONFIDENCE = {
  /** Its player pressed, a move that followed it stands, or it leads by more than a hand that hovers costs. */
  over: 0.99,
  /** The board was quiet, and nothing else shows that its player has let go. */
  quiet: 0.8,
  /** No sensor saw it: it is found by search. */
  unseen: 0.6,
  /** A move of hands that is not legal. */
  hands: 0.6,
} as const

/** The lead that the best hypothesis needs before its move is recorded. */
export const MARGIN = 3
/** Hypotheses followed at once. */
export const BEAM_WIDTH = 24
/** Hypotheses that cost more than this above the best are not followed. */
export const BEAM_THRESHOLD = 18
/** Plies beyond which a window is not read. */
export const MOST_PLIES = 14
