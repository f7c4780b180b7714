/**
 * What the decoder holds against a hypothesis, in whole units, so that every machine decodes alike: docs/boards.md has the sources.
 */
export const WEIGHTS = {
  /** An edge between two moves that belongs to neither: a piece straightened, a square passed. */
  transient: 1,
  /** No more of them count: a long fumble is one fumble. */
  mostTransients: 3,
  /** A piece of the player on move stands quietly where it may stand, and has not been let go. */
  hover: 6,
  /** It stood there for longer than a hand rests. */
  rested: 8,
  /** A piece of the side that is not on move is put where nothing explains it. */
  stray: 4,
  /** It is of the kind that moved last, right after its player's press: it may be where that move went, told late. */
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
  /** That a square became empty was never told. */
  lostLift: 5,
  /** That its piece left its square was told long after it had come to stand: two pieces stood there at once. */
  leftLate: 12,
  /** That a piece slid over a square was told after it stood, and that it left there never. */
  latePassing: 6,
  /** Where a piece came to stand was never told. */
  lostPlace: 8,
  /** A whole move was told before anything of the move that it answers. */
  beforeReply: 12,
  /** Its piece was lifted before that, by more than a sensor is slow. */
  liftedBefore: 6,
  /** The piece that moved is not on its square when its player presses. */
  gone: 12,
  /** It leaves that square sooner after the press than a hand could take it: the clock is told before the sensor. */
  goneAfterPress: 4,
  /** A press has no move yet. */
  earlyPress: 8,
  /** What comes back of that where the edges of its move were told right after it. */
  lateEdges: 6,
  /** And by more than a sensor is slow. */
  unexplainedPress: 4,
  /** A press is told after the whole reply. */
  latePress: 1,
  /** And by more than a clock is slow. */
  overduePress: 4,
  /** A second press for the same move. */
  secondPress: 3,
  /** A move that a person told is not in the hypothesis. */
  missingReport: 30,
  /** A move that another reader of the board told is not in the hypothesis. */
  otherReader: 4,
  /** It is there, but not after the move that the record showed to who told it. */
  otherBefore: 10,
} as const

/** How sure a recorded move is, `moves[].sensed.confidence`: how often each is right stands in docs/boards.md. */
export const CONFIDENCE = {
  /** Its player pressed, a move that followed it stands, or it leads by more than a hand that hovers costs. */
  over: 0.99,
  /** The board was quiet, and nothing else shows that its player has let go. */
  quiet: 0.8,
  /** Nobody saw it: it is found by search. */
  unseen: 0.6,
  /** What hands did that is no legal move. */
  hands: 0.6,
} as const

/** By so much the best hypothesis has to lead before its move is recorded. */
export const MARGIN = 3
/** Hypotheses followed at once. */
export const BEAM_WIDTH = 24
/** Hypotheses that cost so much more than the best are not followed. */
export const BEAM_THRESHOLD = 18
/** Plies beyond which a window is not read. */
export const MOST_PLIES = 14
