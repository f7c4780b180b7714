/** Makes the game that a fold works on: a new one, or one from a state that was stored. */

import { chess960Position, initialPosition, type Position, parseFen } from '../chess/index.ts'
import { openClock } from '../clock/index.ts'
import { lawsOf } from '../editions/parameters.ts'
import { type DisabledRules, emptyPendingAct, type Game, pointOf, positionAt } from '../state/game.ts'
import { rootPoint } from '../state/history.ts'
import { Repetitions } from '../state/repetitions.ts'
import { type GameDetails, type GameState, REDUCER_VERSION, type Scoresheet } from '../state/state.ts'

/** The description that holds before a game is opened: any sequence of events must fold. */
const UNOPENED = { edition: '2018-01-01', play: 'standard' } as const

/** Its Laws, resolved once, since every fold begins with them. */
const UNOPENED_LAWS = lawsOf(UNOPENED, null)

const emptySheet = (): Scoresheet => ({ moves: [], drawSigns: [], signed: null, shown: 0 })

const EMPTY_BOARD = '8/8/8/8/8/8/8/8 w - - 0 1'

/** The position of a FEN, the standard array where it cannot be read. */
function read(fen: string): Position {
  const parsed = parseFen(fen)
  return parsed.ok ? parsed.value : initialPosition()
}

/** The starting position of a game as described; the standard array where the description's FEN cannot be read. */
export function startingPositionOf(details: GameDetails | null, without: DisabledRules): Position {
  const start = details?.start
  if (start?.chess960 !== undefined) {
    return without?.has('chess960-start') ? initialPosition() : chess960Position(start.chess960)
  }
  if (start?.fen !== undefined) return read(start.fen)
  return without?.has('initial-position') ? read(EMPTY_BOARD) : initialPosition()
}

/** A game before its first event. `without`: rules that are taken out of force, to see what they decide. */
export function newGame(without: DisabledRules = null): Game {
  const position = initialPosition()
  const state: GameState = {
    v: REDUCER_VERSION,
    seq: 0,
    at: 0,
    details: null,
    status: 'scheduled',
    startedAt: null,
    arrived: { white: null, black: null },
    points: [rootPoint(position, 0)],
    here: 0,
    returns: [],
    astray: {},
    displacedSeq: null,
    edgeAt: null,
    window: undefined,
    looked: undefined,
    sensors: undefined,
    question: undefined,
    stopped: undefined,
    unjudged: undefined,
    replays: undefined,
    act: emptyPendingAct(),
    clock: openClock(null, 0),
    flagSeq: { white: null, black: null },
    offer: null,
    counterOffer: undefined,
    claims: [],
    verdicts: [],
    illegalMoves: { white: 0, black: 0 },
    result: null,
    scoresheets: { white: emptySheet(), black: emptySheet() },
    stoppedRecording: { white: false, black: false },
    updateDue: { white: null, black: null },
    periodsSettled: 0,
    offersMade: [],
    reconstruction: null,
    assistants: [],
    twoBoards: false,
    adjournment: null,
    announcement: null,
    unannounced: null,
    announces: { white: false, black: false },
    log: [],
  }
  return {
    state,
    position,
    laws: UNOPENED_LAWS,
    without,
    legal: null,
    repetitions: new Repetitions(),
    made: null,
    dismissed: false,
  }
}

/** The game of a state, e.g. one that was read from JSON. The state is used, not copied. */
export function resumeGame(state: GameState, without: DisabledRules = null): Game {
  return {
    state,
    position: positionAt(state, pointOf(state)) ?? initialPosition(),
    laws: lawsOf(state.details ?? UNOPENED, without),
    without,
    legal: null,
    repetitions: new Repetitions(),
    made: null,
    dismissed: false,
  }
}
